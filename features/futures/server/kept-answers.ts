// First answers that rows cannot tell again exactly, since they show figures of their moment: kept before they are given, and given again
// to the same request, also after a restart (decisions.md, Responses).
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Call } from '@maru/kit/server/feature.ts';
import type { SubmitReply } from '@maru/kit/server/engine-port.ts';
import { memberOf, repeatedOf } from './submit.ts';

export interface Answer<T> {
  data: T;
  sequence: number;
}

/** Request keys live for a day (ADR 0007); a few old rows go with each new one. */
const KEEP = `WITH old AS (DELETE FROM futures_answer WHERE ctid IN (SELECT ctid FROM futures_answer WHERE at < $5::timestamptz - interval '25 hours' LIMIT 20))
INSERT INTO futures_answer (site_id, account, seq, answer, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`;

/**
 * `make` tells the answer: of a new request it is kept, and of a repeated one it serves only where nothing was kept, which is where
 * nobody was ever answered. `clientOrderId`: the request's other key.
 */
export async function answerOnce<T>(
  context: AppContext,
  call: Call,
  reply: SubmitReply,
  make: () => Promise<Answer<T>>,
  clientOrderId?: string,
): Promise<Answer<T>> {
  const { account } = memberOf(call);
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) {
    const { rows } = await context.pool.query<{ answer: string }>(
      'SELECT answer FROM futures_answer WHERE site_id = $1 AND account = $2 AND seq = $3',
      [call.site.id, account, repeated.firstSeq],
    );
    return rows[0] === undefined ? await make() : { data: JSON.parse(rows[0].answer) as T, sequence: repeated.firstSeq };
  }
  const answer = await make();
  if (call.requestKey !== undefined || clientOrderId !== undefined) {
    await context.pool.query({
      name: 'futures-answer',
      text: KEEP,
      values: [call.site.id, account, reply.seq, JSON.stringify(answer.data), new Date(context.clock.now())],
    });
  }
  return answer;
}
