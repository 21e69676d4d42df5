// The engine's rejection as the answer a member gets: code, field and the two numbers in the field's own unit.
import { EVENT_WORDS, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { type RejectName, rejections } from '@maru/engine/reject.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { amountText, fixedText, markText, priceText, quantityText } from './decimal-text.ts';
import type { SiteSymbol } from './site-symbols.ts';

const { CommandRejected } = EventWord;

type Unit = 'lots' | 'ticks' | 'marks' | 'amount' | 'percent';
/** Unit of a rejection's numbers, or of limit and offer apart; those not named here carry plain counts or none. */
const units: Partial<Record<RejectName, Unit | readonly [Unit, Unit]>> = {
  QUANTITY_TOO_SMALL: 'lots',
  QUANTITY_TOO_LARGE: 'lots',
  POSITION_NOT_SUFFICIENT: 'lots',
  REDUCE_ONLY_REJECTED: 'lots',
  FOK_NOT_FILLED: 'lots',
  CLOSE_POSITION_TAKES_NO_QUANTITY: 'lots',
  PRICE_TOO_HIGH: 'ticks',
  PRICE_TOO_LOW: 'ticks',
  PRICE_ABOVE_BAND: 'ticks',
  PRICE_BELOW_BAND: 'ticks',
  MARKET_ORDER_OUT_OF_RANGE: 'ticks',
  POST_ONLY_WOULD_TAKE: 'ticks',
  STOP_PRICE_TOO_HIGH: 'ticks',
  TAKE_PROFIT_WRONG_SIDE: ['marks', 'ticks'],
  STOP_LOSS_WRONG_SIDE: ['marks', 'ticks'],
  WOULD_TRIGGER_AT_ONCE: 'marks',
  INVALID_ACTIVATION_PRICE: 'marks',
  INVALID_CALLBACK_RATE: 'percent',
  OPEN_INTEREST_CAP: 'amount',
  NOTIONAL_TOO_SMALL: 'amount',
  NOTIONAL_ABOVE_BRACKET: 'amount',
  INSUFFICIENT_BALANCE: 'amount',
  INSUFFICIENT_MARGIN: 'amount',
  CROSS_BALANCE_SHORT: 'amount',
  ISOLATED_BALANCE_SHORT: 'amount',
  AMOUNT_NOT_POSITIVE: 'amount',
};

/**
 * Throws the refusal that the reply's events carry, if they carry one. `symbol` undefined: commands of the whole account.
 * `sequence` goes with it, by which the refusal can be explained.
 */
export function throwIfRejected(events: Float64Array, symbol: SiteSymbol | undefined, sequence: number): void {
  if (events[0] !== EventKind.CommandRejected || events.length < EVENT_WORDS) return;
  const refusal = refusalOf(events[CommandRejected.code], events[CommandRejected.a], events[CommandRejected.b], symbol);
  throw new Refusal(refusal.code, { ...refusal.data, sequence });
}

/** The refusal for a rejection's number and figures. */
export function refusalOf(code: number, limit: number, offered: number, symbol: SiteSymbol | undefined): Refusal {
  const rejection = rejections.get(code);
  if (rejection === undefined) throw new Error(`the engine rejected with unknown code ${code}`);
  return new Refusal(rejection.name, {
    ...(rejection.field === '' ? {} : { field: rejection.field }),
    binanceCode: rejection.binance,
    ...rejectionWords(rejection.name, limit, offered, symbol),
  });
}

/** The figures of a rejection as its text takes them in, with the coin that lots count. */
export function rejectionWords(name: RejectName, limit: number, offered: number, symbol: SiteSymbol | undefined): Record<string, string> {
  return {
    limit: trimmed(rejectionFigure(name, limit, symbol)),
    offered: trimmed(rejectionFigure(name, offered, symbol, 1)),
    ...(units[name] === 'lots' && symbol !== undefined ? { unit: symbol.data.base } : {}),
    ...(name === 'INSUFFICIENT_BALANCE' ? { unit: 'USDT' } : {}),
  };
}

/** What a rejection's limit (0) or what was offered (1) counts; undefined: plain counts, or none. */
export function unitOf(name: RejectName, which: 0 | 1 = 0): Unit | undefined {
  const unit = units[name];
  return typeof unit === 'string' ? unit : unit?.[which];
}

/** '5.000000' -> '5': as a person writes it. */
const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** A rejection's number in the field's own unit. */
export function rejectionFigure(name: RejectName, value: number, symbol: SiteSymbol | undefined, which: 0 | 1 = 0): string {
  const unit = unitOf(name, which);
  if (unit === 'amount') return amountText(value);
  // A rate of 10^-8 in percent, as the field writes it.
  if (unit === 'percent') return trimmed(fixedText(value, 6));
  if (symbol === undefined || unit === undefined) return String(value);
  if (unit === 'marks') return markText(symbol, value);
  return unit === 'lots' ? quantityText(symbol, value) : priceText(symbol, value);
}
