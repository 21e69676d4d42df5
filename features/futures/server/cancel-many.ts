// Several orders cancelled by one request: each is its own command, in one batch; one that is gone leaves the others cancelled.
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { cancelOrders } from '../contract.ts';
import { cancelOne } from './cancel-order.ts';
import { messageOf } from './place-many.ts';

export const cancelOrdersHandler = handle(cancelOrders, async (context, call) => {
  const ids = [...new Set(call.body.ids)];
  const settled = await Promise.allSettled(ids.map((id) => cancelOne(context, call, id, id)));
  const results = settled.map((outcome, i) => {
    if (outcome.status === 'fulfilled') return { id: ids[i], order: outcome.value.data.order, code: null, message: null };
    return { id: ids[i], order: null, ...whyOf(outcome.reason, call) };
  });
  const sequences = settled.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.sequence : 0));
  return { data: { results }, sequence: Math.max(0, ...sequences) };
});

/** What is no refusal fails the whole request: nobody knows then what became of it, and asking again is safe. */
function whyOf(reason: unknown, { language }: Call): { code: string; message: string } {
  if (!(reason instanceof Refusal)) throw reason;
  return { code: reason.code, message: messageOf(reason, language) };
}
