// Orders by which the system closes a member's own positions, told to its streams as Binance tells them; screens hear of the position only.
import { MarginType, unpackOrderFlags } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord, FillRole } from '@maru/engine/wire/event.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Order } from '@maru/futures/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { EngineBatches } from './funding-watch.ts';
import type { Fill } from './user-event-shapes.ts';
import { heldMarginType } from '@maru/engine/wire/event-fields.ts';

const Head = EventHeadWord;
const { LiquidationStarted, OrderFilled, OrderPlaced, PositionChanged } = EventWord;

/** NEW first, then CALCULATED with each fill. */
export interface ForcedTold {
  /** Its place among the facts of the engine. */
  sequence: number;
  index: number;
  execution: 'NEW' | 'CALCULATED';
  order: Order;
  fill: Fill | undefined;
}

export interface ForcedListener {
  forced(told: ForcedTold): void;
  /** A position of its own that has its own margin: one that ends at once is never told as open. */
  isolated(positionId: number): void;
}

export interface ForcedWatch {
  /** Answers how to stop. */
  hear(site: SiteConfig, account: number, listener: ForcedListener): () => void;
}

interface Listening {
  site: SiteConfig;
  listeners: Set<ForcedListener>;
}

export function createForcedWatch(engine: EngineBatches): ForcedWatch {
  const sites = new Map<number, Map<number, Listening>>();
  engine.onBatch(({ site, events }) => {
    const accounts = sites.get(site);
    if (accounts === undefined || accounts.size === 0) return;
    for (let at = 0; at < events.length; at += EVENT_WORDS) {
      const id = isolatedAt(events, at);
      if (id > 0) accounts.get(events[at + Head.account])?.listeners.forEach((listener) => listener.isolated(id));
    }
    for (const { account, told } of forcedIn(events, accounts))
      accounts.get(account)?.listeners.forEach((listener) => listener.forced(told));
  });
  return {
    hear(site, account, listener) {
      const accounts = sites.get(site.id) ?? new Map<number, Listening>();
      sites.set(site.id, accounts);
      const listening = accounts.get(account) ?? { site, listeners: new Set() };
      accounts.set(account, listening);
      listening.listeners.add(listener);
      return () => {
        listening.listeners.delete(listener);
        if (listening.listeners.size === 0 && accounts.get(account) === listening) accounts.delete(account);
      };
    },
  };
}

/** The isolated position that an event names, else 0: a cross liquidation names none. */
function isolatedAt(e: Float64Array, at: number): number {
  if (e[at] === EventKind.LiquidationStarted) return e[at + LiquidationStarted.positionId];
  return e[at] === EventKind.PositionChanged && heldMarginType(e[at + PositionChanged.setting]) === MarginType.Isolated
    ? e[at + PositionChanged.positionId]
    : 0;
}

interface Facts {
  flags: number;
  lots: number;
  filledLots: number;
  cost: number;
  placedMs: number;
  isTold: boolean;
}

// Such an order is placed, filled and ended by one command, so nothing of it is kept between batches.
function* forcedIn(e: Float64Array, accounts: ReadonlyMap<number, Listening>): Iterable<{ account: number; told: ForcedTold }> {
  const placed = new Map<number, Facts>();
  for (let at = 0; at < e.length; at += EVENT_WORDS) {
    const account = e[at + Head.account];
    const site = accounts.get(account)?.site;
    if (site === undefined) continue;
    if (e[at] === EventKind.OrderPlaced)
      placed.set(e[at + OrderPlaced.orderId], {
        flags: e[at + OrderPlaced.flags],
        lots: e[at + OrderPlaced.lots],
        filledLots: 0,
        cost: 0,
        placedMs: e[at + Head.time],
        isTold: false,
      });
    if (e[at] !== EventKind.OrderFilled || e[at + OrderFilled.role] < FillRole.Liquidation) continue;
    const facts = placed.get(e[at + OrderFilled.orderId]);
    if (facts === undefined) continue;
    const place = { sequence: e[at + Head.seq], index: e[at + Head.index] };
    if (!facts.isTold) yield { account, told: { ...place, execution: 'NEW', order: orderOf(site, e, at, facts), fill: undefined } };
    facts.isTold = true;
    facts.filledLots += e[at + OrderFilled.lots];
    facts.cost += e[at + OrderFilled.price] * e[at + OrderFilled.lots];
    yield { account, told: { ...place, execution: 'CALCULATED', order: orderOf(site, e, at, facts), fill: fillOf(site, e, at) } };
  }
}

const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;

function orderOf(site: SiteConfig, e: Float64Array, at: number, facts: Facts): Order {
  const code = site.symbols[e[at + Head.symbol]];
  const { tickDecimals, lotDecimals } = symbolNamed(code);
  const { side, positionSide } = unpackOrderFlags(facts.flags);
  const { lots, filledLots, cost } = facts;
  return {
    id: e[at + OrderFilled.orderId],
    futuresOptionId: e[at + Head.symbol] + 1,
    symbol: code,
    clientOrderId: null,
    side: side === 0 ? 'BUY' : 'SELL',
    positionSide: positionSides[positionSide],
    type: 'MARKET',
    timeInForce: 'IOC',
    status: filledLots === 0 ? 'NEW' : filledLots < lots ? 'PARTIALLY_FILLED' : 'FILLED',
    price: '0',
    quantity: formatDecimal(lots, lotDecimals),
    filledQuantity: formatDecimal(filledLots, lotDecimals),
    averagePrice: filledLots === 0 ? '0' : formatDecimal(Math.round(cost / filledLots), tickDecimals),
    reduceOnly: true,
    reserved: '0',
    endReason: null,
    autoClose: closeNames[e[at + OrderFilled.role]] ?? 'LIQUIDATION',
    marketType: 'FUTURES',
    createdAt: new Date(facts.placedMs).toISOString(),
    updatedAt: new Date(e[at + Head.time]).toISOString(),
  };
}

const closeNames: Readonly<Record<number, NonNullable<Order['autoClose']>>> = {
  [FillRole.Adl]: 'ADL',
  [FillRole.Settlement]: 'SETTLEMENT',
};
const roles = { [FillRole.Adl]: 'ADL', [FillRole.Netting]: 'NETTING', [FillRole.Settlement]: 'SETTLEMENT' } as const;

function fillOf(site: SiteConfig, e: Float64Array, at: number): Fill {
  const code = site.symbols[e[at + Head.symbol]];
  const { tickDecimals, lotDecimals } = symbolNamed(code);
  const { side, positionSide } = unpackOrderFlags(e[at + OrderFilled.flags]);
  return {
    tradeId: e[at + OrderFilled.tradeId],
    orderId: e[at + OrderFilled.orderId],
    futuresOptionId: e[at + Head.symbol] + 1,
    symbol: code,
    side: side === 0 ? 'BUY' : 'SELL',
    positionSide: positionSides[positionSide],
    role: roles[e[at + OrderFilled.role] as keyof typeof roles] ?? 'LIQUIDATION',
    price: formatDecimal(e[at + OrderFilled.price], tickDecimals),
    quantity: formatDecimal(e[at + OrderFilled.lots], lotDecimals),
    fee: formatDecimal(e[at + OrderFilled.fee], USDT_DECIMALS),
    realizedPnl: formatDecimal(e[at + OrderFilled.realizedPnl], USDT_DECIMALS),
    time: new Date(e[at + Head.time]).toISOString(),
  };
}
