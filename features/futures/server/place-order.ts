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
import { answersAgain } from './first-answer.ts';
import { type Answer, keepAnswers, keptAnswers } from './kept-answers.ts';
import { holdToLimit } from './leverage-limits.ts';
import { orderOutcome } from './order-outcome.ts';
import { notePlaced } from './placed-notes.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { settledValue, type Turn } from './sent-together.ts';
import { requestedSymbol, type SiteSymbol } from './site-symbols.ts';
import { encodeFor, memberOf, repeatedOf, submitCommand } from './submit.ts';

type Placed = Answer<Out<typeof placeOrder.reply>>;

export const placeOrderHandler = handle(placeOrder, async (context, call) => {
  const [answer] = await tellOrders(context, call, [await sendOrder(context, call, call.body)]);
  return settledValue(answer);
});

export interface SentOrder {
  body: PlaceOrderBody;
  symbol: SiteSymbol;
  reply: SubmitReply;
}

/** One order of a request; `part` tells the orders of one request apart, `turn` is waited for before it is sent. */
export async function sendOrder(context: AppContext, call: Call, body: PlaceOrderBody, part?: number, turn?: Turn): Promise<SentOrder> {
  const { site } = call;
  const { account } = memberOf(call);
  refuseRestricted(call, body);
  refuseReserved(call, body);
  const symbol = requestedSymbol(site, body.futuresOptionId);
  if (!closes(body)) await holdToLimit(context, site.id, account, symbol.symbol);
  const record = await encodeFor(context, site.id, symbol, () => encodePlaceOrder(account, symbol, body));
  const name = { clientOrderId: body.clientOrderId, part };
  const reply = await withClientId(context, call, name, async () => {
    await turn?.();
    return submitCommand(context, call, record, symbol, name);
  });
  return { body, symbol, reply };
}

/** In their order; the database is asked for all of them together. */
export async function tellOrders(context: AppContext, call: Call, sent: readonly SentOrder[]): Promise<PromiseSettledResult<Placed>[]> {
  const before = await toldBefore(context, call, sent);
  const kept: Placed[] = [];
  const told = sent.map((one): PromiseSettledResult<Placed> => {
    const again = before.get(one);
    if (again !== undefined) return again;
    const value = answerOf(context, call, one);
    const isKeyed = call.requestKey !== undefined || one.body.clientOrderId !== undefined;
    if (isKeyed && hasTpsl(one.body)) kept.push(value);
    return { status: 'fulfilled', value };
  });
  await keepAnswers(context, call, kept);
  return told;
}

/** Rows tell again how an order stood, but not the TP/SL that it had before they were changed. */
const hasTpsl = ({ takeProfit, stopLoss }: PlaceOrderBody) => takeProfit !== undefined || stopLoss !== undefined;

/** The first answers of those that were placed before, by an earlier request that was this one. */
async function toldBefore(context: AppContext, call: Call, sent: readonly SentOrder[]) {
  const repeats = sent.flatMap((one) => {
    const repeated = repeatedOf(one.reply.events);
    return repeated === undefined ? [] : [{ one, repeated }];
  });
  const told = new Map<SentOrder, PromiseSettledResult<Placed>>();
  if (repeats.length === 0) return told;
  const ofTpsl = repeats.filter(({ one }) => hasTpsl(one.body)).map(({ repeated }) => repeated.firstSeq);
  const kept = await keptAnswers<Placed['data']>(context, call, ofTpsl);
  const others = repeats.filter(({ one, repeated }) => {
    const value = kept.get(repeated.firstSeq);
    if (value !== undefined) told.set(one, { status: 'fulfilled', value });
    return value === undefined;
  });
  const asked = others.map(({ repeated }) => repeated);
  const answers = await answersAgain(context, call.site, memberOf(call).account, asked);
  others.forEach(({ one }, i) => told.set(one, answers[i]));
  return told;
}

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

function answerOf(context: AppContext, call: Call, { body, symbol, reply }: SentOrder): Placed {
  const { account } = memberOf(call);
  const outcome = orderOutcome(reply.events, account, undefined);
  if (outcome === undefined) throw new Error(`no order in the answer to sequence ${reply.seq}`);
  const { fills } = outcome;
  const order = { ...outcome.order, clientOrderId: body.clientOrderId ?? '' };
  notePlaced(context, call.site.id, account, order);
  return { data: { order: presentOrder(symbol, order), fills: fills.map((fill) => presentFill(symbol, fill)) }, sequence: reply.seq };
}
