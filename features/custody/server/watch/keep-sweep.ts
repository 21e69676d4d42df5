// Writes a sweep down with its reservation before anybody is asked to sign it.
import type { Reservation, Payment, Preparation } from '@maru/chains/chain.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { reservedTextsOf } from '../reserved-texts.ts';
import { lockSource } from '../lock-source.ts';
import type { PayoutParts } from './payout-chain.ts';
import { refuseGap } from './promised.ts';

export interface SweepMade {
  kind: 'SWEEP' | 'FUEL' | 'TO_COLD';
  site: number;
  coin: string;
  place: number | null;
  address: string;
  payment: Payment;
  /** Of what pays: what is dropped with it was prepared behind it. */
  source: string;
  made: Preparation;
  /** The reservations of others that its own were chosen beside. */
  reserved: readonly Reservation[];
}

/** False: another one of the address came before it. */
export async function keepSweep({ pool, chain, now }: PayoutParts, sweep: SweepMade): Promise<boolean> {
  const { kind, site, coin, place, address, payment, source, made, reserved } = sweep;
  const own = reservedTextsOf(made.reservation);
  return inTransaction(pool, async (client) => {
    await lockSource(client, source);
    await refuseGap(client, chain, reserved.flatMap(reservedTextsOf));
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO custody_sweep (site_id, chain, kind, coin, place, address, target, amount, made_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT DO NOTHING RETURNING sweep_id::float8 AS id`,
      [site, chain, kind, coin, place, address, payment.to, String(payment.amount), now()],
    );
    if (rows.length === 0) return false;
    const [{ id }] = rows;
    for (const text of own)
      await client.query('INSERT INTO custody_reservation (chain, reserved, sweep_id) VALUES ($1, $2, $3)', [chain, text, id]);
    const until = made.reservation.once?.untilMs ?? null;
    await client.query(
      `INSERT INTO custody_payout (sweep_id, site_id, chain, state, unsigned, source, reserved, fee_limit, until_ms, prepared_ms)
       VALUES ($1, $2, $3, 'PREPARED', $4, $5, $6, $7, $8, $9)`,
      [id, site, chain, JSON.stringify(made.unsigned), source, own, String(made.feeLimit), until, now()],
    );
    return true;
  });
}
