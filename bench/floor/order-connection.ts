// One connection of one member that sends orders back to back or on a schedule.
import { type Answered, CallLine, headOf } from './call-line.ts';
import { lcg } from './figures.ts';

/** 60 % resting limit orders, 30 % cancels of one's own, 10 % market orders. */
const MIX = { rest: 0.6, cancel: 0.3 };
const OPEN_MAX = 150;
const PLACE = '/api/futures/order';
const CANCEL = '/api/futures/order/cancel';

export class OrderConnection {
  readonly #line: CallLine;
  readonly #url: URL;
  #place: string;
  #cancel: string;
  readonly #random: () => number;
  readonly #price: number;
  #open: number[] = [];

  constructor(url: URL, token: string, price: number, seed: number) {
    this.#line = new CallLine(url);
    this.#url = url;
    this.#place = headOf(url, PLACE, token);
    this.#cancel = headOf(url, CANCEL, token);
    this.#price = price;
    this.#random = lcg(seed);
  }

  /** From the next call on; between two of them. */
  renew(token: string): void {
    this.#place = headOf(this.#url, PLACE, token);
    this.#cancel = headOf(this.#url, CANCEL, token);
  }

  /** Sends the next order of the mix; one is under way at a time. */
  async next(): Promise<Answered> {
    const { head, body } = this.#choose();
    const answer = await this.#line.call(head, body);
    if (answer.status === 200 && head === this.#place && answer.text.includes('"status":"NEW"')) {
      const { text } = answer;
      this.#open.push(Number.parseInt(text.slice(text.indexOf('"id":', text.indexOf('\r\n\r\n')) + 5), 10));
    }
    return answer;
  }

  close(): void {
    this.#line.close();
  }

  #choose(): { head: string; body: string } {
    const draw = this.#random();
    if (this.#open.length > 0 && (this.#open.length >= OPEN_MAX || (draw >= MIX.rest && draw < MIX.rest + MIX.cancel))) {
      const at = Math.floor(this.#random() * this.#open.length);
      const [id] = this.#open.splice(at, 1);
      return { head: this.#cancel, body: `{"id":${id}}` };
    }
    const side = this.#random() < 0.5 ? 'BUY' : 'SELL';
    if (draw >= MIX.rest + MIX.cancel) {
      return {
        head: this.#place,
        body: `{"futuresOptionId":1,"side":"${side}","positionSide":"BOTH","type":"MARKET","quantity":"0.002"}`,
      };
    }
    const away = 0.002 + this.#random() * 0.02;
    const price = (this.#price * (side === 'BUY' ? 1 - away : 1 + away)).toFixed(2);
    return {
      head: this.#place,
      body: `{"futuresOptionId":1,"side":"${side}","positionSide":"BOTH","type":"LIMIT","quantity":"0.005","price":"${price}"}`,
    };
  }
}
