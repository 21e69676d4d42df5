// Prepares transactions for approved withdrawals, each over a reservation that no other one has: where outputs are spent whole one for many (ADR 0092).
import { NotPayable, TooFewCoins } from '@maru/chains/bitcoin/preparer.ts';
import type { Payment, Source } from '@maru/chains/chain.ts';
import { Unfunded } from '@maru/chains/unfunded.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { reservedTextsOf } from '../reserved-texts.ts';
import { inChainUnits, ledgerDecimals } from '../units.ts';
import { keepPayout } from './keep-payout.ts';
import { hasOutputs, unspentOf } from './own-outputs.ts';
import { hotSources, type PayoutParts } from './payout-chain.ts';
import { reservedOn, refuseUnfunded } from './promised.ts';
import { WaitsForOthers, waitsForOthers } from './wait-for-others.ts';

export interface Approved {
  id: number;
  site: number;
  walletType: string;
  asset: number;
  address: string;
  memo: string | null;
  amount: number;
  decimals: number;
  /** When it was agreed to. */
  since: number;
}

const APPROVED = `SELECT w.withdrawal_id::float8 AS id, w.site_id AS site, w.wallet_type AS "walletType", w.asset, w.address, w.memo,
   w.amount::float8 AS amount, c.chain_decimals AS decimals, w.changed_ms::float8 AS since
 FROM custody_withdrawal w JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 WHERE w.chain = $1 AND w.state = 'APPROVED' AND w.ledger = 'HELD' AND w.payee IS NULL AND w.waits_until_ms <= $2
   AND NOT EXISTS (SELECT 1 FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id AND p.state <> 'DROPPED')
   AND NOT EXISTS (SELECT 1 FROM custody_stop s WHERE s.site_id = w.site_id AND s.asset = w.asset AND s.lifted_ms IS NULL)
 ORDER BY w.withdrawal_id LIMIT $3`;

/** At one look: where each is a transaction of its own, what is prepared is sent before more is. */
const [MOST, MOST_TOGETHER] = [100, 500];
/** So many in one transaction: far below what nodes pass on. */
const IN_ONE = 100;
/** Until one that could not be prepared is tried again. */
const AGAIN_MS = 5_000;

/** Answers for how many. */
export async function preparePayouts(parts: PayoutParts): Promise<number> {
  const { pool, chain, now } = parts;
  const sources = await hotSources(pool, chain, parts.deriver);
  const together = hasOutputs(chain) ? IN_ONE : 1;
  const { rows } = await pool.query<Approved>(APPROVED, [chain, now(), together > 1 ? MOST_TOGETHER : MOST]);
  let made = 0;
  for (const [site, ofSite] of Map.groupBy(rows, (row) => row.site)) {
    const source = sources.get(site);
    if (source === undefined) continue;
    const waits = together > 1 && ofSite.length < together ? await waitsForOthers(parts, ofSite) : undefined;
    if (waits !== undefined) await sayWaits(parts, ofSite, waits);
    else for (let at = 0; at < ofSite.length; at += together) made += await prepareSome(parts, ofSite.slice(at, at + together), source);
  }
  return made;
}

/** Where they cannot all be paid at once each half is tried alone: what one of them lacks holds up none of the others. */
async function prepareSome(parts: PayoutParts, rows: readonly Approved[], source: Source): Promise<number> {
  try {
    return (await prepareTogether(parts, rows, source)) ? rows.length : 0;
  } catch (error) {
    if (rows.length > 1 && (error instanceof TooFewCoins || error instanceof NotPayable)) {
      const half = Math.ceil(rows.length / 2);
      return (await prepareSome(parts, rows.slice(0, half), source)) + (await prepareSome(parts, rows.slice(half), source));
    }
    await sayWaits(parts, rows, error);
    return 0;
  }
}

function paymentOf(chain: string, row: Approved): Payment {
  const amount = inChainUnits(BigInt(row.amount), row.decimals, ledgerDecimals(row.asset));
  if (amount === undefined) throw new NotPayable(`${row.amount} of ${row.walletType} is no amount of ${chain}`);
  return { to: row.address, memo: row.memo, coin: row.walletType, amount };
}

async function prepareTogether(parts: PayoutParts, rows: readonly Approved[], source: Source): Promise<boolean> {
  const payments = rows.map((row) => paymentOf(parts.chain, row));
  const reserved = await reservedOn(parts);
  const unspent = hasOutputs(parts.chain) ? { unspent: await unspentOf(parts.pool, parts.chain, [source.address]) } : {};
  const made = await parts.preparer.prepare({ sources: [source], payments, reserved, change: source.address, ...unspent });
  // Outputs are chosen among those that nobody else reserved: they are there for this one alone.
  if (made.reservation.inputs === undefined) await refuseUnfunded(parts, source, payments[0], made);
  return keepPayout(parts, rows, { source, made, behind: reserved.flatMap(reservedTextsOf) });
}

async function sayWaits({ pool, now }: PayoutParts, rows: readonly Approved[], error: unknown): Promise<void> {
  const why = String(error instanceof Error ? error.message : error);
  const isShort = error instanceof Unfunded || error instanceof TooFewCoins;
  await inTransaction(pool, (client) =>
    client.query(
      `UPDATE custody_withdrawal SET waits = $2, waits_until_ms = $3, is_short = $4, waits_for_others = $5 WHERE withdrawal_id = ANY($1) AND state = 'APPROVED'`,
      [rows.map(({ id }) => id), why.slice(0, 300), now() + AGAIN_MS, isShort, error instanceof WaitsForOthers],
    ),
  );
}
