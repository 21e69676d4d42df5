// Cancels one open order of the member.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SubmitReply } from '@maru/kit/server/engine-port.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { cancelOrder } from '../contract.ts';
import type { OrderFacts } from '../fold-order.ts';
import { type OrderView, readEngine } from './engine-views.ts';
import { answersAgain } from './first-answer.ts';
import type { Answer } from './kept-answers.ts';
import { orderOutcome } from './order-outcome.ts';
import { takeNote } from './placed-notes.ts';
import { presentOrder } from './present-order.ts';
import { settledValue } from './sent-together.ts';
import { symbolAt } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

type Cancelled = Answer<Out<typeof cancelOrder.reply>>;

export const cancelOrderHandler = handle(cancelOrder, async (context, call) => {
  const [answer] = await tellCancels(context, call, [await sendCancel(context, call, call.body.id)]);
  return settledValue(answer);
});

interface SentCancel {
  id: number;
  /** How it stood; null where there was none. */
  before: OrderView | OrderFacts | null;
  reply: SubmitReply;
}

/** One order of a request; `part` tells the orders of one request apart. */
export async function sendCancel(context: AppContext, call: Call, id: number, part?: number): Promise<SentCancel> {
  const { account } = memberOf(call);
  // The order's id alone decides; how it stood is known or read on the way, for what its closing event does not repeat.
  const noted = takeNote(context, call.site.id, account, id);
  const [before, reply] = await Promise.all([
    noted ?? readEngine.order(context, call.site.id, account, id),
    submitCommand(context, call, encodeFields(account, -1, { kind: CommandKind.CancelOrder, orderId: id }), undefined, { part }),
  ]);
  return { id, before, reply };
}

/** In their order; the database is asked for all of them together. */
export async function tellCancels(
  context: AppContext,
  call: Call,
  sent: readonly SentCancel[],
): Promise<PromiseSettledResult<Cancelled>[]> {
  const { site } = call;
  const { account } = memberOf(call);
  const repeats = sent.flatMap(({ id, reply }) => {
    const repeated = repeatedOf(reply.events);
    return repeated === undefined ? [] : [{ ...repeated, orderId: id }];
  });
  const answers = await answersAgain(context, site, account, repeats);
  const again = new Map(repeats.map(({ orderId }, i) => [orderId, answers[i]]));
  return Promise.allSettled(
    sent.map(async ({ id, before, reply }): Promise<Cancelled> => {
      const first = again.get(id);
      if (first !== undefined) {
        const { data, sequence } = settledValue(first);
        return { data: { order: data.order }, sequence };
      }
      const outcome = orderOutcome(reply.events, account, id, before === null ? undefined : { ...before, end: -1 });
      if (outcome === undefined) throw new Refusal('ORDER_UNKNOWN', { field: 'id' });
      return { data: { order: presentOrder(symbolAt(site, outcome.order.symbol), outcome.order) }, sequence: reply.seq };
    }),
  );
}
