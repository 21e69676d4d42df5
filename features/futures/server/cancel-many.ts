// Several orders cancelled by one request: each is its own command, in one batch; one that is gone leaves the others cancelled.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { keyOwner, type RequestKeyWords, requestKeyWords } from '@maru/kit/server/request-key.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { cancelOrders } from '../contract.ts';
import { MOST_CANCELS } from '../orders-contract.ts';
import { cancelOne } from './cancel-order.ts';
import { readEngine } from './engine-views.ts';
import { doneOf, messageOf, refusalIn } from './place-many.ts';
import { answerMany, type DoneMany, type PartKey } from './request-of-many.ts';
import { memberOf } from './submit.ts';

export const cancelOrdersHandler = handle(cancelOrders, (context, call) => {
  const ids = [...new Set(call.body.ids)];
  const many = { name: cancelOrders.name, most: MOST_CANCELS };
  return answerMany(context, call, many, (keyOf, isRepeat) => cancelEach(context, call, ids, keyOf, isRepeat));
});

async function cancelEach(
  context: AppContext,
  call: Call,
  ids: readonly number[],
  keyOf: (index: number) => PartKey,
  isRepeat: boolean,
): Promise<DoneMany<Out<typeof cancelOrders.reply>>> {
  const { orders } = await readEngine.openOrders(context, call.site.id, memberOf(call).account, -1);
  const open = new Set(orders.map(({ orderId }) => orderId));
  const repeated = isRepeat ? await repeatedAmong(context, call, ids.length, keyOf) : new Set();
  const settled = await Promise.allSettled(
    ids.map(async (id, index) => {
      // Counted as one call, it must not write two hundred refusals into the journal.
      if (!open.has(id) && !repeated.has(index)) throw new Refusal('ORDER_UNKNOWN', { field: 'id' });
      return cancelOne(context, call, id, keyOf(index));
    }),
  );
  const isAnyDone = settled.some(({ status }) => status === 'fulfilled');
  const results = settled.map((outcome, i) => {
    if (outcome.status === 'fulfilled') return { id: ids[i], order: outcome.value.data.order, code: null, message: null };
    const reason = refusalIn(outcome.reason, isAnyDone);
    return { id: ids[i], order: null, code: reason.code, message: messageOf(reason, call.language) };
  });
  return { data: { results }, ...doneOf(settled, false) };
}

/** Of those the engine knows the request and gives its first answer, whatever became of the order. */
async function repeatedAmong(
  context: AppContext,
  { site, requestKey, session }: Call,
  count: number,
  keyOf: (index: number) => PartKey,
): Promise<ReadonlySet<unknown>> {
  const owner = { site: site.id, member: keyOwner(session as Session), requestKey };
  const words = Array.from({ length: count }, (_, i) => requestKeyWords({ ...owner, ...keyOf(i) }) as RequestKeyWords);
  const sequences = await readEngine.requests(context, site.id, (session as Session).account, words);
  return new Set(sequences.flatMap((seq, i) => (seq === 0 ? [] : [i])));
}
