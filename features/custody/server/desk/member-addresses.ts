// A member's own addresses, as operators see them.
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { listMemberAddresses } from '../../custody-admin-contract.ts';

interface AddressRow {
  chain: string;
  address: string | null;
  memo: string | null;
  asked: number;
}

export const listMemberAddressesHandler = handleOperator(listMemberAddresses, async ({ pool, services }, { site, query }) => {
  const account = services.use(memberDirectory).accountOf(site.id, query.playerId);
  if (account === undefined) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  const { rows } = await pool.query<AddressRow>(
    'SELECT chain, address, memo, asked_ms::float8 AS asked FROM custody_address WHERE site_id = $1 AND account = $2 ORDER BY chain',
    [site.id, account],
  );
  return { data: rows.map(({ asked, ...row }) => ({ ...row, askedAt: new Date(asked).toISOString() })) };
});
