// What is wrong with an order before it is sent: the engine's own codes in its own order (rules 3.6), each on its field.
import { notionalAt, notionalAtMark } from '@maru/engine/futures/margin.ts';
import { maxNotionalOf } from '@maru/engine/market/tiers.ts';
import { mul3DivFloor, mulDivCeil, mulDivFloor } from '@maru/engine/money/rounding.ts';
import { MARK_PER_TICK, RATE_ONE } from '@maru/engine/money/units.ts';
import { entryErrors } from '@maru/futures/entry-errors.ts';
import { twapErrors } from '@maru/futures/twap-errors.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { type Instrument, lotsOf, microText, priceText, quantityText, ticksOf } from './instrument.ts';
import { edgeOf, isOnItsSide, type OpensIn } from './entry-tpsl.ts';
import {
  firesAtMarket,
  hasInput,
  isLimitNow,
  isMarketNow,
  onlyReduces,
  type Side,
  takesTpsl,
  type TicketFields,
  watchedPrice,
} from './order-fields.ts';
import type { AccountNow, MarketNow } from './order-preview.ts';
import type { Held } from './position-math.ts';
import { ticketTypeOf } from './ticket-type-table.ts';
import { twapError } from './twap-fields.ts';

const texts = { ...entryErrors, TWAP_DURATION: twapErrors.TWAP_DURATION, TWAP_TOO_SMALL: twapErrors.TWAP_TOO_SMALL };
export type OrderErrorCode = keyof typeof texts;
export interface FieldError {
  code: OrderErrorCode;
  field:
    | 'price'
    | 'quantity'
    | 'reduceOnly'
    | 'timeInForce'
    | 'slippage'
    | 'stopPrice'
    | 'callbackRate'
    | 'takeProfit'
    | 'stopLoss'
    | 'twapMinutes'
    | 'twapLimit';
  limit?: string;
  offered?: string;
  /** The coin that a quantity counts. */
  unit?: string;
}
export interface Reckoned {
  side: Side;
  lots: number;
  price: number;
  opening: number;
  closing: number;
  engineCost: number;
  before: Held | undefined;
  opensIn: OpensIn;
}

/** Text of a refusal in the reader's language, figures filled in as they stand on screen. */
export function errorText(
  error: { code: OrderErrorCode; field?: string; limit?: string; offered?: string; unit?: string },
  language: 'ko' | 'en',
): string {
  return texts[error.code][language]
    .replaceAll('{limit}', shown(error.limit))
    .replaceAll('{offered}', shown(error.offered))
    .replaceAll('{unit}', error.unit ?? '')
    .replaceAll('{field}', error.field ?? '');
}

export function orderErrors(i: Instrument, account: AccountNow, market: MarketNow, fields: TicketFields, order: Reckoned): FieldError[] {
  const first =
    quantityError(i, fields, order) ??
    inputError(i, account, market, fields, order) ??
    priceError(i, market, fields, order) ??
    valueError(i, market, fields, order) ??
    positionError(i, fields, order, account) ??
    moneyError(i, account, market, order) ??
    makerError(market, fields, order) ??
    tpslError(i, fields, order);
  return first ? [first] : [];
}

function quantityError(i: Instrument, fields: TicketFields, order: Reckoned): FieldError | undefined {
  if (fields.quantity !== '' && lotsOf(i, fields.quantity) === undefined)
    return { code: 'BAD_PRECISION', field: 'quantity', limit: String(i.units.lotDecimals) };
  if (order.lots <= 0) return { code: 'QUANTITY_NOT_POSITIVE', field: 'quantity' };
  if (order.lots < i.minLots)
    return { code: 'QUANTITY_TOO_SMALL', field: 'quantity', limit: shortQuantity(i, i.minLots), unit: i.option.base };
  const most = firesAtMarket(fields.type) ? i.maxMarketLots : i.maxLots;
  return order.lots > most
    ? { code: 'QUANTITY_TOO_LARGE', field: 'quantity', limit: shortQuantity(i, most), unit: i.option.base }
    : undefined;
}

function priceError(i: Instrument, market: MarketNow, fields: TicketFields, order: Reckoned): FieldError | undefined {
  if (isMarketNow(fields.type)) return order.price <= 0 ? { code: 'NO_LIQUIDITY', field: 'quantity' } : undefined;
  if (ticketTypeOf[fields.type].fillsAt === 'market') return undefined;
  if (fields.price !== '' && ticksOf(i, fields.price) === undefined)
    return { code: 'BAD_PRECISION', field: 'price', limit: String(i.units.tickDecimals) };
  if (order.price <= 0) return { code: 'PRICE_NOT_POSITIVE', field: 'price' };
  if (market.mark <= 0) return { code: 'NO_MARK_PRICE', field: 'price' };
  // What waits is measured where it fires; the engine does so again then.
  if (!isLimitNow(fields.type)) return undefined;
  const highest = mulDivFloor(market.mark, i.bandUp, RATE_ONE * MARK_PER_TICK);
  if (order.side === 'BUY' && order.price > highest)
    return { code: 'PRICE_ABOVE_BAND', field: 'price', limit: trimmed(priceText(i, highest)) };
  const lowest = mulDivCeil(market.mark, i.bandDown, RATE_ONE * MARK_PER_TICK);
  return order.side === 'SELL' && order.price < lowest
    ? { code: 'PRICE_BELOW_BAND', field: 'price', limit: trimmed(priceText(i, lowest)) }
    : undefined;
}

function inputError(i: Instrument, account: AccountNow, market: MarketNow, fields: TicketFields, order: Reckoned): FieldError | undefined {
  for (const input of ticketTypeOf[fields.type].inputs) {
    const error =
      input === 'stop'
        ? stopError(i, market, fields)
        : input === 'trailing'
          ? trailingError(fields)
          : input === 'twap'
            ? twapError(i, market, fields, order, onlyReduces(fields, account.mode))
            : undefined;
    if (error) return error;
  }
  return undefined;
}

/** Rules 5: 0.1 % to 10 % in tenths. */
const trailingError = ({ callbackRate }: TicketFields): FieldError | undefined =>
  /^(0\.[1-9]|[1-9](\.\d)?|10(\.0)?)$/.test(callbackRate) ? undefined : { code: 'INVALID_CALLBACK_RATE', field: 'callbackRate' };

/** A condition needs its price, not one that is met already. */
function stopError(i: Instrument, market: MarketNow, fields: TicketFields): FieldError | undefined {
  const stop = ticksOf(i, fields.stopPrice);
  if (stop === undefined && fields.stopPrice !== '')
    return { code: 'BAD_PRECISION', field: 'stopPrice', limit: String(i.units.tickDecimals) };
  if (!stop) return { code: 'STOP_PRICE_NOT_POSITIVE', field: 'stopPrice' };
  return stop === watchedPrice(market, fields) ? { code: 'WOULD_TRIGGER_AT_ONCE', field: 'stopPrice' } : undefined;
}

/** TP and SL of an entry lie on their own sides of where it opens, and none is true already. */
function tpslError(i: Instrument, fields: TicketFields, order: Reckoned): FieldError | undefined {
  if (!fields.hasTpsl || !takesTpsl(fields.type) || order.opening <= 0) return undefined;
  const side = order.side === 'BUY' ? 1 : -1;
  const isWrong = (leg: 'takeProfit' | 'stopLoss') =>
    fields[leg] !== '' && !isOnItsSide(leg, side, ticksOf(i, fields[leg]) ?? 0, edgeOf(leg, side, order.opensIn));
  if (isWrong('takeProfit')) return { code: 'TAKE_PROFIT_WRONG_SIDE', field: 'takeProfit' };
  return isWrong('stopLoss') ? { code: 'STOP_LOSS_WRONG_SIDE', field: 'stopLoss' } : undefined;
}

/** The least value counts at the order's own price, a market order's at mark; what only reduces is exempt. */
function valueError(i: Instrument, market: MarketNow, fields: TicketFields, order: Reckoned): FieldError | undefined {
  const ratio = i.ratios.notional;
  const value = mul3DivFloor(isMarketNow(fields.type) ? market.mark : order.price * MARK_PER_TICK, order.lots, ratio.num, ratio.den);
  const isReducing = fields.reduceOnly || order.opening === 0;
  // A TWAP's slices are judged one by one.
  return value < i.minNotional && !isReducing && !hasInput(fields, 'twap')
    ? { code: 'NOTIONAL_TOO_SMALL', field: 'quantity', limit: shortAmount(i.minNotional) }
    : undefined;
}

function positionError(i: Instrument, fields: TicketFields, order: Reckoned, account: AccountNow): FieldError | undefined {
  if (!onlyReduces(fields, account.mode)) return undefined;
  const held = order.closing === 0 ? 0 : (order.before?.lots ?? 0);
  if (held === 0) return { code: 'REDUCE_ONLY_REJECTED', field: 'reduceOnly', limit: quantityText(i, 0) };
  // A market order in one-way mode is cut to the position when it fills.
  if (firesAtMarket(fields.type) && account.mode === 'ONE_WAY') return undefined;
  const space = held - (isLimitNow(fields.type) ? account.reducingLots[order.side] : 0);
  return order.lots > space ? { code: 'REDUCE_ONLY_REJECTED', field: 'reduceOnly', limit: quantityText(i, space) } : undefined;
}

function moneyError(i: Instrument, account: AccountNow, market: MarketNow, order: Reckoned): FieldError | undefined {
  if (order.opening <= 0) return undefined;
  const most = maxNotionalOf(i.tiers, account.leverage);
  const position = order.before ? notionalAtMark(i.units, market.mark, order.before.lots) * (order.closing === 0 ? 1 : -1) : 0;
  const total = position + account.openOrderNotional[order.side] + notionalAt(i.units, order.price, order.lots);
  if (total > most) return { code: 'NOTIONAL_ABOVE_BRACKET', field: 'quantity', limit: shortAmount(most) };
  // What a flip closes first sets its margin free; only the engine knows to the unit, so the screen refuses only plain openings.
  if (order.closing === 0 && order.engineCost > account.purse.available)
    return {
      code: 'INSUFFICIENT_MARGIN',
      field: 'quantity',
      limit: shortAmount(account.purse.available),
      offered: shortAmount(order.engineCost),
    };
  return undefined;
}

function makerError(market: MarketNow, fields: TicketFields, order: Reckoned): FieldError | undefined {
  if (!isLimitNow(fields.type) || !fields.postOnly) return undefined;
  const takes = order.side === 'BUY' ? market.ask > 0 && order.price >= market.ask : market.bid > 0 && order.price <= market.bid;
  return takes ? { code: 'POST_ONLY_WOULD_TAKE', field: 'timeInForce' } : undefined;
}

const shown = (figures: string | undefined) => (figures === undefined ? '' : figure(figures));
const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
const shortQuantity = (i: Instrument, lots: number) => trimmed(quantityText(i, lots));
const shortAmount = (amount: number) => trimmed(microText(amount).replace(/(\.\d\d)\d+$/, '$1'));
