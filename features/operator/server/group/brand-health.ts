// How a brand is, in four words: its engine, its prices, its lists, and whether its wallets equal the ledger.
import type { DeskPrices } from '../../admin-contract.ts';
import type { BrandHealth } from '../../group-contract.ts';

type PriceState = NonNullable<ReturnType<DeskPrices['state']>>;

export interface HealthFacts {
  isReady: boolean;
  /** Of its listed symbols; undefined where no market runs. */
  feeds: readonly PriceState[] | undefined;
  lag: { behind: number; ageMs: number } | undefined;
  /** null: the right is missing. */
  isProven: boolean | null;
}

const SLOW = { behind: 1_000, ageMs: 10_000 };
const DOWN_MS = 60_000;

/** A market that is closed owes no prices. */
function pricesOf(feeds: HealthFacts['feeds']): BrandHealth['prices'] {
  if (feeds === undefined) return null;
  const open = feeds.filter((state) => state !== 'closed');
  const live = open.filter((state) => state === 'live').length;
  if (live === open.length) return 'FINE';
  return live === 0 ? 'DOWN' : 'SLOW';
}

function listsOf(lag: HealthFacts['lag']): BrandHealth['lists'] {
  if (lag === undefined || (lag.behind <= SLOW.behind && lag.ageMs <= SLOW.ageMs)) return 'FINE';
  return lag.ageMs > DOWN_MS ? 'DOWN' : 'SLOW';
}

export const brandHealth = ({ isReady, feeds, lag, isProven }: HealthFacts): BrandHealth => ({
  engine: isReady ? 'FINE' : 'DOWN',
  prices: pricesOf(feeds),
  lists: listsOf(lag),
  wallets: isProven === null ? null : isProven ? 'FINE' : 'DOWN',
});
