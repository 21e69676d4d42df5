// One request, one effect: a member's practice requests run one after the other, and one sent again gets its first answer.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { inTurn } from '@maru/kit/server/in-turn.ts';
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
 * Runs `act` with the member's purse held, all of it or nothing. `wish`: what was asked for, without the price of the moment; another one
 * under the same key is refused. A refusal leaves the key free.
 */
export function once<T>(
  context: AppContext,
  call: Call,
  wish: string,
  act: (held: Held) => Promise<T>,
): Promise<{ answer: T; isNew: boolean }> {
  const { site, requestKey } = call;
  const { account } = memberOf(call);
  // Waiting here costs nobody else a connection.
  return inTurn(`practice ${site.id} ${account}`, () =>
    inTransaction(context.pool, async (client) => {
      const purse = await lockPurse(client, site, account);
      const known = requestKey === undefined ? undefined : await findRequest<T>(client, site.id, account, requestKey);
      if (known !== undefined && known.wish !== wish) throw new Refusal('REQUEST_REUSED');
      if (known !== undefined) return { answer: known.answer, isNew: false };
      const now = context.clock.now();
      const answer = await act({ client, account, purse, now });
      if (requestKey !== undefined)
        await client.query(
          'INSERT INTO rounds_practice_request (site_id, account, key, wish, answer, at_ms) VALUES ($1, $2, $3, $4, $5, $6)',
          [site.id, account, requestKey, wish, JSON.stringify(answer), now],
        );
      return { answer, isNew: true };
    }),
  );
}

async function findRequest<T>(
  client: PoolClient,
  site: number,
  account: number,
  key: string,
): Promise<{ wish: string; answer: T } | undefined> {
  const { rows } = await client.query<{ wish: string; answer: T }>(
    'SELECT wish, answer FROM rounds_practice_request WHERE site_id = $1 AND account = $2 AND key = $3',
    [site, account, key],
  );
  return rows[0];
}
