// What other transactions of ours have reserved and will take, whatever a node says of it now.
import type { Reservation, Payment, Preparation, Source } from '@maru/chains/chain.ts';
import { Unfunded } from '@maru/chains/unfunded.ts';
import type { PoolClient } from 'pg';
import { inChainUnits, ledgerDecimals } from '../units.ts';
import { reservationOf, type PayoutParts } from './payout-chain.ts';

/** Of what is not over: what is over the node counts itself. */
export async function reservedOn({ pool, chain }: Pick<PayoutParts, 'pool' | 'chain'>): Promise<Reservation[]> {
  const { rows } = await pool.query<{ reserved: string }>(
    `SELECT k.reserved FROM custody_reservation k
     LEFT JOIN custody_withdrawal w ON w.withdrawal_id = k.withdrawal_id
     LEFT JOIN custody_sweep s ON s.sweep_id = k.sweep_id
     WHERE k.chain = $1 AND (w.ledger IN ('NONE', 'HELD', 'SENT') OR s.state = 'OPEN')`,
    [chain],
  );
  return rows.map(({ reserved }) => reservationOf(chain, reserved));
}

/** One that was given back in the meantime may come before its own number, and nothing would ever be carried out behind the gap. */
export async function refuseGap(client: PoolClient, chain: string, reserved: readonly string[]): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM custody_reservation WHERE chain = $1 AND reserved = ANY($2)', [chain, reserved]);
  if (rowCount !== reserved.length) throw new Error('reservations of others were given back while it was prepared');
}

interface Promised {
  coin: string;
  /** Of a withdrawal, whose amount is the ledger's; null: a sweep's is the chain's. */
  asset: number | null;
  decimals: number;
  amount: string;
  fee: string;
}

/** Out of the same address. */
const PROMISED = `SELECT w.wallet_type AS coin, w.asset, c.chain_decimals AS decimals, w.amount::text AS amount, p.fee_limit::text AS fee
 FROM custody_payout p JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
 JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 WHERE p.chain = $1 AND p.source = $2 AND p.state IN ('PREPARED', 'SIGNED') AND p.mined_height IS NULL AND w.ledger IN ('HELD', 'SENT')
 UNION ALL
 SELECT s.coin, NULL, 0, s.amount::text, p.fee_limit::text FROM custody_payout p JOIN custody_sweep s ON s.sweep_id = p.sweep_id
 WHERE p.chain = $1 AND p.source = $2 AND p.state IN ('PREPARED', 'SIGNED') AND p.mined_height IS NULL AND s.state = 'OPEN'`;

/** What others of ours will take out of the same address is not there for this one. */
export async function refuseUnfunded(
  { pool, chain, reader }: PayoutParts,
  source: Source,
  payment: Payment,
  made: Preparation,
): Promise<void> {
  const { rows } = await pool.query<Promised>(PROMISED, [chain, source.address]);
  const needs = new Map([[payment.coin, payment.amount]]);
  const add = (coin: string, amount: bigint) => needs.set(coin, (needs.get(coin) ?? 0n) + amount);
  add(chain, made.feeLimit);
  for (const { coin, asset, decimals, amount, fee } of rows) {
    add(coin, asset === null ? BigInt(amount) : (inChainUnits(BigInt(amount), decimals, ledgerDecimals(asset)) ?? 0n));
    add(chain, BigInt(fee));
  }
  for (const [coin, amount] of needs) {
    if (amount === 0n) continue;
    const has = await reader.balanceOf(source.address, coin);
    if (has < amount) throw new Unfunded(source.address, { coin, has, need: amount });
  }
}
