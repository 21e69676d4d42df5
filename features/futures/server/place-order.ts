// Places an order and answers with it as the engine left it, fills included.
import { CommandKind, HEADER_WORDS } from '@maru/engine/command.ts';
import { OrderFlag } from '@maru/engine/command-conditional.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle } from '@maru/kit/server/feature.ts';
import { placeOrder } from '../contract.ts';
import { encodePlaceOrder, type PlaceOrderBody } from './encode-order.ts';
import { answerAgain, type OrderAnswer } from './first-answer.ts';
import { foldOrder } from './order-events.ts';
import { notePlaced } from './placed-notes.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { requestedSymbol } from './site-symbols.ts';
import { encodeFor, memberOf, repeatedOf, submitCommand } from './submit.ts';

export const placeOrderHandler = handle(placeOrder, (context, call) => placeOne(context, call, call.body));

/** One order of a request; `part` tells the orders of one request apart. */
export async function placeOne(context: AppContext, call: Call, body: PlaceOrderBody, part?: number): Promise<OrderAnswer> {
  const { site } = call;
  const { account } = memberOf(call);
  const symbol = requestedSymbol(site, body.futuresOptionId);
  const record = await encodeFor(context, site.id, symbol, () => encodePlaceOrder(account, symbol, body));
  const reply = await submitCommand(context, call, record, symbol, { clientOrderId: body.clientOrderId, part });
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) return answerAgain(context, site, account, repeated);
  const outcome = foldOrder(reply.events, account, undefined);
  if (outcome === undefined) throw new Error(`no order in the answer to sequence ${reply.seq}`);
  const { order, fills } = outcome;
  order.clientOrderId = body.clientOrderId ?? '';
  Object.assign(order, attachedTerms(record));
  notePlaced(context, site.id, account, order);
  return { data: { order: presentOrder(symbol, order), fills: fills.map((fill) => presentFill(symbol, fill)) }, sequence: reply.seq };
}

/** TP/SL of an entry, which its events do not repeat. */
function attachedTerms(record: Float64Array): { takeProfit: number; stopLoss: number } | undefined {
  if (record[0] !== CommandKind.PlaceOrder || (record[9] & OrderFlag.Attached) === 0) return undefined;
  return { takeProfit: record[HEADER_WORDS], stopLoss: record[HEADER_WORDS + 1] };
}
