// The symbol on screen with everything its ticket reckons with, made once by the page and read by the panels.
import { useMemo } from 'react';
import type { Depth, Ticker } from '@maru/market/contract.ts';
import { type AccountNow, type MarketNow } from './order-preview.ts';
import { accountNow, positionsNow, type PositionNow, purseOf, withRatios } from './account-now.ts';
import { useAccount } from './account-store.ts';
import { type Instrument, lotsOf, markOf, ticksOf, micro } from './instrument.ts';
import type { Purse } from './position-math.ts';
import { useSlowQuote, useSlowQuotes } from './quotes.tsx';

/** What may be done now, strictest first: from the socket, the symbol's switches and the age of its prices. */
export type TradeLock = 'offline' | 'closed' | 'halt' | 'cancelOnly' | 'stale' | 'reduceOnly' | undefined;

export interface TradeState {
  instrument: Instrument;
  instruments: ReadonlyMap<number, Instrument>;
  isMember: boolean;
  lock: TradeLock;
  /** How old the prices are while the lock is `stale` or `halt`. */
  staleSeconds: number;
}

export interface TicketProps {
  state: TradeState;
  account: AccountNow;
  market: MarketNow;
  isPhone?: boolean;
}

/** A guest reckons with an example. */
const EXAMPLE_WALLET = '10000';

export interface AccountFigures {
  purse: Purse;
  positions: readonly PositionNow[];
}

/** Positions and purse at the present marks, four times a second. */
export function useAccountFigures(instruments: ReadonlyMap<number, Instrument>): AccountFigures {
  const positions = useAccount((s) => s.account.positions);
  const cross = useAccount((s) => s.account.cross);
  const symbols = useMemo(() => [...new Set([...positions.values()].map((p) => p.symbol))], [positions]);
  const board = useSlowQuotes(symbols);
  const bare = positionsNow(positions.values(), instruments, (symbol) => board.quote(symbol)?.mark);
  const purse = purseOf(cross, bare);
  return { purse, positions: withRatios(bare, purse) };
}

export function useTicketAccount(state: TradeState, figures: AccountFigures): AccountNow {
  const orders = useAccount((s) => s.account.orders);
  const mode = useAccount((s) => s.account.cross?.positionMode ?? 'ONE_WAY');
  const settings = useAccount((s) => s.settings.get(state.instrument.option.futuresOptionId)) ?? {
    leverage: 20,
    marginType: 'CROSSED' as const,
  };
  const usable = { ...settings, leverage: Math.min(settings.leverage, state.instrument.option.maxLeverage) };
  if (state.isMember) return accountNow(state.instrument, figures.purse, mode, usable, figures.positions, orders.values());
  const wallet = micro(EXAMPLE_WALLET);
  return accountNow(
    state.instrument,
    { crossWallet: wallet, crossPnl: 0, positionMargin: 0, orderMargin: 0, maintenance: 0, available: wallet },
    'ONE_WAY',
    usable,
    [],
    [],
  );
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
