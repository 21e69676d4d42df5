// What accounts do of their own when a member leaves, beside the transaction itself.
import type { AppContext } from '@maru/kit/server/context.ts';
import { attachmentStore } from '@maru/file/contract.ts';
import { leavingParts } from '@maru/member/contract.ts';
import type { OwnDataService } from '../own-data/own-data.ts';

export function ownParts({ services }: AppContext, ownData: OwnDataService): void {
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
