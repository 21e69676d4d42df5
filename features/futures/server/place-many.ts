// Several orders in one request: each is its own command, judged by itself; one that is refused leaves the others standing.
import { scaleOrders } from '@maru/engine/futures/scale-orders.ts';
import { readDecimal } from '@maru/engine/money/decimal.ts';
import { RATE_ONE } from '@maru/engine/money/units.ts';
import { commonErrors } from '@maru/kit/contract/errors.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { fillText } from '@maru/kit/server/i18n.ts';
import { placeBatch, placeScale } from '../contract.ts';
import { futuresErrors } from '../errors.ts';
import { futuresWireErrors } from '../wire-errors.ts';
import { clientIdTaken } from './client-ids.ts';
import { fault, lotsOf, ticksOf } from './encode.ts';
import { MOST_IN_BATCH, type PlaceOrderBody } from '../orders-contract.ts';
import { priceText, quantityText } from './decimal-text.ts';
import { hasTpsl, placeOne } from './place-order.ts';
import { readsOfBatch } from './reads-of-request.ts';
import { answerMany, type DoneMany, type PartKey } from './request-of-many.ts';
import { sentTogether } from './sent-together.ts';
import { requestedSymbol } from './site-symbols.ts';
import { encodeFor, memberOf } from './submit.ts';

type Result = Out<typeof placeBatch.reply>['results'][number];

export const placeBatchHandler = handle(placeBatch, async (context, call) => placeAll(context, call, placeBatch.name, call.body.orders));

export const placeScaleHandler = handle(placeScale, async (context, call) => {
  const { site, body } = call;
  memberOf(call);
  const symbol = requestedSymbol(site, body.futuresOptionId);
  const { quantity, fromPrice, toPrice, count, skew, ...shared } = body;
  let orders: PlaceOrderBody[] = [];
  await encodeFor(context, site.id, symbol, () => {
    const parts = scaleOrders({
      from: ticksOf(symbol, fromPrice, 'fromPrice'),
      to: ticksOf(symbol, toPrice, 'toPrice'),
      count,
      lots: lotsOf(symbol, quantity, 'quantity'),
      skew: skew === undefined ? RATE_ONE : skewOf(skew),
    });
    if (parts.length === 0) throw fault('PARAM_MALFORMED', 'count');
    orders = parts.map((part) => ({
      ...shared,
      type: 'LIMIT',
      price: priceText(symbol, part.price),
      quantity: quantityText(symbol, part.lots),
    }));
    return new Float64Array(0);
  });
  return placeAll(context, call, placeScale.name, orders);
});

/** "2" = the last one twice the first, in 10^-8. */
function skewOf(text: string): number {
  const read = readDecimal(text, 8);
  if (typeof read !== 'number' || read <= 0) throw fault('PARAM_MALFORMED', 'skew');
  return read;
}

const placeAll = (context: AppContext, call: Call, name: string, orders: readonly PlaceOrderBody[]) =>
  answerMany(context, call, { name, most: MOST_IN_BATCH }, (keyOf) => placeEach(context, call, orders, keyOf));

/**
 * In the order given; the engine takes them in that order too, in one message and one flush. Where its queue is full in the middle of
 * them, what was placed is told beside what was not: asked for again as a whole, without a key, it would be placed twice.
 */
async function placeEach(
  context: AppContext,
  call: Call,
  orders: readonly PlaceOrderBody[],
  keyOf: (index: number) => PartKey,
): Promise<DoneMany<Out<typeof placeBatch.reply>>> {
  const together = sentTogether(orders.length);
  const reads = readsOfBatch(context, call.site.id, memberOf(call).account);
  const settled = await Promise.allSettled(
    orders.map((order, part) =>
      together.run(part, async (turn) => {
        if (isNamedBefore(orders, part)) throw clientIdTaken();
        return placeOne(context, call, order, { key: keyOf(part), turn, reads });
      }),
    ),
  );
  const isAnyPlaced = settled.some(({ status }) => status === 'fulfilled');
  const results = settled.map((outcome): Result => {
    if (outcome.status === 'fulfilled') return { ...outcome.value.data, code: null, message: null, data: null };
    const reason = refusalIn(outcome.reason, isAnyPlaced);
    return { order: null, fills: [], code: reason.code, message: messageOf(reason, call.language), data: reason.data ?? null };
  });
  return { data: { results }, ...doneOf(settled, orders.some(hasTpsl)) };
}

/** Of two with one name the first has it, whichever is ready first: a repeat of the request finds the same. */
function isNamedBefore(orders: readonly PlaceOrderBody[], part: number): boolean {
  const { clientOrderId } = orders[part];
  return clientOrderId !== undefined && orders.findIndex((order) => order.clientOrderId === clientOrderId) < part;
}

/**
 * Why one of several was refused. What is no refusal fails the whole request: nobody knows then what became of it, and asking again is
 * safe; but for a full queue, where others of it took effect and must be told.
 */
export function refusalIn(reason: unknown, isAnyDone: boolean): Refusal {
  const known = isAnyDone && reason instanceof EngineBusy ? new Refusal(reason.code) : reason;
  if (!(known instanceof Refusal)) throw known;
  return known;
}

/** `isKept`: rows do not tell of it as it was, for other reasons than a refusal in it. */
export function doneOf(settled: readonly PromiseSettledResult<{ sequence: number }>[], isKept: boolean): Omit<DoneMany<never>, 'data'> {
  const sequences = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.sequence] : []));
  const refused = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  return {
    sequence: Math.max(0, ...sequences),
    firstSequence: sequences.length === 0 ? 0 : Math.min(...sequences),
    // A queue that was full is no answer for good: asked again, the rest is placed.
    isKept: (isKept || refused.length > 0) && !refused.some((reason) => reason instanceof EngineBusy),
  };
}

/** The catalogue's text with the refusal's figures in it, as the whole request's refusal would have it. */
export function messageOf({ code, data }: Refusal, language: 'ko' | 'en'): string {
  const entry = ({ ...commonErrors, ...futuresErrors, ...futuresWireErrors } as Record<string, { ko: string; en: string }>)[code];
  return entry === undefined ? code : fillText(entry[language], data);
}
