// The symbol on screen with everything its ticket reckons with, made once by the page and read by the panels.
import { useMemo } from 'react';
import type { Depth, FeedStanding, Ticker } from '@maru/market/contract.ts';
import type { AccountNow, MarketNow } from './order-preview.ts';
import type { PositionNow } from './account-now.ts';
import { type Instrument, lotsOf, markOf, ticksOf } from './instrument.ts';
import type { Purse } from './position-math.ts';
import { useSlowQuote, useSlowQuotes } from './quotes.tsx';

/** What stands in the way of everybody, strictest first: the socket, the symbol's switches, whether its prices are believed, their age. */
export type PageLock = 'offline' | 'closed' | 'halt' | 'cancelOnly' | 'unsafe' | 'stale' | 'reduceOnly';
/** What may be done now; `account`: the member's own is not here yet. */
export type TradeLock = PageLock | 'account' | undefined;

export interface TradeState {
  instrument: Instrument;
  instruments: ReadonlyMap<number, Instrument>;
  isMember: boolean;
  lock: PageLock | undefined;
  /** How old the prices are while the lock is `stale` or `halt`. */
  staleSeconds: number;
  /** What halted the symbol, where it was not an operator: no news of it, or sources of its index that disagree. */
  haltedBy?: 'FEED' | 'APART' | 'NO_FEED' | undefined;
  /** The site's prices as a whole. */
  feed?: FeedStanding | undefined;
}

export interface TicketProps {
  state: TradeState;
  account: AccountNow;
  market: MarketNow;
  isPhone?: boolean;
}

export interface AccountFigures {
  purse: Purse;
  positions: readonly PositionNow[];
}

export function useMarketNow(instrument: Instrument): MarketNow {
  const quote = useSlowQuote(instrument.option.symbol);
  const board = useSlowQuotes([]);
  return useMemo(() => marketNow(instrument, quote, board.depth(instrument.option.symbol)), [instrument, quote, board]);
}

export function marketNow(i: Instrument, quote: Ticker | undefined, depth: Depth | undefined): MarketNow {
  const level = ([price, size]: readonly [string, string]) => ({ price: ticksOf(i, price) ?? 0, size: lotsOf(i, size) ?? 0 });
  const bids = (depth?.bids ?? []).map(level);
  const asks = (depth?.asks ?? []).map(level);
  return {
    mark: quote ? markOf(i, quote.mark) : 0,
    last: quote ? (ticksOf(i, quote.last) ?? 0) : 0,
    bid: bids[0]?.price ?? 0,
    ask: asks[0]?.price ?? 0,
    bids,
    asks,
  };
}
