// Engine events of one account as the specification's live events: which word each gets, and what it carries.
import { MarginType } from '@maru/engine/wire/command.ts';
import { EventHeadWord, EventKind, EventWord, OrderEnd, PositionEnd } from '@maru/engine/wire/event.ts';
import { readWide } from '@maru/engine/money/wide.ts';
import { closedLeverage } from '@maru/engine/wire/event-fields.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { EVENTS_PER_FACT, type FuturesEvent, type Order } from '../contract.ts';
import { type AccountFigures, foldOrders } from '../fold-account.ts';
import { fillFacts, type OrderFacts, orderIn } from '../fold-order.ts';
import { closedEnd } from './closed-end.ts';
import { isoText } from './decimal-text.ts';
import type { OrderView, PositionView } from './engine-views.ts';
import type { LiveMemory } from './live-memory.ts';
import { engineOrdersOf } from './live-notices.ts';
import { presentFill, presentOrder } from './present-order.ts';
import { liquidationTicks, presentClosed, presentPosition } from './present-position.ts';
import { type SiteSymbol, symbolAt } from './site-symbols.ts';

const Head = EventHeadWord;
const { FundingSettled, LeverageChanged, OrderClosed, OrderFilled, OrderPlaced, PositionChanged, PositionClosed } = EventWord;

/** One event record of the account, and the client's id if it is an order being placed. */
export interface EventRef {
  words: Float64Array;
  at: number;
  clientOrderId: string | undefined;
}

export interface LiveMessage {
  body: FuturesEvent;
  /** Kept for a client that reconnects; figures that only follow the mark are not. */
  resumable: boolean;
}

/** An account after a window of events; open orders only where it was read. */
export type LiveView = Pick<AccountFigures, 'positions'> & { orders?: readonly OrderView[] };

/** What the insurance fund took of a position over its life, which neither its end nor the engine tells. */
export type ClearanceOf = (positionId: number) => number;

/**
 * Messages of a window of events, oldest first. `view` is the account after the window (or later), `memory` before it;
 * orders in memory are carried along, the caller takes over the view afterwards.
 */
export function liveMessages(
  site: SiteConfig,
  memory: LiveMemory,
  refs: readonly EventRef[],
  view: LiveView,
  clearanceOf: ClearanceOf,
): LiveMessage[] {
  const window = new Window(site, memory, view, clearanceOf, engineOrdersOf(refs));
  const lastChange = lastChangeOf(refs);
  for (const ref of refs) window.tell(ref, lastChange);
  const last = refs.at(-1);
  if (last !== undefined) window.tellLiquidationPrices(last.words[last.at + 1], last.words[last.at + 3]);
  return window.messages;
}

/** Liquidation prices that moved by a tick or more since they were last told, without any event of the account. */
export function movedLiquidationPrices(
  site: SiteConfig,
  memory: LiveMemory,
  view: LiveView,
  { seq, time, clearanceOf }: { seq: number; time: number; clearanceOf: ClearanceOf },
): LiveMessage[] {
  const window = new Window(site, memory, view, clearanceOf);
  window.tellLiquidationPrices(seq, time);
  return window.messages;
}

/** What a liquidation took of a position is a fee of it too, which the engine does not keep. */
function withClearance(position: PositionView, clearanceOf: ClearanceOf): PositionView {
  const taken = clearanceOf(position.positionId);
  return taken === 0 ? position : { ...position, feesPaid: position.feesPaid + taken };
}

// A position that changes many times within a window is told once, as it stands at the end.
function lastChangeOf(refs: readonly EventRef[]): Map<number, EventRef> {
  const last = new Map<number, EventRef>();
  for (const ref of refs) if (ref.words[ref.at] === EventKind.PositionChanged) last.set(ref.words[ref.at + 6], ref);
  return last;
}

class Window {
  readonly messages: LiveMessage[] = [];
  readonly #site: SiteConfig;
  readonly #memory: LiveMemory;
  readonly #view: LiveView;
  readonly #told = new Set<number>();
  /** Positions that a trade of this window was in. */
  readonly #traded = new Set<number>();
  readonly #clearanceOf: ClearanceOf;
  readonly #engineOrders: ReadonlySet<number>;

  constructor(
    site: SiteConfig,
    memory: LiveMemory,
    view: LiveView,
    clearanceOf: ClearanceOf,
    engineOrders: ReadonlySet<number> = new Set(),
  ) {
    this.#clearanceOf = clearanceOf;
    this.#engineOrders = engineOrders;
    this.#site = site;
    this.#memory = memory;
    this.#view = { ...view, positions: view.positions.map((p) => withClearance(p, clearanceOf)) };
  }

  tell(ref: EventRef, lastChange: ReadonlyMap<number, EventRef>): void {
    const { words: e, at: i } = ref;
    if (orderIn(e, i) >= 0) return this.#order(ref);
    const { funding } = this.#memory;
    switch (e[i]) {
      case EventKind.FundingSettled: {
        const positionId = e[i + FundingSettled.positionId];
        return void funding.set(positionId, (funding.get(positionId) ?? 0) - e[i + FundingSettled.collected]);
      }
      case EventKind.PositionChanged:
        funding.set(e[i + PositionChanged.positionId], e[i + PositionChanged.fundingPaid]);
        return lastChange.get(e[i + PositionChanged.positionId]) === ref ? this.#positionChanged(e, i) : undefined;
      case EventKind.PositionClosed:
        return this.#positionClosed(e, i);
      case EventKind.MarginWarned:
        return this.#warned(e, i);
      case EventKind.LeverageChanged:
        return this.#push(e, i, 0, 'LEVERAGE_UPDATE', { leverage: e[i + LeverageChanged.leverage], ...this.#chargedAnew(e, i) });
    }
  }

  #order({ words: e, at: i, clientOrderId }: EventRef): void {
    const { orders } = this.#memory.account;
    const isKnown = orders.has(e[i + OrderPlaced.orderId]);
    const facts = foldOrders(orders, e, i, clientOrderId);
    // Told by what they do to the position; histories list them.
    if (this.#engineOrders.has(e[i + OrderPlaced.orderId]) && e[i] >= EventKind.OrderPlaced && e[i] <= EventKind.OrderClosed) return;
    const order = facts && presentOrder(this.#symbol(e, i), facts);
    if (e[i] === EventKind.OrderFilled) return this.#filled(e, i, order);
    // Its last fill has told it already.
    if (order === undefined || (!isKnown && e[i] === EventKind.OrderClosed && e[i + OrderClosed.end] === OrderEnd.Filled)) return;
    this.#push(e, i, 0, typeOf(e[i], isKnown, facts), { order });
  }

  #filled(e: Float64Array, i: number, order: Order | undefined): void {
    const futuresPositionId = e[i + OrderFilled.positionId];
    this.#traded.add(futuresPositionId);
    const content = { futuresPositionId, ...(order && { order }), fill: presentFill(this.#symbol(e, i), fillFacts(e, i)) };
    this.#push(e, i, 0, order?.status === 'FILLED' ? 'ORDER_FILLED' : 'ORDER_UPDATE', content);
  }

  /** What another leverage makes of the symbol's open orders, which no event of their own tells. */
  #chargedAnew(e: Float64Array, i: number): Pick<FuturesEvent, 'orders'> {
    const symbol = this.#symbol(e, i);
    const known = this.#memory.account.orders;
    const orders = this.#view.orders?.filter((order) => order.symbol === symbol.symbol && known.has(order.orderId)) ?? [];
    return orders.length === 0 ? {} : { orders: orders.map((order) => presentOrder(symbol, { ...order, end: -1 })) };
  }

  #positionChanged(e: Float64Array, i: number): void {
    const positionId = e[i + PositionClosed.positionId];
    const position = this.#view.positions.find((p) => p.positionId === positionId);
    // It closed later in the same window: its end will be told.
    if (position === undefined) return;
    const type = this.#memory.positions.has(positionId) ? 'POSITION_UPDATE' : 'POSITION_OPEN';
    // Margin or funding that moves the liquidation price is told by its own name too (rules 5.6).
    if (type === 'POSITION_OPEN' || this.#traded.has(positionId)) this.#told.add(positionId);
    this.#push(e, i, 0, type, { futuresPositionId: positionId, position: presentPosition(this.#symbol(e, i), position) });
  }

  #positionClosed(e: Float64Array, i: number): void {
    const end = closedEnd(e, i);
    const closed = presentClosed(this.#symbol(e, i), {
      positionId: e[i + PositionClosed.positionId],
      lots: e[i + PositionClosed.lots],
      entryCost: readWide(e[i + PositionClosed.entryCost], e[i + PositionClosed.entryCostLo]),
      exitCost: readWide(e[i + PositionClosed.exitCost], e[i + PositionClosed.exitCostLo]),
      realizedPnl: e[i + PositionClosed.realizedPnl],
      feesPaid: e[i + PositionClosed.feesPaid] + this.#clearanceOf(e[i + PositionClosed.positionId]),
      fundingPaid: this.#memory.funding.get(e[i + PositionClosed.positionId]) ?? 0,
      leverage: closedLeverage(e[i + PositionClosed.setting]),
      end,
      time: e[i + Head.time],
    });
    const content = { futuresPositionId: e[i + PositionClosed.positionId], closed };
    if (end === PositionEnd.Liquidated) return this.#push(e, i, 0, 'POSITION_LIQUID', content);
    this.#push(e, i, 0, 'POSITION_CLOSE', content);
    this.#push(e, i, 1, 'POSITION_FINISH_HISTORY', content);
  }

  #warned(e: Float64Array, i: number): void {
    const own = this.#view.positions.find((p) => p.positionId === e[i + PositionChanged.positionId]);
    const position = own ?? this.#heaviestCross();
    if (position === undefined) return;
    const symbol = symbolAt(this.#site, position.symbol);
    this.#push(e, i, 0, 'POSITION_WARN', {
      futuresOptionId: symbol.futuresOptionId,
      futuresPositionId: position.positionId,
      position: presentPosition(symbol, position),
    });
  }

  // The cross account is warned as a whole; the position that needs most margin stands for it.
  #heaviestCross(): PositionView | undefined {
    const cross = this.#view.positions.filter((p) => p.marginType === MarginType.Crossed);
    return cross.sort((a, b) => b.maintenanceMargin - a.maintenanceMargin)[0];
  }

  /** Told when moved by a tick or more (rules 9.2), unless the position was told as a trade left it. */
  tellLiquidationPrices(seq: number, time: number): void {
    for (const p of this.#view.positions) {
      const before = this.#memory.positions.get(p.positionId);
      const now = liquidationTicks(p.liquidationPrice, p.lots);
      if (before === undefined || before === now || this.#told.has(p.positionId)) continue;
      const symbol = symbolAt(this.#site, p.symbol);
      this.messages.push({
        resumable: false,
        body: {
          type: 'POSITION_UPDATE_LIQUIDPRICE',
          eventId: `${seq}-${LAST_INDEX}`,
          sequence: seq,
          marketType: 'FUTURES',
          futuresOptionId: symbol.futuresOptionId,
          futuresPositionId: p.positionId,
          position: presentPosition(symbol, p),
          time: isoText(time),
        },
      });
    }
  }

  #symbol(e: Float64Array, i: number): SiteSymbol {
    return symbolAt(this.#site, e[i + Head.symbol]);
  }

  #push(e: Float64Array, i: number, sub: number, type: FuturesEvent['type'], content: Partial<FuturesEvent>): void {
    const eventId = `${e[i + Head.seq]}-${e[i + Head.index] * EVENTS_PER_FACT + sub}`;
    // Facts of the whole account carry no symbol.
    const futuresOptionId = e[i + Head.symbol] < 0 ? {} : { futuresOptionId: e[i + Head.symbol] + 1 };
    this.messages.push({
      resumable: true,
      body: {
        type,
        eventId,
        sequence: e[i + Head.seq],
        marketType: 'FUTURES',
        ...futuresOptionId,
        ...content,
        time: isoText(e[i + Head.time]),
      },
    });
  }
}

/** Why its member hears of an order. */
function typeOf(kind: number, isKnown: boolean, order: OrderFacts | undefined): FuturesEvent['type'] {
  if (kind === EventKind.OrderClosed) return order?.end === OrderEnd.Filled ? 'ORDER_FILLED' : 'ORDER_CANCEL';
  const isNew = kind === EventKind.OrderArmed || (kind === EventKind.OrderPlaced && !isKnown);
  return isNew ? 'ORDER_SUCCESS' : 'ORDER_UPDATE';
}

/** After all events of a sequence: a client may name it as the last it saw. */
const LAST_INDEX = 999_999;
