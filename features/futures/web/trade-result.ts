// What the profit dialog shows: a closed position, or an open one at its mark.
import type { ClosedPosition } from '@maru/futures/contract.ts';
import type { PositionNow } from './account-now.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { microText } from './instrument.ts';

export interface TradeResult {
  futuresOptionId: number;
  symbol: string;
  tradeType: 'LONG' | 'SHORT';
  leverage: number;
  /** Percent with sign. */
  roe: string;
  entry: string;
  exit: string;
  /** USDT with sign, of the price alone as the return is. */
  pnl: string;
  /** The same less fees and funding; of a closed position. */
  net?: string;
  openedAt: string | undefined;
  /** Undefined while it is open. */
  closedAt: string | undefined;
}

/** `openedAt`: known to whoever saw it open, where the record does not say. */
export function resultOfClosed(closed: ClosedPosition, openedAt = closed.openedAt): TradeResult {
  const { futuresOptionId, symbol, tradeType, leverage, roe, startPrice: entry, closePrice: exit, closedAt } = closed;
  const { realizedPnl: pnl, closedPnl: net } = closed;
  return { futuresOptionId, symbol, tradeType, leverage, roe, entry, exit, pnl, net, openedAt, closedAt };
}

export function resultOfOpen(p: PositionNow): TradeResult {
  const { futuresOptionId, symbol, tradeType, leverage, entryPrice, openedAt } = p.position;
  return {
    futuresOptionId,
    symbol,
    tradeType,
    leverage,
    openedAt,
    closedAt: undefined,
    roe: formatDecimal(p.roe, 2),
    entry: entryPrice,
    exit: formatDecimal(Math.round(p.mark / 100), p.instrument.units.tickDecimals),
    pnl: microText(p.pnl),
  };
}

/** Prices from entry to exit for the card's picture: evenly spaced closes, with both ends exact. */
export function resample(closes: readonly number[], entry: number, exit: number, count: number): number[] {
  const path = [entry, ...closes, exit];
  return Array.from({ length: count }, (_, i) => path[Math.round((i / (count - 1)) * (path.length - 1))]);
}
