// What the rows of deposits, withdrawals and entries say that the ledger holds, and which of them the chain's facts do not bear out.
import type { PoolClient } from 'pg';
import { FUEL } from '../deposits/take-arrivals.ts';

/** Each row that has or may have moved the mirror of custody; `units` positive: it came in. */
export interface LedgerRow {
  kind: 'DEPOSIT' | 'WITHDRAWAL' | 'FEE' | 'ENTRY';
  id: number;
  number: number;
  asset: number;
  units: bigint;
}

export interface RowFault {
  kind: 'DEPOSIT' | 'WITHDRAWAL' | 'ENTRY' | 'SWEEP';
  id: number;
  asset: number;
  /** A code of fault-words.ts. */
  fault: string;
  /** In the ledger's units: what the row says above what the facts bear out. */
  units: bigint;
}

interface LedgerRowText extends Omit<LedgerRow, 'units'> {
  units: string;
}

/** How many of the chain's units one of the ledger's is (units.ts); o: the chain's own coin. */
const UNIT = 'power(10::numeric, c.chain_decimals - CASE WHEN c.asset = 0 THEN 6 ELSE 8 END)';
const OWN_UNIT = 'power(10::numeric, o.chain_decimals - CASE WHEN o.asset = 0 THEN 6 ELSE 8 END)';
/** What a network took, in whole units of the ledger and never less than it was. */
const PAID_FEE = `ceil(p.fee / ${OWN_UNIT})`;
const SAID_FEE = `ceil(w.network_fee / ${OWN_UNIT})`;
const EITHER_FEE = `ceil(coalesce(w.network_fee, p.fee) / ${OWN_UNIT})`;
const FAILED_FEE = `ceil(f.fee / ${OWN_UNIT})`;

const SWEEP_FEE = `ceil(coalesce(f.fee, 0) / ${OWN_UNIT})`;

/** With what its transaction cost, where one is mined: the row itself says so a moment later than the ledger. */
const PAID = `FROM custody_withdrawal w
 LEFT JOIN LATERAL (SELECT count(*)::int AS mined, sum(p.network_fee) AS fee FROM custody_payout p
   JOIN custody_block b ON b.chain = p.chain AND b.height = p.mined_height AND b.hash = p.mined_hash
   WHERE p.withdrawal_id = w.withdrawal_id AND p.is_success) p ON true`;

const ROWS = `SELECT 'DEPOSIT' AS kind, deposit_id::float8 AS id, number::float8 AS number, asset, amount::text AS units
   FROM custody_deposit WHERE site_id = $1 AND number IS NOT NULL
 UNION ALL SELECT 'WITHDRAWAL', withdrawal_id::float8, number::float8, asset, (-amount)::text
   FROM custody_withdrawal WHERE site_id = $1 AND number IS NOT NULL
 UNION ALL SELECT 'FEE', w.withdrawal_id::float8, w.number::float8, o.asset, (-${EITHER_FEE})::bigint::text
   ${PAID} JOIN custody_coin o ON o.site_id = w.site_id AND o.wallet_type = w.chain
   WHERE w.site_id = $1 AND w.number IS NOT NULL AND w.ledger IN ('SENT', 'SETTLED') AND coalesce(w.network_fee, p.fee) IS NOT NULL
 UNION ALL SELECT 'ENTRY', entry_id::float8, number::float8, asset, amount::text
   FROM custody_entry WHERE site_id = $1 AND number IS NOT NULL`;

export async function readLedgerRows(client: PoolClient, site: number): Promise<LedgerRow[]> {
  const { rows } = await client.query<LedgerRowText>(ROWS, [site]);
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

/** Of the desk: an arrival that was nobody's is this member's, though no address says so. */
const APPROVED = `FROM custody_deposit_claim q JOIN custody_arrival b ON b.arrival_id = q.arrival_id
 WHERE q.arrival_id = d.deposit_id AND q.site_id = d.site_id AND q.account = d.account AND q.asset = d.asset
   AND q.chain = b.chain AND q.tx_hash = b.tx_hash AND q.wallet_type = b.coin AND q.state = 'APPROVED'`;
const AMOUNT = `trunc(a.amount / ${UNIT})`;
const DEPOSIT_OF = `FROM custody_arrival a
 JOIN custody_address o ON o.chain = a.chain AND o.address = a.address AND coalesce(o.memo, '') = coalesce(a.memo, '') AND o.site_id = $1
 JOIN custody_coin c ON c.site_id = o.site_id AND c.chain = a.chain AND c.wallet_type = a.coin
 LEFT JOIN custody_deposit d ON d.deposit_id = a.arrival_id`;
/** Of what is settled between facts and rows; what is on its way is none of these. */
const FAULTS = `SELECT 'DEPOSIT' AS kind, a.arrival_id::float8 AS id, c.asset, 'DEPOSIT_MISSING' AS fault, (-${AMOUNT})::bigint::text AS units
   ${DEPOSIT_OF} WHERE a.is_taken AND d.deposit_id IS NULL
   AND NOT EXISTS (SELECT 1 FROM custody_entry e WHERE e.site_id = $1 AND e.arrival_id = a.arrival_id AND e.amount > 0)
   AND NOT EXISTS (SELECT 1 ${FUEL})
 UNION ALL SELECT 'DEPOSIT', a.arrival_id::float8, c.asset, 'DEPOSIT_AMOUNT', (d.amount - ${AMOUNT})::bigint::text
   ${DEPOSIT_OF} WHERE d.amount * ${UNIT} + d.dust <> a.amount
 UNION ALL SELECT 'DEPOSIT', a.arrival_id::float8, c.asset, 'DEPOSIT_OWNER', d.amount::text
   ${DEPOSIT_OF} WHERE (d.account <> o.account OR d.site_id <> o.site_id OR d.asset <> c.asset OR d.wallet_type <> a.coin)
   AND NOT EXISTS (SELECT 1 ${APPROVED})
 UNION ALL SELECT 'DEPOSIT', a.arrival_id::float8, c.asset, 'DEPOSIT_GONE', d.amount::text
   ${DEPOSIT_OF} WHERE d.state = 'UNLOCKED' AND a.height IS NULL
 UNION ALL SELECT 'DEPOSIT', a.arrival_id::float8, c.asset, 'DEPOSIT_NUMBER', d.amount::text
   ${DEPOSIT_OF} WHERE d.number IS NULL AND d.state IN ('CONFIRMING', 'CREDITED', 'UNLOCKED')
 UNION ALL SELECT 'DEPOSIT', d.deposit_id::float8, d.asset, 'DEPOSIT_INVENTED', d.amount::text
   FROM custody_deposit d LEFT JOIN custody_arrival a ON a.arrival_id = d.deposit_id
   LEFT JOIN custody_address o ON o.chain = a.chain AND o.address = a.address AND coalesce(o.memo, '') = coalesce(a.memo, '') AND o.site_id = d.site_id
   WHERE d.site_id = $1 AND o.site_id IS NULL AND NOT EXISTS (SELECT 1 ${APPROVED})
 UNION ALL SELECT 'DEPOSIT', d.deposit_id::float8, d.asset, 'CLAIM_IN_SUSPENSE', d.amount::text
   FROM custody_deposit d JOIN custody_entry n ON n.site_id = d.site_id AND n.arrival_id = d.deposit_id AND n.amount > 0
   LEFT JOIN custody_entry e ON e.site_id = d.site_id AND e.arrival_id = d.deposit_id AND e.amount < 0
   WHERE d.site_id = $1 AND (n.amount <> d.amount OR e.amount IS DISTINCT FROM -n.amount)
 UNION ALL SELECT 'ENTRY', e.entry_id::float8, e.asset, 'CLAIM_INVENTED', e.amount::text
   FROM custody_entry e LEFT JOIN custody_deposit d ON d.deposit_id = e.arrival_id AND d.site_id = e.site_id AND d.asset = e.asset
   LEFT JOIN custody_entry n ON n.site_id = e.site_id AND n.arrival_id = e.arrival_id AND n.amount > 0
   WHERE e.site_id = $1 AND e.arrival_id IS NOT NULL AND e.amount < 0 AND (d.deposit_id IS NULL OR n.entry_id IS NULL)
 UNION ALL SELECT 'WITHDRAWAL', w.withdrawal_id::float8, w.asset, CASE WHEN p.mined = 0 THEN 'WITHDRAWAL_UNPAID' ELSE 'WITHDRAWAL_TWICE' END, w.amount::text
   ${PAID} WHERE w.site_id = $1 AND w.ledger = 'SETTLED' AND p.mined <> 1
 UNION ALL SELECT 'WITHDRAWAL', w.withdrawal_id::float8, w.asset, 'WITHDRAWAL_RETURNED', w.amount::text
   ${PAID} WHERE w.site_id = $1 AND w.ledger IN ('RETURNED', 'VOID', 'INSIDE') AND p.mined > 0
 UNION ALL SELECT 'WITHDRAWAL', w.withdrawal_id::float8, o.asset, 'WITHDRAWAL_FEE', (coalesce(${SAID_FEE}, 0) - ${PAID_FEE})::bigint::text
   ${PAID} JOIN custody_coin o ON o.site_id = w.site_id AND o.wallet_type = w.chain
   WHERE w.site_id = $1 AND w.ledger = 'SETTLED' AND p.mined = 1 AND w.network_fee IS DISTINCT FROM p.fee
 UNION ALL SELECT 'ENTRY', w.withdrawal_id::float8, o.asset, 'FEE_NOT_BOOKED', (coalesce(-e.amount, 0) - ${FAILED_FEE})::bigint::text
   FROM custody_withdrawal w
   JOIN LATERAL (SELECT sum(p.network_fee) AS fee FROM custody_payout p
     JOIN custody_block b ON b.chain = p.chain AND b.height = p.mined_height AND b.hash = p.mined_hash
     WHERE p.withdrawal_id = w.withdrawal_id AND NOT p.is_success) f ON f.fee > 0
   JOIN custody_coin o ON o.site_id = w.site_id AND o.wallet_type = w.chain
   LEFT JOIN custody_entry e ON e.site_id = w.site_id AND e.name = 'FEE|' || w.withdrawal_id
   WHERE w.site_id = $1 AND w.state = 'FAILED' AND w.ledger = 'RETURNED' AND coalesce(-e.amount, 0) <> ${FAILED_FEE}
 UNION ALL SELECT 'SWEEP', s.sweep_id::float8, o.asset, 'SWEEP_FEE', (coalesce(-e.amount, 0) - ${SWEEP_FEE})::bigint::text
   FROM custody_sweep s
   LEFT JOIN LATERAL (SELECT sum(p.network_fee) AS fee FROM custody_payout p
     JOIN custody_block b ON b.chain = p.chain AND b.height = p.mined_height AND b.hash = p.mined_hash WHERE p.sweep_id = s.sweep_id) f ON true
   JOIN custody_coin o ON o.site_id = s.site_id AND o.wallet_type = s.chain
   LEFT JOIN custody_entry e ON e.site_id = s.site_id AND e.name = 'SWEEP|' || s.sweep_id
   WHERE s.site_id = $1 AND s.state IN ('DONE', 'FAILED') AND coalesce(-e.amount, 0) <> ${SWEEP_FEE}
 ORDER BY 1, 2 LIMIT 200`;

interface FaultText extends Omit<RowFault, 'units'> {
  units: string;
}

export async function readFaults(client: PoolClient, site: number): Promise<RowFault[]> {
  const { rows } = await client.query<FaultText>(FAULTS, [site]);
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}
