// What differs from site to site in the same market: members' orders in the depth, their fills on the tape, open interest.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
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
  orders: MemberOrders;
  changed: boolean[];
  tapes: TapeTrade[][];
}

export interface SiteMarkets {
  of(site: SiteConfig, symbol: string): SiteMarket | undefined;
  takeBatch(batch: EventBatch): void;
  /** Orders that rested before this process began to listen. */
  restore(site: number, restingOrders: ArrayLike<number>): void;
}

export function createSiteMarkets(hooks: { nextTradeId(): number; onTrade(site: number, symbol: number, trade: TapeTrade): void }): SiteMarkets {
  const places = new Map<number, Place>();
  const placeOf = (site: number): Place => {
    const present = places.get(site);
    if (present !== undefined) return present;
    const changed: boolean[] = [];
    const tapes: TapeTrade[][] = [];
    const orders = new MemberOrders({
      onChanged(symbol) {
        changed[symbol] = true;
      },
      onTrade(symbol, trade) {
        const told = { ...trade, id: hooks.nextTradeId() };
        const tape = (tapes[symbol] ??= []);
        tape.push(told);
        if (tape.length > TAPE_LENGTH) tape.shift();
        hooks.onTrade(site, symbol, told);
      },
    });
    const place = { orders, changed, tapes };
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
        openInterest: () => place.orders.openInterest(symbol),
        tape: () => place.tapes[symbol] ?? [],
        takeDepthChange() {
          const hasChanged = place.changed[symbol] ?? false;
          place.changed[symbol] = false;
          return hasChanged;
        },
      };
    },
    takeBatch: (batch) => placeOf(batch.site).orders.takeBatch(batch.events),
    restore: (site, restingOrders) => placeOf(site).orders.restoreOrders(restingOrders),
  };
}
