// Engine events of one account as the specification's live events: which word each gets, and what it carries.
import { MarginType } from '@maru/engine/wire/command.ts';
import { EventHeadWord, EventKind, EventWord, OrderEnd, PositionEnd } from '@maru/engine/wire/event.ts';
import { readWide } from '@maru/engine/money/wide.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { EVENTS_PER_FACT, type FuturesEvent } from '../contract.ts';
import { closedEnd } from './closed-end.ts';
import { isoText } from './decimal-text.ts';
import type { LiveAccountView, PositionView } from './engine-views.ts';
import type { LiveMemory } from './live-memory.ts';
import { engineOrdersOf } from './live-notices.ts';
import { amendTrigger, armed, attach, fillFacts, placed, takeFill } from './order-events.ts';
import { type OrderFacts, presentFill, presentOrder } from './present-order.ts';
import { liquidationTicks, presentClosed, presentPosition } from './present-position.ts';
import { type SiteSymbol, symbolAt } from './site-symbols.ts';
import { closedLeverage } from '@maru/engine/wire/event-fields.ts';

const Head = EventHeadWord;
const { LeverageChanged, OrderAmended, OrderClosed, OrderFilled, OrderPlaced, PositionChanged, PositionClosed, TrailingActivated } =
  EventWord;

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
  view: LiveAccountView,
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
  view: LiveAccountView,
  seq: number,
  time: number,
): LiveMessage[] {
  const window = new Window(site, memory, view, () => 0);
  window.tellLiquidationPrices(seq, time);
  return window.messages;
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
  readonly #view: LiveAccountView;
  readonly #told = new Set<number>();
  /** Positions that a trade of this window was in. */
  readonly #traded = new Set<number>();
  readonly #clearanceOf: ClearanceOf;
  readonly #engineOrders: ReadonlySet<number>;

  constructor(
    site: SiteConfig,
    memory: LiveMemory,
    view: LiveAccountView,
    clearanceOf: ClearanceOf,
    engineOrders: ReadonlySet<number> = new Set(),
  ) {
    this.#clearanceOf = clearanceOf;
    this.#engineOrders = engineOrders;
    this.#site = site;
    this.#memory = memory;
    this.#view = view;
  }

  tell(ref: EventRef, lastChange: ReadonlyMap<number, EventRef>): void {
    const { words: e, at: i } = ref;
    if (this.#isEngineOrder(e, i)) return;
    switch (e[i]) {
      case EventKind.OrderPlaced:
        return this.#placed(ref);
      case EventKind.OrderFilled:
        return this.#filled(e, i);
      case EventKind.OrderArmed:
        return this.#armed(ref);
      case EventKind.OrderAmended:
        return this.#amended(e, i);
      case EventKind.TriggerAmended:
        return this.#changed(e, i, (order) => amendTrigger(e, i, order));
      case EventKind.TpslAttached:
        return this.#changed(e, i, (order) => attach(e, i, order));
      case EventKind.TrailingActivated:
        return this.#changed(e, i, (order) =>
          Object.assign(order, { extreme: e[i + TrailingActivated.extreme], updatedAt: e[i + Head.time] }),
        );
      case EventKind.OrderClosed:
        return this.#closed(e, i);
      case EventKind.PositionChanged:
        return lastChange.get(e[i + PositionChanged.positionId]) === ref ? this.#positionChanged(e, i) : undefined;
      case EventKind.PositionClosed:
        return this.#positionClosed(e, i);
      case EventKind.MarginWarned:
        return this.#warned(e, i);
      case EventKind.LeverageChanged:
        return this.#push(e, i, 0, 'LEVERAGE_UPDATE', { leverage: e[i + LeverageChanged.leverage] });
    }
  }

  // Told by what they do to the position; histories list them.
  #isEngineOrder(e: Float64Array, i: number): boolean {
    return e[i] >= EventKind.OrderPlaced && e[i] <= EventKind.OrderClosed && this.#engineOrders.has(e[i + OrderPlaced.orderId]);
  }

  #armed({ words: e, at: i, clientOrderId }: EventRef): void {
    const order: OrderFacts = { ...armed(e, i), clientOrderId: clientOrderId ?? '' };
    this.#memory.orders.set(order.orderId, order);
    this.#push(e, i, 0, 'ORDER_SUCCESS', { order: presentOrder(this.#symbol(e, i), order) });
  }

  #changed(e: Float64Array, i: number, change: (order: OrderFacts) => void): void {
    const order = this.#memory.orders.get(e[i + OrderPlaced.orderId]);
    if (order === undefined) return;
    change(order);
    this.#push(e, i, 0, 'ORDER_UPDATE', { order: presentOrder(this.#symbol(e, i), order) });
  }

  #placed({ words: e, at: i, clientOrderId }: EventRef): void {
    const waiting = this.#memory.orders.get(e[i + OrderPlaced.orderId]);
    // It had waited and fired now: the same order, at work.
    if (waiting !== undefined) {
      return this.#changed(e, i, (order) =>
        Object.assign(order, {
          flags: e[i + OrderPlaced.flags],
          price: e[i + OrderPlaced.price],
          lots: e[i + OrderPlaced.lots],
          reserved: e[i + OrderPlaced.reserved],
          updatedAt: e[i + Head.time],
        }),
      );
    }
    const order: OrderFacts = { ...placed(e, i), clientOrderId: clientOrderId ?? '' };
    this.#memory.orders.set(order.orderId, order);
    this.#push(e, i, 0, 'ORDER_SUCCESS', { order: presentOrder(this.#symbol(e, i), order) });
  }

  #filled(e: Float64Array, i: number): void {
    const symbol = this.#symbol(e, i);
    const fill = fillFacts(e, i);
    const order = this.#memory.orders.get(e[i + OrderFilled.orderId]);
    const futuresPositionId = e[i + OrderFilled.positionId];
    this.#traded.add(futuresPositionId);
    if (order === undefined) return this.#push(e, i, 0, 'ORDER_UPDATE', { futuresPositionId, fill: presentFill(symbol, fill) });
    takeFill(order, fill.price, fill.lots);
    order.updatedAt = fill.time;
    // Not by the event's rest: a reduce-only order may be cut to the position before it is full.
    const filled = order.filledLots >= order.lots;
    if (filled) {
      order.end = OrderEnd.Filled;
      order.reserved = 0;
      this.#memory.orders.delete(order.orderId);
    }
    const content = { futuresPositionId, order: presentOrder(symbol, order), fill: presentFill(symbol, fill) };
    this.#push(e, i, 0, filled ? 'ORDER_FILLED' : 'ORDER_UPDATE', content);
  }

  #amended(e: Float64Array, i: number): void {
    this.#changed(e, i, (order) =>
      Object.assign(order, {
        flags: e[i + OrderAmended.flags],
        price: e[i + OrderAmended.price],
        lots: e[i + OrderAmended.lots],
        reserved: e[i + OrderAmended.reserved],
        updatedAt: e[i + Head.time],
      }),
    );
  }

  #closed(e: Float64Array, i: number): void {
    const before = this.#memory.orders.get(e[i + OrderClosed.orderId]);
    const end = e[i + OrderClosed.end];
    // Its last fill has told it already.
    if (before === undefined && end === OrderEnd.Filled) return;
    const order: OrderFacts = {
      ...before,
      orderId: e[i + OrderClosed.orderId],
      flags: e[i + OrderClosed.flags],
      price: e[i + OrderClosed.price],
      lots: e[i + OrderClosed.lots],
      filledLots: e[i + OrderClosed.filledLots],
      filledCost: readWide(e[i + OrderClosed.filledCost], e[i + OrderClosed.filledCostLo]),
      reserved: 0,
      end,
      clientOrderId: before?.clientOrderId ?? '',
      placedAt: before?.placedAt ?? e[i + Head.time],
      updatedAt: e[i + Head.time],
      ...(e[i + OrderClosed.reason] > 0 ? { reason: e[i + OrderClosed.reason] } : {}),
    };
    this.#memory.orders.delete(order.orderId);
    this.#push(e, i, 0, end === OrderEnd.Filled ? 'ORDER_FILLED' : 'ORDER_CANCEL', { order: presentOrder(this.#symbol(e, i), order) });
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

/** After all events of a sequence: a client may name it as the last it saw. */
const LAST_INDEX = 999_999;
