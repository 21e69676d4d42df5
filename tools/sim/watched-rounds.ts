// Price rounds beside a simulated market: boundaries as the server takes them, and the command that settles what was bet on.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { MarketReader } from '@maru/market/contract.ts';
import type { DrivenHub } from '@maru/market/server/testing/driven-hub.ts';
import { Boundaries } from '@maru/rounds/server/boundaries.ts';
import { settlementOf } from '@maru/rounds/server/settle-driver.ts';

/** One option on one symbol, the site's first of each. */
export class WatchedRounds {
  readonly #symbol: string;
  readonly #durationMs: number;
  readonly #boundaries: Boundaries;
  readonly #open = new Set<number>();

  constructor(driven: DrivenHub, symbol: string, durationMs: number) {
    this.#symbol = symbol;
    this.#durationMs = durationMs;
    this.#boundaries = new Boundaries(contextOf(driven));
    this.#boundaries.watchWanted([symbol]);
  }

  bet(ordinal: number): void {
    this.#open.add(ordinal);
  }

  /** The settlements of rounds whose last boundary has passed. */
  async due(now: number): Promise<Float64Array[]> {
    await this.#boundaries.look(now);
    const due = [...this.#open].filter((ordinal) => (ordinal + 1) * this.#durationMs <= this.#boundaries.last);
    const records: Float64Array[] = [];
    for (const ordinal of due) {
      this.#open.delete(ordinal);
      const [strike, close] = await Promise.all(
        [0, 1].map((end) => this.#boundaries.find(this.#symbol, (ordinal + end) * this.#durationMs)),
      );
      records.push(settlementOf({ option: 0, symbol: -1 }, ordinal, strike, close));
    }
    return records;
  }
}

/** As much of a server as boundaries look at: no site of its own, no rows, the market as it is driven. */
function contextOf(driven: DrivenHub): AppContext {
  const marketOf = (name: string) => driven.hub.market(name);
  const reader: Pick<MarketReader, 'state' | 'prices' | 'onTick'> = {
    state: (name) => marketOf(name)?.state,
    prices(name) {
      const market = marketOf(name);
      return (
        market && { last: market.last, mark: market.pricing.mark, index: market.pricing.index, bid: market.bid, ask: market.ask, ageMs: 0 }
      );
    },
    onTick(name, listener) {
      marketOf(name)?.tickListeners.add(listener);
      return () => void marketOf(name)?.tickListeners.delete(listener);
    },
  };
  return {
    clock: { now: () => driven.now },
    sites: { all: () => [] },
    pool: { query: async () => ({ rows: [] }) },
    services: { use: () => reader },
  } as unknown as AppContext;
}
