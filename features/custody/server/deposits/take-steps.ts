// One step of many deposits of a site at once: the engine first, under their numbers and in that order, then all rows in one transaction.
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import type { DepositState } from '../../contract.ts';
import { giveNumbers } from '../give-number.ts';
import type { OpenDeposit } from './advance-deposits.ts';
import { postDeposit } from './post-deposit.ts';

export interface Step {
  from: OpenDeposit;
  state: DepositState;
  confirmations: number;
}

interface Taken {
  after: OpenDeposit;
  seq: number | null;
}

/** `taken` hears of each that stands. Throws the first refusal, after those that were carried out are written. */
export async function takeSteps(context: AppContext, steps: readonly Step[], taken: (after: OpenDeposit) => void): Promise<void> {
  const numbers = await giveNumbers(
    context.pool,
    'DEPOSIT',
    steps.filter(({ state }) => state !== 'SEEN').map(({ from }) => from),
  );
  // Not one after the other: the engine takes them in the order in which they are handed over, and its journal writes many at once.
  const outcomes = await Promise.allSettled(steps.map((step) => post(context, step, numbers)));
  const stand = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  await write(context, stand);
  for (const { after } of stand) taken(after);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function post(context: AppContext, { from, state, confirmations }: Step, numbers: ReadonlyMap<number, number>): Promise<Taken> {
  // Found again after it had been given up: a deposit of its own to the engine, for which the first is over.
  if (state === 'SEEN') return { after: { ...from, state, confirmations, number: null }, seq: null };
  const number = numbers.get(from.id);
  if (number === undefined) throw new Error(`deposit ${from.id} has no number`);
  const seq = await postDeposit(context, { ...from, number }, state);
  return { after: { ...from, state, confirmations, number }, seq };
}

/** In one order: two that write the same ones do not wait for each other. */
export async function lockDeposits(client: PoolClient, ids: readonly number[]): Promise<void> {
  await client.query('SELECT 1 FROM custody_deposit WHERE deposit_id = ANY($1) ORDER BY deposit_id FOR UPDATE', [ids]);
}

async function write({ pool, clock }: AppContext, stand: readonly Taken[]): Promise<void> {
  if (stand.length === 0) return;
  const now = clock.now();
  const [ids, states] = [stand.map(({ after }) => after.id), stand.map(({ after }) => after.state)];
  await inTransaction(pool, async (client) => {
    await lockDeposits(client, ids);
    await client.query(
      `UPDATE custody_deposit d SET state = s.state, confirmations = s.confirmations, number = s.number, changed_ms = $5
       FROM unnest($1::bigint[], $2::text[], $3::int[], $4::bigint[]) AS s (id, state, confirmations, number) WHERE d.deposit_id = s.id`,
      [ids, states, stand.map(({ after }) => after.confirmations), stand.map(({ after }) => after.number), now],
    );
    await client.query(
      `INSERT INTO custody_deposit_step (deposit_id, state, at_ms, height, seq)
       SELECT id, state, $3, height, seq FROM unnest($1::bigint[], $2::text[], $4::bigint[], $5::bigint[]) AS s (id, state, height, seq)
       ON CONFLICT DO NOTHING`,
      [ids, states, now, stand.map(({ after }) => after.height), stand.map(({ seq }) => seq)],
    );
  });
}
