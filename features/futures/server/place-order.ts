// Places an order and answers with it as the engine left it, fills included.
import { handle } from '@maru/kit/server/feature.ts';
import { placeOrder } from '../contract.ts';
import { encodePlaceOrder } from './encode.ts';
import { answerAgain } from './first-answer.ts';
import { foldOrder } from './order-events.ts';
import { notePlaced } from './placed-notes.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { requestedSymbol } from './site-symbols.ts';
import { encodeFor, memberOf, repeatedOf, submitCommand } from './submit.ts';

export const placeOrderHandler = handle(placeOrder, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const symbol = requestedSymbol(site, body.futuresOptionId);
  const record = await encodeFor(context, site.id, symbol, () => encodePlaceOrder(account, symbol, body));
  const reply = await submitCommand(context, call, record, symbol, body);
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) return answerAgain(context, site, account, repeated);
  const outcome = foldOrder(reply.events, account, undefined);
  if (outcome === undefined) throw new Error(`no order in the answer to sequence ${reply.seq}`);
  const { order, fills } = outcome;
  order.clientOrderId = body.clientOrderId ?? '';
  notePlaced(context, site.id, account, order);
  return { data: { order: presentOrder(symbol, order), fills: fills.map((fill) => presentFill(symbol, fill)) }, sequence: reply.seq };
});
