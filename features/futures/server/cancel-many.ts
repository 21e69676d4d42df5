// Several orders cancelled by one request: each is its own command, in one batch; one that is gone leaves the others cancelled.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { keyOwner, type RequestKeyWords, requestKeyWords } from '@maru/kit/server/request-key.ts';
import { cancelOrders } from '../contract.ts';
import { cancelOne } from './cancel-order.ts';
import { readEngine } from './engine-views.ts';
import { messageOf, refusalIn } from './place-many.ts';
import { memberOf } from './submit.ts';

export const cancelOrdersHandler = handle(cancelOrders, async (context, call) => {
  const ids = [...new Set(call.body.ids)];
  const { orders } = await readEngine.openOrders(context, call.site.id, memberOf(call).account, -1);
  const open = new Set(orders.map(({ orderId }) => orderId));
  const repeated = await repeatedAmong(
    context,
    call,
    ids.filter((id) => !open.has(id)),
  );
  const settled = await Promise.allSettled(
    ids.map(async (id) => {
      // Counted as one call, it must not write two hundred refusals into the journal.
      if (!open.has(id) && !repeated.has(id)) throw new Refusal('ORDER_UNKNOWN', { field: 'id' });
      return cancelOne(context, call, id, id);
    }),
  );
  const isAnyDone = settled.some(({ status }) => status === 'fulfilled');
  const results = settled.map((outcome, i) => {
    if (outcome.status === 'fulfilled') return { id: ids[i], order: outcome.value.data.order, code: null, message: null };
    const reason = refusalIn(outcome.reason, isAnyDone);
    return { id: ids[i], order: null, code: reason.code, message: messageOf(reason, call.language) };
  });
  const sequences = settled.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.sequence : 0));
  return { data: { results }, sequence: Math.max(0, ...sequences) };
});

/** Of those the engine knows the request and gives its first answer, whatever became of the order. */
async function repeatedAmong(context: AppContext, call: Call, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { requestKey } = call;
  if (requestKey === undefined || ids.length === 0) return new Set();
  const session = memberOf(call);
  const words = ids.map((part) => requestKeyWords({ site: call.site.id, member: keyOwner(session), requestKey, part }) as RequestKeyWords);
  const sequences = await readEngine.requests(context, call.site.id, session.account, words);
  return new Set(ids.filter((_, i) => sequences[i] !== 0));
}
