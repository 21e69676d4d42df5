// What the profit dialog shows: a closed position, or an open one at its mark.
import type { ClosedPosition } from '@maru/futures/contract.ts';
import { feeOf, feeRatio } from '@maru/engine/futures/fee.ts';
import type { PositionNow } from './account-now.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { closingResult } from './close-outlook.ts';
import { micro, microText } from './instrument.ts';

export interface TradeResult {
  futuresOptionId: number;
  symbol: string;
  tradeType: 'LONG' | 'SHORT';
  leverage: number;
  /** Percent with sign, of what is left after fees and funding. */
  roe: string;
  entry: string;
  exit: string;
  /** USDT with sign, after fees and funding; of an open position with the fee that closing now would cost. */
  net: string;
  openedAt: string | undefined;
  /** Undefined while it is open. */
  closedAt: string | undefined;
}

/** What is left of a trade over the margin it began with, in percent with two decimals: for reading, no money moves by it. */
const netReturn = (net: number, margin: number): string => (margin > 0 ? ((net / margin) * 100).toFixed(2) : '0.00');

const signedMicro = (text: string): number => (text.startsWith('-') ? -micro(text.slice(1)) : micro(text));

/** `openedAt`: known to whoever saw it open, where the record does not say. */
export function resultOfClosed(closed: ClosedPosition, openedAt = closed.openedAt): TradeResult {
  const { futuresOptionId, symbol, tradeType, leverage, startPrice: entry, closePrice: exit, closedPnl: net, closedAt } = closed;
  const roe = netReturn(Number(net), (Number(entry) * Number(closed.quantity)) / leverage);
  return { futuresOptionId, symbol, tradeType, leverage, roe, entry, exit, net, openedAt, closedAt };
}

export function resultOfOpen(p: PositionNow): TradeResult {
  const { futuresOptionId, symbol, tradeType, leverage, entryPrice, quantity, fundingPaid, openedAt } = p.position;
  const { instrument: i, held, mark } = p;
  // What opening cost is not in the report of an open position: the taker's fee is the most it was.
  const paid = feeOf(Math.round(Number(entryPrice) * 10 ** i.units.tickDecimals), held.lots, feeRatio(i.units, i.takerFee));
  const net = closingResult(p, held.lots) - paid - signedMicro(fundingPaid);
  return {
    futuresOptionId,
    symbol,
    tradeType,
    leverage,
    openedAt,
    closedAt: undefined,
    roe: netReturn(net / 1e6, (Number(entryPrice) * Number(quantity)) / leverage),
    entry: entryPrice,
    exit: formatDecimal(Math.round(mark / 100), i.units.tickDecimals),
    net: microText(net),
  };
}

/** Prices from entry to exit for the card's picture: evenly spaced closes, with both ends exact. */
export function resample(closes: readonly number[], entry: number, exit: number, count: number): number[] {
  const path = [entry, ...closes, exit];
  return Array.from({ length: count }, (_, i) => path[Math.round((i / (count - 1)) * (path.length - 1))]);
}
