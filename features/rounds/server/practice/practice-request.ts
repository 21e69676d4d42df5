// One request, one effect: a member's practice requests run one after the other, and one sent again gets its first answer.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { memberOf } from '../send.ts';
import { lockPurse, type Purse } from './practice-purse.ts';

export interface Held {
  client: PoolClient;
  account: number;
  purse: Purse;
  /** The moment that counts: the purse is held from here on. */
  now: number;
}

/**
 * Runs `act` with the member's purse held, all of it or nothing. `requested`: what was asked for, without the price of the moment; another one
 * under the same key is refused. `check`: what stands against a first request alone. A refusal leaves the key free.
 */
export async function once<C, T>(
  context: AppContext,
  call: Call,
  requested: string,
  check: () => Promise<C>,
  act: (held: Held, checked: C) => Promise<T>,
): Promise<Once<T>> {
  const { site, requestKey } = call;
  const { account } = memberOf(call);
  // Whoever asks again is told what came of it, whatever stands against it meanwhile.
  const first = await answered<T>(context.pool, call, requested);
  if (first !== undefined) return first;
  const checked = await check();
  // Waiting here costs nobody else a connection.
  return context.shared.turn(`practice ${site.id} ${account}`, () =>
    inTransaction(context.pool, async (client) => {
      const purse = await lockPurse(client, site, account);
      const known = await answered<T>(client, call, requested);
      if (known !== undefined) return known;
      const now = context.clock.now();
      const answer = await act({ client, account, purse, now }, checked);
      if (requestKey !== undefined)
        await client.query(
          'INSERT INTO rounds_practice_request (site_id, account, key, requested, answer, at_ms) VALUES ($1, $2, $3, $4, $5, $6)',
          [site.id, account, requestKey, requested, JSON.stringify(answer), now],
        );
      return { answer, isNew: true };
    }),
  );
}

export interface Once<T> {
  answer: T;
  isNew: boolean;
}

/** Nothing stands against it but what the purse and its bets say. */
export const unchecked = async (): Promise<void> => {};

/** The first answer, where the key was met before. */
async function answered<T>(db: Pick<PoolClient, 'query'>, call: Call, requested: string): Promise<Once<T> | undefined> {
  if (call.requestKey === undefined) return undefined;
  const { rows } = await db.query<{ requested: string; answer: T }>(
    'SELECT requested, answer FROM rounds_practice_request WHERE site_id = $1 AND account = $2 AND key = $3',
    [call.site.id, memberOf(call).account, call.requestKey],
  );
  const known = rows.at(0);
  if (known !== undefined && known.requested !== requested) throw new Refusal('REQUEST_REUSED');
  return known && { answer: known.answer, isNew: false };
}
