// Changes an open order: price or quantity of one that rests (what now crosses fills at once), any value of one that still waits.
import { unpackOrderFlags } from '@maru/engine/wire/command.ts';
import { type AttachedTpsl, OrderFlag } from '@maru/engine/wire/order-terms.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { amendOrder } from '../contract.ts';
import { encodeAmendConditional, encodeAmendOrder, fault, lotsOf, ticksOf } from './encode.ts';
import { percentRateOf } from './encode-order.ts';
import { readEngine } from './engine-views.ts';
import { answerAgain } from './first-answer.ts';
import { type Answer, answerOnce } from './kept-answers.ts';
import type { OrderFacts } from '../fold-order.ts';
import { orderTypeOfCode } from '../order-type-table.ts';
import { orderOutcome } from './order-outcome.ts';
import { presentFill, presentOrder } from './present-order.ts';
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
  const answer = async (): Promise<Answer<Out<typeof amendOrder.reply>>> => {
    const repeated = repeatedOf(reply.events);
    if (repeated !== undefined) return answerAgain(context, site, account, { ...repeated, orderId: body.id });
    const outcome = before === null ? undefined : orderOutcome(reply.events, account, body.id, { ...before, end: -1 });
    if (outcome === undefined) throw new Error(`no order in the answer to sequence ${reply.seq}`);
    const { order, fills } = outcome;
    return { data: { order: presentOrder(symbol, order), fills: fills.map((fill) => presentFill(symbol, fill)) }, sequence: reply.seq };
  };
  // What rows keep of an amendment are price, quantity and stop; an order with TP/SL tells more.
  const hasTpsl = namesTpsl(body) || (before !== null && (before.flags & OrderFlag.Attached) !== 0);
  return hasTpsl ? answerOnce(context, call, reply, answer) : answer();
});

function bodyText(body: Body): string {
  const conditional = [body.stopPrice, body.activationPrice, body.callbackRate].some((value) => value !== undefined);
  const plain = `amend|${body.id}|${body.price ?? ''}|${body.quantity ?? ''}`;
  const terms = conditional ? `|${body.stopPrice ?? ''}|${body.activationPrice ?? ''}|${body.callbackRate ?? ''}` : '';
  const tpsl = namesTpsl(body) ? `|tpsl|${JSON.stringify(tpslFields.map((field) => body[field]))}` : '';
  return `${plain}${terms}${tpsl}`;
}

const tpslFields = ['takeProfit', 'stopLoss', 'isMarkTp', 'isMarkSl', 'isPartialTpsl', 'takeProfitLimit', 'stopLossLimit'] as const;

function namesTpsl(body: Body): boolean {
  return tpslFields.some((field) => body[field] !== undefined);
}

/** The TP/SL that the order shall have: what the body leaves out stays as it is. */
function tpslOf(symbol: SiteSymbol, body: Body, before: OrderFacts): { tpsl?: AttachedTpsl } {
  if (!namesTpsl(body)) return {};
  const had = (bit: number) => (before.flags & bit) !== 0;
  const ticks = (field: 'takeProfit' | 'stopLoss' | 'takeProfitLimit' | 'stopLossLimit', now: number | undefined): number => {
    const text = body[field];
    if (text === undefined) return now ?? 0;
    return text === null ? 0 : ticksOf(symbol, text, field);
  };
  const takeProfit = ticks('takeProfit', before.takeProfit);
  const stopLoss = ticks('stopLoss', before.stopLoss);
  const partial = body.isPartialTpsl ?? had(OrderFlag.PartialTpsl);
  const limitOf = (leg: 'takeProfit' | 'stopLoss', stop: number): number => {
    const field = `${leg}Limit` as const;
    // A limit goes with its leg, unless the body names one for a leg that is none.
    const limit = stop === 0 && body[field] === undefined ? 0 : ticks(field, before[field]);
    if (limit !== 0 && (stop === 0 || !partial)) throw fault('PARAM_NOT_REQUIRED', field);
    return limit;
  };
  return {
    tpsl: {
      takeProfit,
      stopLoss,
      takeProfitByMark: body.isMarkTp ?? had(OrderFlag.TakeProfitByMark),
      stopLossByMark: body.isMarkSl ?? had(OrderFlag.StopLossByMark),
      partial,
      takeProfitLimit: limitOf('takeProfit', takeProfit),
      stopLossLimit: limitOf('stopLoss', stopLoss),
    },
  };
}

function encode(account: number, symbol: SiteSymbol, body: Body, before: OrderFacts): Float64Array {
  const { type } = unpackOrderFlags(before.flags);
  const { tpsl } = tpslOf(symbol, body, before);
  const { trigger } = orderTypeOfCode(type);
  if (trigger === undefined) {
    for (const field of ['stopPrice', 'activationPrice', 'callbackRate'] as const)
      if (body[field] !== undefined) throw fault('PARAM_NOT_REQUIRED', field);
    return encodeAmendOrder(account, symbol, body.id, body.price ?? before.price, body.quantity ?? before.lots, tpsl);
  }
  const own = trigger.stop;
  const other = own === 'stopPrice' ? 'activationPrice' : 'stopPrice';
  if (body[other] !== undefined) throw fault('PARAM_NOT_REQUIRED', other);
  const stop = body[own];
  return encodeAmendConditional(account, symbol, body.id, {
    price: body.price === undefined ? before.price : ticksOf(symbol, body.price, 'price'),
    lots: body.quantity === undefined ? before.lots : lotsOf(symbol, body.quantity, 'quantity'),
    stopPrice: stop === undefined ? (before.stopPrice ?? 0) : ticksOf(symbol, stop, own),
    callbackRate: body.callbackRate === undefined ? (before.callbackRate ?? 0) : percentRateOf(body.callbackRate, 'callbackRate'),
    ...(tpsl === undefined ? {} : { tpsl }),
  });
}
