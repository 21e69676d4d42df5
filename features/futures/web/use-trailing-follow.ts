// Keeps trailing stops on screen where they are: each price seen moves them, and the engine's own view of them is asked now and then.
import { call } from '@maru/kit/web/api-client.ts';
import { openOrders } from '@maru/futures/contract.ts';
import { follows } from '@maru/futures/order-type-table.ts';
import { useEffect } from 'react';
import { putOrder } from './account-live.ts';
import { useAccount } from './account-store.ts';
import { useSlowQuotes } from './quotes.tsx';
import { followed } from './trailing.ts';

/** Between two quotes a price may have been better for a moment: the engine saw it. */
const ASK_EVERY_MS = 5_000;

export function useTrailingFollow(): void {
  const orders = useAccount((s) => s.account.orders);
  const trails = [...orders.values()].filter((order) => follows(order.type) && order.isWaiting);
  const board = useSlowQuotes([...new Set(trails.map(({ symbol }) => symbol))]);
  useEffect(() => {
    for (const order of trails) {
      const quote = board.quote(order.symbol);
      const moved = quote && followed(order, Number(order.workingType === 'MARK_PRICE' ? quote.mark : quote.last));
      if (moved) useAccount.setState(({ account }) => ({ account: putOrder(account, moved) }));
    }
  });
  const hasTrails = trails.length > 0;
  useEffect(() => {
    if (!hasTrails) return undefined;
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [hasTrails]);
}

async function ask(): Promise<void> {
  try {
    const orders = await call(openOrders);
    const known = new Set(useAccount.getState().account.orders.keys());
    for (const order of orders)
      if (follows(order.type) && known.has(order.id)) useAccount.setState(({ account }) => ({ account: putOrder(account, order) }));
  } catch {
    // Asked again at the next turn; what was seen here stands meanwhile.
  }
}
