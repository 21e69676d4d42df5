// Members' resting orders and fills as the public sees them: levels to merge into the depth, trades for the tape. Kept from engine events.
import { OrderType, Side, unpackOrderFlags, TimeInForce } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord, FillRole } from '@maru/engine/wire/event.ts';
import { LevelBook } from './level-book.ts';
import type { TapeTrade } from './symbol-market.ts';

const Head = EventHeadWord;
const { OrderAmended, OrderClosed, OrderFilled, OrderPlaced } = EventWord;

interface Resting {
  symbol: number;
  side: number;
  price: number;
  lots: number;
}

export class MemberOrders {
  readonly #books: (LevelBook | undefined)[] = [];
  readonly #orders = new Map<number, Resting>();
  readonly #onTrade: (symbol: number, trade: Omit<TapeTrade, 'id'>) => void;
  readonly #onChanged: (symbol: number) => void;
  readonly #onPosition: (symbol: number) => void;

  constructor(hooks: {
    onTrade(symbol: number, trade: Omit<TapeTrade, 'id'>): void;
    onChanged(symbol: number): void;
    onPosition(symbol: number): void;
  }) {
    this.#onTrade = hooks.onTrade;
    this.#onChanged = hooks.onChanged;
    this.#onPosition = hooks.onPosition;
  }

  /** Levels of the site's symbol index; undefined when nobody rests there. */
  book(symbol: number): LevelBook | undefined {
    const book = this.#books[symbol];
    return book !== undefined && book.bids.size + book.asks.size > 0 ? book : undefined;
  }

  /** The engine's view `restingOrders`: six words each, of which symbol, order id, side, price and rest lots matter here. */
  restoreOrders(flat: ArrayLike<number>): void {
    for (let i = 0; i < flat.length; i += 6)
      this.#rest(flat[i + 1], { symbol: flat[i], side: flat[i + 2], price: flat[i + 3], lots: flat[i + 4] });
  }

  takeBatch(events: Float64Array): void {
    let lastTrade = -1;
    for (let at = 0; at < events.length; at += EVENT_WORDS) {
      switch (events[at]) {
        case EventKind.OrderPlaced:
          this.#placed(events, at);
          break;
        case EventKind.OrderFilled:
          lastTrade = this.#filled(events, at, lastTrade);
          break;
        case EventKind.OrderAmended:
          this.#amended(events, at);
          break;
        case EventKind.OrderClosed:
          this.#drop(events[at + OrderClosed.orderId]);
          break;
        case EventKind.PositionChanged:
        case EventKind.PositionClosed:
          this.#onPosition(events[at + Head.symbol]);
      }
    }
  }

  #placed(events: Float64Array, at: number): void {
    const { side, type, timeInForce } = unpackOrderFlags(events[at + OrderPlaced.flags]);
    if (type !== OrderType.Limit || timeInForce === TimeInForce.IOC || timeInForce === TimeInForce.FOK) return;
    this.#rest(events[at + OrderPlaced.orderId], {
      symbol: events[at + Head.symbol],
      side,
      price: events[at + OrderPlaced.price],
      lots: events[at + OrderPlaced.lots],
    });
  }

  /** Both sides of a match share a trade id and come one after the other: told once. A counterparty's side has no event. */
  #filled(events: Float64Array, at: number, lastTrade: number): number {
    const resting = this.#orders.get(events[at + OrderFilled.orderId]);
    if (resting !== undefined) {
      const rest = events[at + OrderFilled.restLots];
      this.#level(resting, rest - resting.lots);
      resting.lots = rest;
    }
    const trade = events[at + OrderFilled.tradeId];
    if (trade === lastTrade) return trade;
    const { side } = unpackOrderFlags(events[at + OrderFilled.flags]);
    const takerSide = events[at + OrderFilled.role] === FillRole.Maker ? 1 - side : side;
    this.#onTrade(events[at + Head.symbol], {
      price: events[at + OrderFilled.price],
      lots: events[at + OrderFilled.lots],
      side: takerSide === Side.Buy ? 'B' : 'S',
      time: events[at + Head.time],
    });
    return trade;
  }

  #amended(events: Float64Array, at: number): void {
    const id = events[at + OrderAmended.orderId];
    const { side } = unpackOrderFlags(events[at + OrderAmended.flags]);
    this.#drop(id);
    this.#rest(id, {
      symbol: events[at + Head.symbol],
      side,
      price: events[at + OrderAmended.price],
      lots: events[at + OrderAmended.lots] - events[at + OrderAmended.filledLots],
    });
  }

  #rest(id: number, order: Resting): void {
    this.#orders.set(id, order);
    this.#level(order, order.lots);
  }

  #drop(id: number): void {
    const order = this.#orders.get(id);
    if (order === undefined) return;
    this.#orders.delete(id);
    this.#level(order, -order.lots);
  }

  #level(order: Resting, change: number): void {
    const book = (this.#books[order.symbol] ??= new LevelBook(100_000));
    (order.side === Side.Buy ? book.bids : book.asks).add(order.price, change);
    this.#onChanged(order.symbol);
  }
}

/** The best `levels` of the counterparty's ladder and the members' orders together, as flat pairs. */
export function mergeLevels(side: 'bids' | 'asks', ladder: readonly number[], book: LevelBook | undefined, levels: number): number[] {
  if (book === undefined || book[side].size === 0) return ladder.slice(0, levels * 2);
  const own = book[side];
  const isBetter = side === 'bids' ? (a: number, b: number) => a > b : (a: number, b: number) => a < b;
  const out: number[] = [];
  let l = 0;
  let m = 0;
  while (out.length < levels * 2 && (l < ladder.length || m < own.size)) {
    const house = l < ladder.length ? ladder[l] : Number.NaN;
    const member = m < own.size ? own.ticksAt(m) : Number.NaN;
    if (house === member) {
      out.push(house, ladder[l + 1] + own.lotsAt(m));
      l += 2;
      m++;
    } else if (Number.isNaN(member) || isBetter(house, member)) {
      out.push(house, ladder[l + 1]);
      l += 2;
    } else out.push(member, own.lotsAt(m++));
  }
  return out;
}
