// Prepares a transaction for each approved withdrawal, one after the other, each over a reservation that no other one has.
import { TooFewCoins } from '@maru/chains/bitcoin/preparer.ts';
import type { Payment, Preparation, Source } from '@maru/chains/chain.ts';
import { Unfunded } from '@maru/chains/unfunded.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { reservedTextsOf } from '../reserved-texts.ts';
import { lockSource } from '../lock-source.ts';
import { inChainUnits, ledgerDecimals } from '../units.ts';
import { hasOutputs, unspentOf } from './own-outputs.ts';
import { hotSources, type PayoutParts } from './payout-chain.ts';
import { reservedOn, refuseGap, refuseUnfunded } from './promised.ts';

interface Approved {
  id: number;
  site: number;
  walletType: string;
  asset: number;
  address: string;
  memo: string | null;
  amount: number;
  decimals: number;
}

const APPROVED = `SELECT w.withdrawal_id::float8 AS id, w.site_id AS site, w.wallet_type AS "walletType", w.asset, w.address, w.memo,
   w.amount::float8 AS amount, c.chain_decimals AS decimals
 FROM custody_withdrawal w JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 WHERE w.chain = $1 AND w.state = 'APPROVED' AND w.ledger = 'HELD' AND w.payee IS NULL AND w.waits_until_ms <= $2
   AND NOT EXISTS (SELECT 1 FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id AND p.state <> 'DROPPED')
   AND NOT EXISTS (SELECT 1 FROM custody_stop s WHERE s.site_id = w.site_id AND s.asset = w.asset AND s.lifted_ms IS NULL)
 ORDER BY w.withdrawal_id LIMIT 100`;

/** Until one that could not be prepared is tried again. */
const AGAIN_MS = 5_000;

export async function preparePayouts(parts: PayoutParts): Promise<number> {
  const { pool, chain, now } = parts;
  const sources = await hotSources(pool, chain, parts.deriver);
  const { rows } = await pool.query<Approved>(APPROVED, [chain, now()]);
  let made = 0;
  for (const row of rows) {
    const source = sources.get(row.site);
    if (source === undefined) continue;
    try {
      await prepareOne(parts, row, source);
      made++;
    } catch (error) {
      await sayWaits(parts, row.id, error);
    }
  }
  return made;
}

async function prepareOne(parts: PayoutParts, row: Approved, source: Source): Promise<void> {
  const amount = inChainUnits(BigInt(row.amount), row.decimals, ledgerDecimals(row.asset));
  if (amount === undefined) throw new Error(`${row.amount} of ${row.walletType} is no amount of ${parts.chain}`);
  const payment: Payment = { to: row.address, memo: row.memo, coin: row.walletType, amount };
  const reserved = await reservedOn(parts);
  const unspent = hasOutputs(parts.chain) ? { unspent: await unspentOf(parts.pool, parts.chain, [source.address]) } : {};
  const made = await parts.preparer.prepare({ sources: [source], payments: [payment], reserved, change: source.address, ...unspent });
  // Outputs are chosen among those that nobody else reserved: they are there for this one alone.
  if (made.reservation.inputs === undefined) await refuseUnfunded(parts, source, payment, made);
  await keep(parts, row, source, made, reserved.flatMap(reservedTextsOf));
}

/** `behind`: the reservations of others that its own were chosen beside. */
async function keep({ pool, chain, now }: PayoutParts, row: Approved, source: Source, made: Preparation, behind: string[]): Promise<void> {
  const own = reservedTextsOf(made.reservation);
  const until = made.reservation.once?.untilMs ?? null;
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM custody_withdrawal WHERE withdrawal_id = $1 AND state = 'APPROVED' AND ledger = 'HELD' FOR UPDATE`,
      [row.id],
    );
    // Refused by an operator while it was prepared.
    if (rowCount === 0) return;
    await lockSource(client, source.address);
    await refuseGap(client, chain, behind);
    for (const text of own)
      await client.query('INSERT INTO custody_reservation (chain, reserved, withdrawal_id) VALUES ($1, $2, $3)', [chain, text, row.id]);
    await client.query(
      `INSERT INTO custody_payout (withdrawal_id, site_id, chain, state, unsigned, source, reserved, fee_limit, until_ms, prepared_ms)
       VALUES ($1, $2, $3, 'PREPARED', $4, $5, $6, $7, $8, $9)`,
      [row.id, row.site, chain, JSON.stringify(made.unsigned), source.address, own, String(made.feeLimit), until, now()],
    );
    await client.query('UPDATE custody_withdrawal SET waits = NULL, is_short = false WHERE withdrawal_id = $1', [row.id]);
  });
}

async function sayWaits({ pool, now }: PayoutParts, id: number, error: unknown): Promise<void> {
  const why = String(error instanceof Error ? error.message : error);
  const isShort = error instanceof Unfunded || error instanceof TooFewCoins;
  await inTransaction(pool, (client) =>
    client.query(
      `UPDATE custody_withdrawal SET waits = $2, waits_until_ms = $3, is_short = $4 WHERE withdrawal_id = $1 AND state = 'APPROVED'`,
      [id, why.slice(0, 300), now() + AGAIN_MS, isShort],
    ),
  );
}
