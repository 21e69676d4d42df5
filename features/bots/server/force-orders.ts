// Liquidations as the market hears them: symbol, side, price and quantity, and not whose they were; the newest a second and symbol.
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord, FillRole } from '@maru/engine/wire/event.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { EngineBatches } from './funding-watch.ts';
import { botNameOf } from './fapi-symbols.ts';

const Head = EventHeadWord;
const { OrderFilled } = EventWord;

export interface Liquidated {
  /** Place of the symbol on its site. */
  symbol: number;
  orderId: number;
  isSell: boolean;
  /** Ticks of the last fill, and ticks x lots of all. */
  price: number;
  cost: number;
  lots: number;
  time: number;
}

export interface ForceOrders {
  /** Hears each liquidation order of a site with what it filled in one go. Answers how to stop. */
  hear(site: number, listener: (order: Liquidated) => void): () => void;
}

export function createForceOrders(engine: EngineBatches): ForceOrders {
  const sites = new Map<number, Set<(order: Liquidated) => void>>();
  engine.onBatch(({ site, events }) => {
    const listeners = sites.get(site);
    if (listeners === undefined || listeners.size === 0) return;
    for (const order of liquidatedIn(events)) listeners.forEach((hear) => hear(order));
  });
  return {
    hear(site, listener) {
      const listeners = sites.get(site) ?? new Set();
      sites.set(site, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
  };
}

function liquidatedIn(e: Float64Array): Iterable<Liquidated> {
  const orders = new Map<number, Liquidated>();
  for (let at = 0; at < e.length; at += EVENT_WORDS) {
    if (e[at] !== EventKind.OrderFilled || e[at + OrderFilled.role] !== FillRole.Liquidation) continue;
    const [orderId, price, lots] = [e[at + OrderFilled.orderId], e[at + OrderFilled.price], e[at + OrderFilled.lots]];
    const found = orders.get(orderId) ?? {
      symbol: e[at + Head.symbol],
      orderId,
      isSell: (e[at + OrderFilled.flags] & 1) === 1,
      price,
      cost: 0,
      lots: 0,
      time: e[at + Head.time],
    };
    orders.set(orderId, { ...found, price, cost: found.cost + price * lots, lots: found.lots + lots });
  }
  return orders.values();
}

/** Binance's shape; `now` is when it is told. */
export function forceOrderShape(site: SiteConfig, order: Liquidated, now: number) {
  const code = site.symbols[order.symbol];
  const { tickDecimals, lotDecimals } = symbolNamed(code);
  const q = formatDecimal(order.lots, lotDecimals);
  const p = formatDecimal(order.price, tickDecimals);
  const ap = formatDecimal(Math.round(order.cost / order.lots), tickDecimals);
  const S = order.isSell ? 'SELL' : 'BUY';
  return { e: 'forceOrder', E: now, o: { s: botNameOf(code), S, o: 'LIMIT', f: 'IOC', q, p, ap, X: 'FILLED', l: q, z: q, T: order.time } };
}
