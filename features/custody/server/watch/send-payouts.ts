// Sends what is signed, again and again until it is mined, and writes down what the chain made of it. It decides nothing.
import type { Outcome } from '@maru/chains/chain.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import type { PayoutParts } from './payout-chain.ts';

interface Signed {
  id: number;
  raw: string;
  hash: string;
  offered: number;
  isNewest: boolean;
  minedHash: string | null;
  until: number | null;
  voidAt: number | null;
}

/**
 * By their transactions. A sweep stays with us. Of a withdrawal the ledger has it in transit before anybody outside sees it, and so of all
 * that one transaction pays.
 */
const SIGNED = `SELECT p.payout_id::float8 AS id, p.raw, p.hash, p.offered_ms::float8 AS offered,
   p.mined_hash AS "minedHash", p.until_ms::float8 AS until, p.void_ms::float8 AS "voidAt",
   NOT EXISTS (SELECT 1 FROM custody_payout n WHERE (n.withdrawal_id = p.withdrawal_id OR n.sweep_id = p.sweep_id) AND n.state = 'SIGNED' AND n.payout_id > p.payout_id) AS "isNewest"
 FROM custody_payout p LEFT JOIN custody_sweep s ON s.sweep_id = p.sweep_id
 LEFT JOIN LATERAL (SELECT bool_or(w.state IN ('SIGNED', 'SENT') AND w.ledger = 'SENT') AND NOT bool_or(w.ledger IN ('NONE', 'HELD')) AS "isOut"
   FROM custody_payout m JOIN custody_withdrawal w ON w.withdrawal_id = m.withdrawal_id WHERE m.first_id = p.payout_id) o ON true
 WHERE p.chain = $1 AND p.state IN ('SIGNED', 'REPLACED') AND p.first_id = p.payout_id AND (o."isOut" OR s.state = 'OPEN')
   AND EXISTS (SELECT 1 FROM custody_payout m WHERE m.first_id = p.payout_id AND m.state = 'SIGNED') ORDER BY p.payout_id LIMIT 1000`;

/** Nodes forget what waits long. */
const OFFER_EVERY_MS = 15_000;
/** On top of a block whose time ends a payout. */
const FINAL_BLOCKS = 20;

export async function sendPayouts(parts: PayoutParts): Promise<void> {
  const { rows } = await parts.pool.query<Signed>(SIGNED, [parts.chain]);
  // Read before any outcome is asked for: what a block up to it did not bring is not brought by one.
  const final = rows.some(({ until }) => until !== null) ? await finalTime(parts) : undefined;
  const failed: unknown[] = [];
  for (const row of rows) {
    const outcome = await parts.reader.outcomeOf(row.hash);
    await noteOutcome(parts, row, outcome);
    const isLost = outcome === undefined || parts.now() - row.offered > OFFER_EVERY_MS;
    if (row.voidAt !== null || (await noteVoid(parts, row, outcome, final))) continue;
    if (row.isNewest && outcome?.state !== 'mined' && isLost) await offer(parts, row).catch((error: unknown) => failed.push(error));
  }
  // A node that waits for an earlier number holds up nothing that comes behind.
  if (failed.length > 0) throw failed[0];
}

/** Of a block of our own line, which so many final ones hang on: what the node calls its newest time decides nothing. */
async function finalTime({ pool, chain }: PayoutParts): Promise<number | undefined> {
  const { rows } = await pool.query<{ time: number }>(
    `SELECT b.time_ms::float8 AS time FROM custody_head h JOIN custody_block b ON b.chain = h.chain AND b.height = least(h.final_height, h.scanned_height) - $2
     WHERE h.chain = $1`,
    [chain, FINAL_BLOCKS],
  );
  return rows.at(0)?.time;
}

/** Its time is over for good and it was not carried out: it never will be, and is offered to nobody any more. Its outcome is asked for all the same. */
async function noteVoid(
  { pool, chain, now }: PayoutParts,
  { id, until }: Signed,
  outcome: Outcome | undefined,
  final: number | undefined,
): Promise<boolean> {
  if (until === null || final === undefined || final <= until || outcome?.state === 'mined') return false;
  await fencedQuery(pool, 'UPDATE custody_payout SET void_ms = $2 WHERE first_id = $1 AND mined_height IS NULL', [id, now()]);
  // Before its money goes back ledger and chain are compared (finish-payout.ts).
  await fencedQuery(
    pool,
    'INSERT INTO custody_read (chain, asked_ms) VALUES ($1, $2) ON CONFLICT (chain) DO UPDATE SET asked_ms = excluded.asked_ms',
    [chain, now()],
  );
  return true;
}

async function offer({ pool, reader, now }: PayoutParts, { id, raw }: Signed): Promise<void> {
  const answer = await reader.broadcast(raw);
  const refused = answer.state === 'refused' ? answer.reason.slice(0, 300) : null;
  await fencedQuery(
    pool,
    `UPDATE custody_payout SET offered_ms = $2, refused = $3, sent_ms = CASE WHEN $3::text IS NULL THEN coalesce(sent_ms, $2) ELSE sent_ms END
     WHERE first_id = $1`,
    [id, now(), refused],
  );
}

/** A block that is gone again takes back what it said. Of the fee each withdrawal has its part, the first what is left of it. */
export async function noteOutcome(
  { pool, now }: Pick<PayoutParts, 'pool' | 'now'>,
  { id, minedHash }: Pick<Signed, 'id' | 'minedHash'>,
  outcome: Outcome | undefined,
): Promise<void> {
  if (outcome?.state !== 'mined' || outcome.block === undefined) {
    if (minedHash === null) return;
    await fencedQuery(
      pool,
      'UPDATE custody_payout SET mined_height = NULL, mined_hash = NULL, is_success = NULL, network_fee = NULL WHERE first_id = $1',
      [id],
    );
    return;
  }
  const { block, isSuccess = false, fee = 0n } = outcome;
  if (minedHash === block.hash) return;
  await fencedQuery(
    pool,
    `UPDATE custody_payout p SET mined_height = $2, mined_hash = $3, is_success = $4, void_ms = NULL, sent_ms = coalesce(sent_ms, $6),
       network_fee = div($5::numeric, m.count) + CASE WHEN payout_id = first_id THEN mod($5::numeric, m.count) ELSE 0 END
     FROM (SELECT count(*) AS count FROM custody_payout WHERE first_id = $1) m WHERE p.first_id = $1`,
    [id, block.height, block.hash, isSuccess, String(fee), now()],
  );
}
