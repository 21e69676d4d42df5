// A slice as an order of its member: what it says, how it is sent once, and how it is looked up when nobody knows what became of it.
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { RATE_ONE, USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { In } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import { type Fill, futuresArchive, placeOrder } from '../../contract.ts';
import { TWAP_ORDER_PREFIX, TWAP_SLIPPAGE } from '../../twap-contract.ts';
import { fractionOf } from '../encode.ts';
import { priceText, quantityText } from '../decimal-text.ts';
import { readEngine } from '../engine-views.ts';
import { type SiteSymbol, symbolAt } from '../site-symbols.ts';
import type { Outcome, SliceRow, TwapRow } from './twap-rows.ts';

const MOST_FILLS = 10_000;
const slippage = fractionOf(TWAP_SLIPPAGE, 'slippageLimit');

export const sliceName = (twap: number, no: number) => `${TWAP_ORDER_PREFIX}${twap}-${no}`;

/** Hundredths of a tick against the member's limit. */
export function isBeyond({ side, limit_price: limit }: TwapRow, mark: number): boolean {
  if (limit === null) return false;
  return side === 'BUY' ? mark > limit * 100 : mark < limit * 100;
}

/** The worst price in ticks that a slice with a limit may pay: the member's, or as far from the mark as a market order would go. */
export function worstPrice(side: TwapRow['side'], limit: number, mark: number, bound: number): number {
  const far = BigInt(Math.min(bound, slippage));
  const [one, hundredth] = [BigInt(RATE_ONE), BigInt(RATE_ONE) * 100n];
  if (side === 'BUY') return Math.min(limit, Number((BigInt(mark) * (one + far)) / hundredth));
  return Math.max(limit, Number((BigInt(mark) * (one - far) + hundredth - 1n) / hundredth));
}

export function sliceOrder(
  site: SiteConfig,
  row: TwapRow,
  no: number,
  lots: number,
  worst: number | undefined,
): In<typeof placeOrder.body> {
  const symbol = symbolAt(site, row.symbol);
  return {
    futuresOptionId: symbol.futuresOptionId,
    side: row.side,
    positionSide: row.position_side,
    quantity: quantityText(symbol, lots),
    clientOrderId: sliceName(row.id, no),
    ...(row.reduce_only && { reduceOnly: true }),
    ...(worst === undefined
      ? { type: 'MARKET', slippageLimit: TWAP_SLIPPAGE }
      : { type: 'LIMIT', timeInForce: 'IOC', price: priceText(symbol, worst) }),
  };
}

/** Whether it went or was refused is known, or this throws: then nobody knows. */
export async function sendSlice(
  { services }: AppContext,
  site: SiteConfig,
  row: TwapRow,
  session: Session,
  no: number,
  body: In<typeof placeOrder.body>,
): Promise<Outcome> {
  try {
    const { data } = await services.use(innerCalls).run(placeOrder, {
      site,
      session,
      body: { ...body },
      ip: '',
      country: row.country ?? undefined,
      requestId: sliceName(row.id, no),
      // No client's key has blanks in it.
      requestKey: `twap ${row.id} ${no}`,
    });
    return outcomeOf(symbolAt(site, row.symbol), data.order.id, data.fills);
  } catch (error) {
    if (!(error instanceof Refusal) || unsureCodes.has(error.code)) throw error;
    return notSent(error.code);
  }
}

/** The engine may have taken it all the same. */
const unsureCodes: ReadonlySet<string> = new Set(['READ_ONLY', 'OVERLOADED', 'UNAVAILABLE', 'INTERNAL']);

const notSent = (reason: string): Outcome => ({ orderId: null, filledLots: 0, filledCost: 0n, fee: 0, realizedPnl: 0, reason });

/** After all the engine ever did of it: its order, or that there is none and will be none. Throws while that cannot be known. */
export async function findSlice(context: AppContext, site: SiteConfig, row: TwapRow, slice: SliceRow): Promise<Outcome> {
  const { services, engine } = context;
  // What was under way when it was given up has been told by the time of this answer.
  await readEngine.account(context, site.id, row.account);
  if (engine.status().find((each) => each.site === site.id)?.ready !== true) throw new EngineBusy(`site ${site.id} is not ready`);
  const archive = services.use(futuresArchive);
  const order = await archive.orderByClientId(site, row.account, sliceName(row.id, slice.no), { after: slice.after_seq });
  if (order === undefined) return notSent('UNAVAILABLE');
  const fills = await archive.fills(site, row.account, { orderId: order.id, limit: MOST_FILLS });
  return outcomeOf(symbolAt(site, row.symbol), order.id, fills);
}

function outcomeOf(symbol: SiteSymbol, orderId: number, fills: readonly Fill[]): Outcome {
  const { tickDecimals, lotDecimals } = symbol.units;
  const sum: Outcome = { orderId, filledLots: 0, filledCost: 0n, fee: 0, realizedPnl: 0, reason: null };
  for (const fill of fills) {
    const lots = exact(fill.quantity, lotDecimals);
    sum.filledLots += lots;
    sum.filledCost += BigInt(exact(fill.price, tickDecimals)) * BigInt(lots);
    sum.fee += exact(fill.fee, USDT_DECIMALS);
    sum.realizedPnl += exact(fill.realizedPnl, USDT_DECIMALS);
  }
  return sum;
}

function exact(text: string, decimals: number): number {
  const units = parseDecimal(text, decimals);
  if (units === null) throw new Error(`${text} is no figure of ${decimals} decimals`);
  return units;
}
