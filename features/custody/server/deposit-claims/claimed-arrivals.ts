// What the chain says of a claimed transaction: only what is nobody's at this site, or was until a claim was approved for it.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import type { ClaimedArrival } from '../../deposit-claim-admin-contract.ts';
import { chainText } from '../units.ts';
import { claimHash, contentOf } from './claim-content.ts';
import { leftAlone } from './claim-persons.ts';
import type { DepositClaimRow } from './claim-rows.ts';

interface ArrivalRow {
  id: number;
  address: string;
  memo: string | null;
  amount: string;
  sender: string | null;
  height: number | null;
  confirmations: number;
  seen: number;
  units: number;
  isBooked: boolean;
  isSmall: boolean;
  creditedTo: number | null;
  twoPersons: number;
}

const ARRIVALS = `SELECT a.arrival_id::float8 AS id, a.address, a.memo, a.amount::text AS amount, a.sender, a.height::float8 AS height,
   greatest(0, h.scanned_height - a.height + 1)::int AS confirmations, a.seen_ms::float8 AS seen, e.amount::float8 AS units,
   e.is_booked AS "isBooked", a.amount < c.deposit_least AS "isSmall", d.account AS "creditedTo", c.out_two_persons::float8 AS "twoPersons"
 FROM custody_arrival a
 JOIN custody_entry e ON e.site_id = $1 AND e.arrival_id = a.arrival_id AND e.amount > 0
 JOIN custody_coin c ON c.site_id = $1 AND c.wallet_type = a.coin
 LEFT JOIN custody_head h ON h.chain = a.chain
 LEFT JOIN custody_deposit d ON d.deposit_id = a.arrival_id
 WHERE a.chain = $2 AND a.tx_hash = $3 AND a.coin = $4 ORDER BY a.place LIMIT 20`;

/** `operator`: who looks, and would decide. */
export async function claimedArrivals(
  context: AppContext,
  site: SiteConfig,
  row: DepositClaimRow,
  operator: number,
): Promise<ClaimedArrival[]> {
  const { pool } = context;
  const { rows } = await pool.query<ArrivalRow>(ARRIVALS, [site.id, row.chain, row.txHash, row.walletType]);
  if (rows.length === 0) return [];
  const { account, walletType } = row;
  const alone = await leftAlone(context, pool, { site: site.id, account, walletType, twoPersons: rows[0].twoPersons }, operator);
  const owners = await ownersOf(context, site, rows);
  return rows.map((arrival) => ({
    arrivalId: arrival.id,
    contentHash: claimHash(contentOf({ ...row, id: row.claimId, site: site.id }, arrival)),
    point: chainText(BigInt(arrival.amount), row.decimals),
    address: arrival.address,
    memo: arrival.memo,
    sender: arrival.sender,
    height: arrival.height,
    confirmations: arrival.confirmations,
    seenAt: new Date(arrival.seen).toISOString(),
    isBooked: arrival.isBooked,
    isSmall: arrival.isSmall,
    creditedTo: arrival.creditedTo === null ? null : (owners.get(arrival.creditedTo) ?? null),
    differs: differencesOf(row, arrival),
    needsTwo: arrival.units > alone,
  }));
}

/** A sender that was not said differs from nothing. */
function differencesOf(said: DepositClaimRow, { amount, sender }: ArrivalRow): ClaimedArrival['differs'] {
  return [
    ...(said.amount === amount ? [] : ['AMOUNT' as const]),
    ...(said.sender === null || said.sender === sender ? [] : ['SENDER' as const]),
  ];
}

async function ownersOf(
  { services }: AppContext,
  site: SiteConfig,
  rows: readonly ArrivalRow[],
): Promise<Map<number, { playerId: number; username: string }>> {
  const accounts = rows.flatMap(({ creditedTo }) => (creditedTo === null ? [] : [creditedTo]));
  const memberAt = (account: number) => services.use(memberDirectory).memberOf(site.id, account) ?? 0;
  const cards = await services.use(memberCards)(site.id, accounts.map(memberAt));
  return new Map(
    accounts.map((account) => [account, { playerId: memberAt(account), username: cards.get(memberAt(account))?.username ?? '' }]),
  );
}
