// Changes an open order: price or quantity of one that rests (what now crosses fills at once), any value of one that still waits.
import { OrderType, unpackOrderFlags } from '@maru/engine/command.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { amendOrder } from '../contract.ts';
import { encodeAmendConditional, encodeAmendOrder, fault, lotsOf, ticksOf } from './encode.ts';
import { percentRateOf } from './encode-order.ts';
import { readEngine } from './engine-views.ts';
import { answerAgain } from './first-answer.ts';
import { foldOrder } from './order-events.ts';
import { type OrderFacts, presentFill, presentOrder } from './present-order.ts';
import { type SiteSymbol, symbolAt } from './site-symbols.ts';
import { encodeFor, memberOf, repeatedOf, submitCommand } from './submit.ts';

type Body = Out<typeof amendOrder.body>;

export const amendOrderHandler = handle(amendOrder, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const before = await readEngine.order(context, site.id, account, body.id);
  // An order that is gone still goes to the engine: it may be a repeated request, which only the engine knows.
  const symbol = symbolAt(site, before?.symbol ?? 0);
  const record =
    before === null
      ? encodeAmendOrder(account, symbol, body.id, 0, 0)
      : await encodeFor(context, site.id, symbol, () => encode(account, symbol, body, { ...before, end: -1 }));
  const reply = await submitCommand(context, call, record, symbol, { bodyText: bodyText(body) });
  const repeated = repeatedOf(reply.events);
  if (repeated !== undefined) return answerAgain(context, site, account, { ...repeated, orderId: body.id });
  const outcome = before === null ? undefined : foldOrder(reply.events, account, body.id, { ...before, end: -1 });
  if (outcome === undefined) throw new Error(`no order in the answer to sequence ${reply.seq}`);
  const { order, fills } = outcome;
  return { data: { order: presentOrder(symbol, order), fills: fills.map((fill) => presentFill(symbol, fill)) }, sequence: reply.seq };
});

function bodyText(body: Body): string {
  const conditional = [body.stopPrice, body.activationPrice, body.callbackRate].some((value) => value !== undefined);
  const plain = `amend|${body.id}|${body.price ?? ''}|${body.quantity ?? ''}`;
  return conditional ? `${plain}|${body.stopPrice ?? ''}|${body.activationPrice ?? ''}|${body.callbackRate ?? ''}` : plain;
}

function encode(account: number, symbol: SiteSymbol, body: Body, before: OrderFacts): Float64Array {
  const { type } = unpackOrderFlags(before.flags);
  if (type < OrderType.TakeProfit) {
    for (const field of ['stopPrice', 'activationPrice', 'callbackRate'] as const)
      if (body[field] !== undefined) throw fault('PARAM_NOT_REQUIRED', field);
    return encodeAmendOrder(account, symbol, body.id, body.price ?? before.price, body.quantity ?? before.lots);
  }
  const isTrailing = type === OrderType.Trailing;
  const own = isTrailing ? 'activationPrice' : 'stopPrice';
  const other = isTrailing ? 'stopPrice' : 'activationPrice';
  if (body[other] !== undefined) throw fault('PARAM_NOT_REQUIRED', other);
  const stop = body[own];
  return encodeAmendConditional(account, symbol, body.id, {
    price: body.price === undefined ? before.price : ticksOf(symbol, body.price, 'price'),
    lots: body.quantity === undefined ? before.lots : lotsOf(symbol, body.quantity, 'quantity'),
    stopPrice: stop === undefined ? (before.stopPrice ?? 0) : ticksOf(symbol, stop, own),
    callbackRate: body.callbackRate === undefined ? (before.callbackRate ?? 0) : percentRateOf(body.callbackRate, 'callbackRate'),
  });
}
