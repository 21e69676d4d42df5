// Cancels one open order of the member.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { cancelOrder } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import { answerAgain } from './first-answer.ts';
import { orderOutcome } from './order-outcome.ts';
import { takeNote } from './placed-notes.ts';
import { presentOrder } from './present-order.ts';
import type { PartKey } from './request-of-many.ts';
import { symbolAt } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

export const cancelOrderHandler = handle(cancelOrder, (context, call) => cancelOne(context, call, call.body.id));

/** One order of a request; `key` tells the orders of one request apart. */
export async function cancelOne(
  context: AppContext,
  call: Call,
  id: number,
  key: PartKey = {},
): Promise<{ data: Out<typeof cancelOrder.reply>; sequence: number }> {
  const { site } = call;
  const { account } = memberOf(call);
  // The order's id alone decides; how it stood is known or read on the way, for what its closing event does not repeat.
  const noted = takeNote(context, site.id, account, id);
  const [before, reply] = await Promise.all([
    noted ?? readEngine.order(context, site.id, account, id),
    submitCommand(context, call, encodeFields(account, -1, { kind: CommandKind.CancelOrder, orderId: id }), undefined, key),
  ]);
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) {
    const { data, sequence } = await answerAgain(context, site, account, { ...repeated, orderId: id });
    return { data: { order: data.order }, sequence };
  }
  const outcome = orderOutcome(reply.events, account, id, before === null ? undefined : { ...before, end: -1 });
  if (outcome === undefined) throw new Refusal('ORDER_UNKNOWN', { field: 'id' });
  return { data: { order: presentOrder(symbolAt(site, outcome.order.symbol), outcome.order) }, sequence: reply.seq };
}
