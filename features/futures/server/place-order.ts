// Places an order and answers with it as the engine left it, fills included.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SubmitReply } from '@maru/kit/server/engine-port.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { placeOrder } from '../contract.ts';
import { TWAP_FAMILY, TWAP_ORDER_PREFIX } from '../twap-contract.ts';
import { withClientId } from './client-ids.ts';
import type { PlaceOrderBody } from '../orders-contract.ts';
import { encodePlaceOrder } from './encode-order.ts';
import { answerAgain } from './first-answer.ts';
import { type Answer, answerOnce } from './kept-answers.ts';
import { holdToLimit } from './leverage-limits.ts';
import { orderOutcome } from './order-outcome.ts';
import { notePlaced } from './placed-notes.ts';
import { presentFill, presentOrder } from './present-order.ts';
import type { RequestReads } from './reads-of-request.ts';
import type { PartKey } from './request-of-many.ts';
import type { Turn } from './sent-together.ts';
import { requestedSymbol, type SiteSymbol } from './site-symbols.ts';
import { encodeFor, memberOf, repeatedOf, submitCommand } from './submit.ts';

export const placeOrderHandler = handle(placeOrder, (context, call) => placeOne(context, call, call.body));

/** An order of a batch: `key` tells the orders of one request apart, `turn` is waited for before it is sent. */
export interface InBatch {
  key: PartKey;
  turn: Turn;
  reads: RequestReads;
}

/** One order of a request. */
export async function placeOne(
  context: AppContext,
  call: Call,
  body: PlaceOrderBody,
  batch?: InBatch,
): Promise<Answer<Out<typeof placeOrder.reply>>> {
  const { site } = call;
  const { account } = memberOf(call);
  refuseRestricted(call, body);
  refuseReserved(call, body);
  const symbol = requestedSymbol(site, body.futuresOptionId);
  if (!closes(body)) await holdToLimit(context, site.id, account, symbol.symbol);
  const record = await encodeFor(context, site.id, symbol, () => encodePlaceOrder(account, symbol, body));
  const name = { clientOrderId: body.clientOrderId, ...batch?.key };
  const reply = await withClientId(context, call, name, batch?.reads, async () => {
    await batch?.turn();
    return submitCommand(context, call, record, symbol, name);
  });
  // Rows tell again how an order stood, but not the TP/SL that it had before they were changed.
  const answer = () => answerOf(context, call, body, symbol, reply);
  // Of a batch under a key the whole answer is kept.
  const isKept = hasTpsl(body) && batch?.key.bodyText === undefined;
  return isKept ? answerOnce(context, call, reply, answer, body.clientOrderId) : answer();
}

export const hasTpsl = ({ takeProfit, stopLoss }: PlaceOrderBody): boolean => takeProfit !== undefined || stopLoss !== undefined;

/** Where something stands against trading an order must say that it only closes. */
function refuseRestricted({ restriction }: Call, body: PlaceOrderBody): void {
  if (restriction !== undefined && !closes(body)) throw new Refusal(restriction);
}

/** By such a name a TWAP finds its own slices again: nobody else's order may have one. */
function refuseReserved({ session }: Call, { clientOrderId }: PlaceOrderBody): void {
  if (clientOrderId?.startsWith(TWAP_ORDER_PREFIX) === true && session?.family !== TWAP_FAMILY)
    throw new Refusal('CLIENT_ORDER_ID_RESERVED', { field: 'clientOrderId' });
}

const closes = ({ side, positionSide, reduceOnly, closePosition }: PlaceOrderBody): boolean =>
  positionSide === 'BOTH' ? reduceOnly === true || closePosition === true : (positionSide === 'LONG') === (side === 'SELL');

async function answerOf(
  context: AppContext,
  call: Call,
  body: PlaceOrderBody,
  symbol: SiteSymbol,
  reply: SubmitReply,
): Promise<Answer<Out<typeof placeOrder.reply>>> {
  const { site } = call;
  const { account } = memberOf(call);
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) return answerAgain(context, site, account, repeated);
  const outcome = orderOutcome(reply.events, account, undefined);
  if (outcome === undefined) throw new Error(`no order in the answer to sequence ${reply.seq}`);
  const { fills } = outcome;
  const order = { ...outcome.order, clientOrderId: body.clientOrderId ?? '' };
  notePlaced(context, site.id, account, order);
  return { data: { order: presentOrder(symbol, order), fills: fills.map((fill) => presentFill(symbol, fill)) }, sequence: reply.seq };
}
