// A request of several commands under one key: bound to its whole body, and answered again as it was answered first (ADR 0007).
import type { AppContext } from '@maru/kit/server/context.ts';
import { Reject } from '@maru/engine/reject.ts';
import type { Call } from '@maru/kit/server/feature.ts';
import { bodyWord, keyOwner, type RequestKey, type RequestKeyWords, requestKeyWords } from '@maru/kit/server/request-key.ts';
import { readEngine } from './engine-views.ts';
import { type Answer, keepAnswer, keptAnswer } from './kept-answers.ts';
import { refusalOf } from './refuse.ts';
import { memberOf } from './submit.ts';

/** How one of the commands carries the request's key. */
export type PartKey = Pick<RequestKey, 'part' | 'bodyText'>;

export interface DoneMany<T> extends Answer<T> {
  /** Sequence of the first command that was taken; 0: none was, and the key stays free. */
  firstSequence: number;
  /** What rows cannot tell again is kept. */
  isKept: boolean;
}

/**
 * `most`: how many commands a request of this kind may be at most, since another body may have had more than this one. `run` is told how
 * each of its commands carries the key, and whether some of them may have been taken before.
 */
export async function answerMany<T>(
  context: AppContext,
  call: Call,
  { name, most }: { name: string; most: number },
  run: (keyOf: (index: number) => PartKey, isRepeat: boolean) => Promise<DoneMany<T>>,
): Promise<Answer<T>> {
  const { requestKey, site, body } = call;
  if (requestKey === undefined) return run((part) => ({ part }), false);
  const session = memberOf(call);
  const { account } = session;
  const owner = { site: site.id, member: keyOwner(session), requestKey };
  const bodyText = `${name}|${JSON.stringify(body)}`;
  // The first has the key itself: then a request of one command under it is another one too.
  const keyOf = (index: number): PartKey => ({ part: index === 0 ? undefined : index, bodyText });
  const parts = [undefined, ...Array.from({ length: most }, (_, part) => part)];
  const keys = parts.map((part) => requestKeyWords({ ...owner, part }) as RequestKeyWords);
  // One after the other: another body at the same moment shares no command with this one that the engine could tell it by.
  return context.shared.turn(`request ${owner.site} ${owner.member} ${requestKey}`, async () => {
    const { seq, isOther } = await readEngine.firstOfRequest(context, site.id, account, keys, bodyWord(bodyText));
    if (isOther) throw refusalOf(Reject.REQUEST_REUSED, 0, 0, undefined);
    const kept = seq === 0 ? undefined : await keptAnswer<Answer<T>>(context, call, seq);
    if (kept !== undefined) return kept.data;
    const { firstSequence, isKept, ...answer } = await run(keyOf, seq !== 0);
    if (isKept && firstSequence !== 0) await keepAnswer(context, call, firstSequence, answer);
    return answer;
  });
}
