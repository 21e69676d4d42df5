// What differs from site to site in the same market: members' orders in the depth, their fills on the tape, open interest.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { EnginePort, EventBatch } from '@maru/kit/server/engine-port.ts';
import type { LevelBook } from './level-book.ts';
import { MemberOrders } from './member-orders.ts';
import type { TapeTrade } from './symbol-market.ts';

const TAPE_LENGTH = 60;

export interface SiteMarket {
  book(): LevelBook | undefined;
  openInterest(): number;
  /** Members' own recent trades, oldest first. */
  tape(): readonly TapeTrade[];
  /** True once after each change of members' levels. */
  takeDepthChange(): boolean;
}

interface Place {
  isRestored: boolean;
  orders: MemberOrders;
  changed: boolean[];
  /** Symbols whose open interest is to be asked again. */
  moved: Set<number>;
  openLots: number[];
  tapes: TapeTrade[][];
}

export interface SiteMarkets {
  of(site: SiteConfig, symbol: string): SiteMarket | undefined;
  takeBatch(batch: EventBatch): void;
  /** Reads, once a site, what stood before this process began to listen; symbols that came later are then asked about too. */
  restore(engine: EnginePort, site: SiteConfig): Promise<void>;
  /** Asks the engines for the open interest of symbols whose positions moved since. */
  refresh(engine: EnginePort): Promise<void>;
  /** Of a site that is hosted no more. */
  forget(site: number): void;
}

export function createSiteMarkets(hooks: {
  nextTradeId(): number;
  onTrade(site: number, symbol: number, trade: TapeTrade): void;
}): SiteMarkets {
  const places = new Map<number, Place>();
  const placeOf = (site: number): Place => {
    const present = places.get(site);
    if (present !== undefined) return present;
    const changed: boolean[] = [];
    const moved = new Set<number>();
    const tapes: TapeTrade[][] = [];
    const orders = new MemberOrders({
      onChanged(symbol) {
        changed[symbol] = true;
      },
      onPosition: (symbol) => moved.add(symbol),
      onTrade(symbol, trade) {
        const told = { ...trade, id: hooks.nextTradeId() };
        const tape = (tapes[symbol] ??= []);
        tape.push(told);
        if (tape.length > TAPE_LENGTH) tape.shift();
        hooks.onTrade(site, symbol, told);
      },
    });
    const place: Place = { isRestored: false, orders, changed, moved, openLots: [], tapes };
    places.set(site, place);
    return place;
  };
  return {
    of(site, name) {
      const place = places.get(site.id);
      const symbol = site.symbols.indexOf(name);
      if (place === undefined || symbol < 0) return undefined;
      return {
        book: () => place.orders.book(symbol),
        openInterest: () => place.openLots[symbol] ?? 0,
        tape: () => place.tapes[symbol] ?? [],
        takeDepthChange() {
          const hasChanged = place.changed[symbol] ?? false;
          place.changed[symbol] = false;
          return hasChanged;
        },
      };
    },
    takeBatch: (batch) => placeOf(batch.site).orders.takeBatch(batch.events),
    async restore(engine, site) {
      const place = placeOf(site.id);
      if (!place.isRestored) {
        place.isRestored = true;
        place.orders.restoreOrders(await engine.query<number[]>(site.id, 'restingOrders'));
      }
      for (const symbol of site.symbols.keys()) if (place.openLots[symbol] === undefined) place.moved.add(symbol);
    },
    forget: (site) => void places.delete(site),
    async refresh(engine) {
      for (const [site, place] of places) {
        for (const symbol of place.moved) {
          place.moved.delete(symbol);
          const { long } = await engine.query<{ long: number }>(site, 'openInterest', symbol);
          place.openLots[symbol] = long;
        }
      }
    },
  };
}
