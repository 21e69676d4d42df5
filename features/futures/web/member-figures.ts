// The member's positions, purse and ticket account at the present marks, four times a second.
import { useMemo, useState } from 'react';
import { accountNow, positionsNow, purseOf, withRatios } from './account-now.ts';
import { useAccount } from './account-store.ts';
import type { Instrument } from './instrument.ts';
import type { AccountNow } from './order-preview.ts';
import { useSlowQuotes } from './quotes.tsx';
import type { AccountFigures, TradeState } from './trade-context.tsx';

/** Positions and purse at the present marks, four times a second. */
export function useAccountFigures(instruments: ReadonlyMap<number, Instrument>): AccountFigures {
  const positions = useAccount((s) => s.account.positions);
  const cross = useAccount((s) => s.account.cross);
  const symbols = useMemo(() => [...new Set([...positions.values()].map((p) => p.symbol))], [positions]);
  const board = useSlowQuotes(symbols);
  const bare = positionsNow(positions.values(), instruments, (symbol) => board.quote(symbol)?.mark);
  const purse = purseOf(cross, bare);
  const [before, setBefore] = useState<ReadonlySet<number>>(new Set());
  const reckoned = withRatios(bare, purse, before);
  const near = reckoned.filter(({ isNear }) => isNear).map(({ position }) => position.futuresPositionId);
  if (near.length !== before.size || near.some((id) => !before.has(id))) setBefore(new Set(near));
  return { purse, positions: reckoned };
}

export function useTicketAccount(state: TradeState, figures: AccountFigures): AccountNow {
  const orders = useAccount((s) => s.account.orders);
  const mode = useAccount((s) => s.account.cross?.positionMode ?? 'ONE_WAY');
  const settings = useAccount((s) => s.settings.get(state.instrument.option.futuresOptionId)) ?? {
    leverage: 20,
    marginType: 'CROSSED' as const,
  };
  const usable = { ...settings, leverage: Math.min(settings.leverage, state.instrument.option.maxLeverage) };
  return accountNow(state.instrument, figures.purse, mode, usable, figures.positions, orders.values());
}

/** Prices of the member's own open orders on each side, for the ladder's marks. */
export function useOwnPrices(futuresOptionId: number): { bids: readonly string[]; asks: readonly string[] } {
  const orders = useAccount((s) => s.account.orders);
  return useMemo(() => {
    const own = [...orders.values()].filter((o) => o.futuresOptionId === futuresOptionId);
    return {
      bids: own.filter((o) => o.side === 'BUY').map((o) => o.price),
      asks: own.filter((o) => o.side === 'SELL').map((o) => o.price),
    };
  }, [orders, futuresOptionId]);
}
