// Changes price or quantity of an open order; a price that now crosses fills at once.
import { handle } from '@maru/kit/server/feature.ts';
import { amendOrder } from '../contract.ts';
import { encodeAmendOrder } from './encode.ts';
import { readEngine } from './engine-views.ts';
import { answerAgain } from './first-answer.ts';
import { foldOrder } from './order-events.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { symbolAt } from './site-symbols.ts';
import { encodeFor, memberOf, repeatedOf, submitCommand } from './submit.ts';

export const amendOrderHandler = handle(amendOrder, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const before = await readEngine.order(context, site.id, account, body.id);
  // An order that is gone still goes to the engine: it may be a repeated request, which only the engine knows.
  const symbol = symbolAt(site, before?.symbol ?? 0);
  const record =
    before === null
      ? encodeAmendOrder(account, symbol, body.id, 0, 0)
      : await encodeFor(context, site.id, symbol, () =>
          encodeAmendOrder(account, symbol, body.id, body.price ?? before.price, body.quantity ?? before.lots),
        );
  const reply = await submitCommand(context, call, record, symbol, {
    bodyText: `amend|${body.id}|${body.price ?? ''}|${body.quantity ?? ''}`,
  });
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) return answerAgain(context, site, account, { ...repeated, orderId: body.id });
  const outcome = before === null ? undefined : foldOrder(reply.events, account, body.id, { ...before, end: -1 });
  if (outcome === undefined) throw new Error(`no order in the answer to sequence ${reply.seq}`);
  const { order, fills } = outcome;
  return { data: { order: presentOrder(symbol, order), fills: fills.map((fill) => presentFill(symbol, fill)) }, sequence: reply.seq };
});
