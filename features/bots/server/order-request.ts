// What a bot wants of an order beyond the engine's rules, read from its request, and how such an order is placed.
import { futuresArchive, type Order, placeOrder } from '@maru/futures/contract.ts';
import { dataOf, type MemberAsk } from './fapi-endpoint.ts';
import { FapiFault, faults } from './fapi-fault.ts';
import { codeOf } from './fapi-symbols.ts';
import type { BotOrder } from './order-shape.ts';
import { matchedPrice, type PriceMatch, priceMatchOf } from './price-match.ts';

export interface Requested {
  priceMatch: PriceMatch | undefined;
  /** ms, on the second. */
  goodTill: number | undefined;
}

/** At least so far ahead, and before the year 10000. */
const LEAST_AHEAD_MS = 600_000;
const LATEST = 253_402_300_799_000;

export function requestedOf(ask: MemberAsk, isLimit: boolean): Requested {
  return { priceMatch: priceMatchOf(ask.params, isLimit), goodTill: goodTillOf(ask, isLimit) };
}

/** Of a new request: its repeat may come when the date is nearer. */
export function checkAhead({ params, context }: MemberAsk, { goodTill }: Requested): void {
  const date = params.whole('goodTillDate');
  if (goodTill === undefined || date === undefined) return;
  if (date > context.clock.now() + LEAST_AHEAD_MS && date < LATEST) return;
  const bounds = `greater than the current time plus 600 seconds and smaller than ${LATEST}`;
  throw new FapiFault(-5040, `The goodTillDate timestamp must be ${bounds}`);
}

function goodTillOf({ params }: MemberAsk, isLimit: boolean): number | undefined {
  if (params.text('timeInForce')?.toUpperCase() !== 'GTD') {
    // Some clients send 0 with every order.
    if ((params.whole('goodTillDate') ?? 0) > 0) throw faults.unsent('goodTillDate');
    return undefined;
  }
  if (!isLimit) throw faults.unsent('timeInForce');
  const date = params.whole('goodTillDate');
  if (date === undefined) throw faults.missing('goodTillDate');
  return Math.floor(date / 1000) * 1000;
}

/** The price that the book gives now. */
export async function priceNow(ask: MemberAsk, side: 'BUY' | 'SELL', match: PriceMatch): Promise<string> {
  return matchedPrice(await ask.service.books.picture(ask.site, codeOf(ask.site, ask.params.must('symbol'))), side, match);
}

export type PlaceBody = Record<string, unknown> & { futuresOptionId: number; clientOrderId: string; side: 'BUY' | 'SELL' };

/** Places it; with what was requested written down first, so that a crash in between forgets none. */
export async function placeWith(
  ask: MemberAsk,
  body: PlaceBody,
  requested: Requested,
  nameParameter: string,
  part = '',
): Promise<BotOrder> {
  const { priceMatch, goodTill } = requested;
  const send = async (fields: object): Promise<Order> => (await dataOf(ask.call(placeOrder, { body: { ...body, ...fields } }, part))).order;
  if (priceMatch === undefined && goodTill === undefined) return send({});
  const { service, session, site, context } = ask;
  const { clientOrderId } = body;
  const request = ask.requestName(part);
  // The same request again: it has what it had, whatever the book and the clock say now.
  const known = await service.terms.known(site.id, session.member, request);
  if (known === undefined) checkAhead(ask, requested);
  const isMatched = priceMatch !== undefined && known === undefined;
  const price = isMatched ? await priceNow(ask, body.side, priceMatch) : (known?.price ?? undefined);
  const isOwnId = known === undefined && ask.params.text(nameParameter) !== undefined;
  const prior = isOwnId ? await context.services.use(futuresArchive).orderByClientId(site, session.account, clientOrderId) : undefined;
  const kept = await service.terms.begin({
    site: site.id,
    member: session.member,
    account: session.account,
    request,
    clientOrderId,
    priorOrderId: prior?.id ?? known?.prior_order_id ?? undefined,
    priceMatch,
    price,
    goodTill,
    now: context.clock.now(),
  });
  try {
    return await service.terms.placed(kept, await send(kept.row.price === null ? {} : { price: kept.row.price }));
  } catch (error) {
    await service.terms.failed(kept, error);
    throw error;
  }
}
