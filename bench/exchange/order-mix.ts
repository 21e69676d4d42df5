// What a bench's member sends: 60 % resting limit orders, 30 % cancels of one's own, 10 % market orders.
import { lcg } from './figures.ts';

const MIX = { rest: 0.6, cancel: 0.3 };
/** Of a member with so many open the next is a cancel: nobody may have more than 200. */
const OPEN_MAX = 150;

export class OrderMix {
  readonly #random: () => number;
  readonly #price: number;
  readonly #open: number[] = [];

  constructor(price: number, seed: number) {
    this.#random = lcg(seed);
    this.#price = price;
  }

  opened(id: number): void {
    this.#open.push(id);
  }

  /** Bodies of the next call: orders to place, or ids to cancel; `count` of them, or as many as are open. */
  next(count = 1): { orders: string[] } | { ids: number[] } {
    const draw = this.#random();
    const isFull = this.#open.length > OPEN_MAX - count;
    if (this.#open.length >= count && (isFull || draw < MIX.cancel)) return { ids: Array.from({ length: count }, () => this.#takeOpen()) };
    return { orders: Array.from({ length: count }, () => this.#order()) };
  }

  #takeOpen(): number {
    const [id] = this.#open.splice(Math.floor(this.#random() * this.#open.length), 1);
    return id;
  }

  #order(): string {
    const side = this.#random() < 0.5 ? 'BUY' : 'SELL';
    if (this.#random() >= MIX.rest / (1 - MIX.cancel)) {
      return `{"futuresOptionId":1,"side":"${side}","positionSide":"BOTH","type":"MARKET","quantity":"0.002"}`;
    }
    const away = 0.002 + this.#random() * 0.02;
    const price = (this.#price * (side === 'BUY' ? 1 - away : 1 + away)).toFixed(2);
    return `{"futuresOptionId":1,"side":"${side}","positionSide":"BOTH","type":"LIMIT","quantity":"0.005","price":"${price}"}`;
  }
}

const ID = '"order":{"id":';

/** Ids of the orders that an answer says are open. */
export function openedIn(text: string): number[] {
  const ids: number[] = [];
  for (let at = text.indexOf(ID); at >= 0; at = text.indexOf(ID, at + 1)) {
    const end = text.indexOf('}', at);
    if (text.slice(at, end).includes('"status":"NEW"')) ids.push(Number.parseInt(text.slice(at + ID.length), 10));
  }
  return ids;
}
