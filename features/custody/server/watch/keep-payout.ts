// Writes a payout down with what it reserves before anybody is asked to sign it: a row for each withdrawal that its transaction pays.
import type { ChainName, Preparation, Source, Unsigned } from '@maru/chains/chain.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { lockSource } from '../lock-source.ts';
import { reservedTextsOf } from '../reserved-texts.ts';
import type { PayoutParts } from './payout-chain.ts';
import { refuseGap } from './promised.ts';

interface Made {
  source: Source;
  made: Preparation;
  /** The reservations of others that its own was chosen beside. */
  behind: string[];
}

/** False: one of them was refused by an operator while it was prepared; the others are prepared anew without it. */
export async function keepPayout(
  { pool, chain, now }: PayoutParts,
  rows: readonly { id: number; site: number }[],
  { source, made, behind }: Made,
): Promise<boolean> {
  const ids = rows.map(({ id }) => id);
  const reserved = reservedTextsOf(made.reservation);
  const untilMs = made.reservation.once?.untilMs ?? null;
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM custody_withdrawal WHERE withdrawal_id = ANY($1) AND state = 'APPROVED' AND ledger = 'HELD' ORDER BY withdrawal_id FOR UPDATE`,
      [ids],
    );
    if (rowCount !== ids.length) return false;
    await lockSource(client, source.address);
    await refuseGap(client, chain, behind);
    // Of the first: they are given back together.
    for (const text of reserved)
      await client.query('INSERT INTO custody_reservation (chain, reserved, withdrawal_id) VALUES ($1, $2, $3)', [chain, text, ids[0]]);
    await writePayout(client, ids, {
      site: rows[0].site,
      chain,
      unsigned: made.unsigned,
      source: source.address,
      reserved,
      feeLimit: made.feeLimit,
      replaces: null,
      untilMs,
      now: now(),
    });
    await client.query(
      'UPDATE custody_withdrawal SET waits = NULL, is_short = false, waits_for_others = false WHERE withdrawal_id = ANY($1)',
      [ids],
    );
    return true;
  });
}

export interface WrittenPayout {
  site: number;
  chain: ChainName;
  unsigned: Unsigned;
  source: string;
  reserved: readonly string[];
  feeLimit: bigint;
  replaces: number | null;
  untilMs: number | null;
  now: number;
}

/** In the order of its payments: whoever signs holds the first against the first of the bytes. The bytes stand in the first row alone. */
export async function writePayout(client: PoolClient, withdrawals: readonly number[], payout: WrittenPayout): Promise<void> {
  const [first, ...others] = withdrawals;
  const insert = (withdrawal: number, batch: number | null) => {
    const { site, chain, unsigned, source, reserved, feeLimit, replaces, untilMs, now } = payout;
    return client.query<{ id: number }>(
      `INSERT INTO custody_payout (withdrawal_id, site_id, chain, state, unsigned, source, reserved, fee_limit, replaces, until_ms, prepared_ms, batch_id)
       VALUES ($1, $2, $3, 'PREPARED', $4, $5, $6, $7, $8, $9, $10, $11) RETURNING payout_id::float8 AS id`,
      [
        withdrawal,
        site,
        chain,
        batch === null ? JSON.stringify(unsigned) : '',
        source,
        reserved,
        String(feeLimit),
        replaces,
        untilMs,
        now,
        batch,
      ],
    );
  };
  const { rows } = await insert(first, null);
  const [{ id }] = rows;
  if (others.length === 0) return;
  await client.query('UPDATE custody_payout SET batch_id = payout_id WHERE payout_id = $1', [id]);
  for (const withdrawal of others) await insert(withdrawal, id);
}
