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
INSERT INTO futures_answer (site_id, account, seq, answer, at)
SELECT $1::integer, $2::integer, seq, answer, $5::timestamptz FROM unnest($3::bigint[], $4::text[]) AS kept (seq, answer) ON CONFLICT DO NOTHING`;

export async function keepAnswers<T>({ pool, clock }: AppContext, call: Call, answers: readonly Answer<T>[]): Promise<void> {
  if (answers.length === 0) return;
  const { account } = memberOf(call);
  const [seqs, texts] = [answers.map(({ sequence }) => sequence), answers.map(({ data }) => JSON.stringify(data))];
  await pool.query({ name: 'futures-answer', text: KEEP, values: [call.site.id, account, seqs, texts, new Date(clock.now())] });
}

/** Of the first answers at these sequences those that were kept. */
export async function keptAnswers<T>({ pool }: AppContext, call: Call, seqs: readonly number[]): Promise<Map<number, Answer<T>>> {
  if (seqs.length === 0) return new Map();
  const { rows } = await pool.query<{ seq: number; answer: string }>(
    'SELECT seq, answer FROM futures_answer WHERE site_id = $1 AND account = $2 AND seq = ANY($3::bigint[])',
    [call.site.id, memberOf(call).account, seqs],
  );
  return new Map(rows.map(({ seq, answer }) => [seq, { data: JSON.parse(answer) as T, sequence: seq }]));
}

/** `make` tells the answer: of a new request it is kept, and of a repeated one it serves only where nothing was kept, which is where nobody was ever answered. */
export async function answerOnce<T>(
  context: AppContext,
  call: Call,
  reply: SubmitReply,
  make: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) return (await keptAnswers<T>(context, call, [repeated.firstSeq])).get(repeated.firstSeq) ?? (await make());
  const answer = await make();
  if (call.requestKey !== undefined) await keepAnswers(context, call, [{ ...answer, sequence: reply.seq }]);
  return answer;
}
