// What accounts do of their own when a member leaves, beside the transaction itself; and what others ask about persons.
import type { AppContext } from '@maru/kit/server/context.ts';
import { leftAmong } from '@maru/kit/server/operator-call.ts';
import { attachmentStore } from '@maru/file/contract.ts';
import { formerAccounts, leavingParts } from '../../leaving-contract.ts';
import type { OwnDataService } from '../own-data/own-data.ts';
import { formerAccountsOf } from './left-person.ts';

export function ownParts({ services, pool }: AppContext, ownData: OwnDataService): void {
  services.provide(formerAccounts, formerAccountsOf);
  services.provide(leftAmong, async (site, members) => {
    const text = "SELECT id FROM account_member WHERE site_id = $1 AND id = ANY ($2::bigint[]) AND status = 'LEFT'";
    return (await pool.query<{ id: number }>(text, [site, members])).rows.map(({ id }) => id);
  });
  services.use(leavingParts).register({
    name: 'account',
    async erase(sql, who) {
      await sql.query('DELETE FROM account_own_data WHERE site_id = $1 AND member_id = $2', [who.site, who.member]);
      await services.find(attachmentStore)?.letGo(sql, who.site, who.member, 'loose');
    },
    ended: () => void ownData.sweepSoon(),
    async eraseDisputes(sql, who) {
      await services.find(attachmentStore)?.letGo(sql, who.site, who.member, 'all');
    },
  });
}
