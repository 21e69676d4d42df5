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
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) return (await keptAnswer<T>(context, call, repeated.firstSeq)) ?? (await make());
  const answer = await make();
  if (call.requestKey !== undefined || clientOrderId !== undefined) await keepAnswer(context, call, reply.seq, answer.data);
  return answer;
}

/** What was kept of the answer to the command of this sequence. */
export async function keptAnswer<T>({ pool }: AppContext, call: Call, sequence: number): Promise<Answer<T> | undefined> {
  const { rows } = await pool.query<{ answer: string }>(
    'SELECT answer FROM futures_answer WHERE site_id = $1 AND account = $2 AND seq = $3',
    [call.site.id, memberOf(call).account, sequence],
  );
  return rows[0] === undefined ? undefined : { data: JSON.parse(rows[0].answer) as T, sequence };
}

export async function keepAnswer({ pool, clock }: AppContext, call: Call, sequence: number, data: unknown): Promise<void> {
  await pool.query({
    name: 'futures-answer',
    text: KEEP,
    values: [call.site.id, memberOf(call).account, sequence, JSON.stringify(data), new Date(clock.now())],
  });
}
