// What arrived without the number of any member, as operators see it: nobody's, claimed, or credited since.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { listUnassigned, type UnassignedArrival } from '../../deposit-claim-admin-contract.ts';
import { currencyAt } from '../coin-text.ts';
import { chainText } from '../units.ts';

const PAGE = 50;
const MAX_PAGE = 100;

interface UnassignedRow {
  arrivalId: number;
  walletType: string;
  asset: number;
  chain: string;
  amount: string;
  decimals: number;
  txHash: string;
  address: string;
  memo: string | null;
  sender: string | null;
  state: UnassignedArrival['state'];
  isSmall: boolean;
  seen: number;
}

const COLUMNS = `a.arrival_id::float8 AS "arrivalId", e.wallet_type AS "walletType", e.asset, a.chain, a.amount::text AS amount,
 c.chain_decimals AS decimals, a.tx_hash AS "txHash", a.address, a.memo, a.sender, a.amount < c.deposit_least AS "isSmall", a.seen_ms::float8 AS seen,
 CASE WHEN d.deposit_id IS NOT NULL THEN 'CREDITED'
   WHEN EXISTS (SELECT 1 FROM custody_deposit_claim q WHERE q.site_id = e.site_id AND q.chain = a.chain AND q.tx_hash = a.tx_hash
     AND q.state IN ('REQUESTED', 'IN_REVIEW')) THEN 'CLAIMED' ELSE 'OPEN' END AS state`;
const FROM = `FROM custody_entry e JOIN custody_arrival a ON a.arrival_id = e.arrival_id
 JOIN custody_coin c ON c.site_id = e.site_id AND c.wallet_type = e.wallet_type
 LEFT JOIN custody_deposit d ON d.deposit_id = a.arrival_id
 WHERE e.site_id = $1 AND e.arrival_id IS NOT NULL AND e.amount > 0 AND ($2::text IS NULL OR e.wallet_type = $2)
   AND ($3::text IS NULL OR lower(a.tx_hash) = lower($3) OR a.address = $3 OR a.sender = $3 OR a.memo = $3 OR a.arrival_id::text = $3)
   AND CASE $4 WHEN 'OPEN' THEN d.deposit_id IS NULL WHEN 'CREDITED' THEN d.deposit_id IS NOT NULL ELSE true END`;

export const listUnassignedHandler = handleOperator(listUnassigned, async ({ pool }, { site, query }) => {
  const { page = 0, size = PAGE, show = 'ALL', walletType = null, search = '' } = query;
  const limit = Math.min(size, MAX_PAGE);
  const values = [site.id, walletType, search === '' ? null : search, show];
  const [{ rows }, { rows: counted }] = await Promise.all([
    pool.query<UnassignedRow>(`SELECT ${COLUMNS} ${FROM} ORDER BY e.entry_id DESC LIMIT $5 OFFSET $6`, [...values, limit, page * limit]),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total ${FROM}`, values),
  ]);
  const content = rows.map((row) => present(site, row));
  return { data: { content, page, size: limit, totalElements: counted[0]?.total ?? 0 } };
});

const present = (site: SiteConfig, { asset, amount, decimals, seen, ...row }: UnassignedRow): UnassignedArrival => ({
  ...row,
  currency: currencyAt(site, asset),
  point: chainText(BigInt(amount), decimals),
  seenAt: new Date(seen).toISOString(),
});
