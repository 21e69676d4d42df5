// What the orders of one request ask the engine before they are sent: each by itself, or all of a batch at once.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { RequestKeyWords } from '@maru/kit/server/request-key.ts';
import { type OrderView, readEngine } from './engine-views.ts';

export interface RequestReads {
  /** Open orders as they are at some moment after it is asked. */
  openOrders(): Promise<readonly OrderView[]>;
  /** Whether something was done under this request key before. */
  isRepeat(words: RequestKeyWords): Promise<boolean>;
}

export function readsOfOne(context: AppContext, site: number, account: number): RequestReads {
  return {
    openOrders: async () => (await readEngine.openOrders(context, site, account, -1)).orders,
    isRepeat: async (words) => (await readEngine.requests(context, site, account, [words]))[0] !== 0,
  };
}

/** One read for all parts that ask before it begins; whoever asks later gets another, so that none is told of a time before it asked. */
export function readsOfBatch(context: AppContext, site: number, account: number): RequestReads {
  const one = readsOfOne(context, site, account);
  const openOrders = gathered<undefined, readonly OrderView[]>(async (asked) => {
    const orders = await one.openOrders();
    return asked.map(() => orders);
  });
  const isRepeat = gathered<RequestKeyWords, boolean>(async (keys) =>
    (await readEngine.requests(context, site, account, keys)).map((seq) => seq !== 0),
  );
  return { openOrders: () => openOrders(undefined), isRepeat };
}

/** Questions of one turn of the event loop, asked as one. */
function gathered<Q, A>(ask: (questions: readonly Q[]) => Promise<readonly A[]>): (question: Q) => Promise<A> {
  let questions: Q[] = [];
  let answers: Promise<readonly A[]> | undefined;
  return async (question) => {
    const at = questions.push(question) - 1;
    answers ??= new Promise<void>((go) => setImmediate(go)).then(() => {
      const asked = questions;
      questions = [];
      answers = undefined;
      return ask(asked);
    });
    return (await answers)[at];
  };
}
