// One connection of one member that sends orders back to back or on a schedule, one or several in a call.
import { type Answered, CallLine, headOf } from './call-line.ts';
import { openedIn, type OrderMix } from './order-mix.ts';

const PLACE = '/api/futures/order';
const CANCEL = '/api/futures/order/cancel';
const BATCH = '/api/futures/order/batch';
const CANCEL_SOME = '/api/futures/order/cancel_some';

export class OrderConnection {
  readonly #line: CallLine;
  readonly #url: URL;
  readonly #mix: OrderMix;
  readonly #count: number;
  #token: string;

  /** `count` orders a call. */
  constructor(url: URL, token: string, mix: OrderMix, count = 1) {
    this.#line = new CallLine(url);
    this.#url = url;
    this.#token = token;
    this.#mix = mix;
    this.#count = count;
  }

  /** From the next call on; between two of them. */
  renew(token: string): void {
    this.#token = token;
  }

  /** Sends the next call of the mix; one is under way at a time. */
  async next(): Promise<Answered> {
    const chosen = this.#mix.next(this.#count);
    if ('ids' in chosen) {
      const isOne = this.#count === 1;
      return this.#line.call(this.#head(isOne ? CANCEL : CANCEL_SOME), isOne ? `{"id":${chosen.ids[0]}}` : `{"ids":[${chosen.ids}]}`);
    }
    const isOne = this.#count === 1;
    const answer = await this.#line.call(this.#head(isOne ? PLACE : BATCH), isOne ? chosen.orders[0] : `{"orders":[${chosen.orders}]}`);
    if (answer.status === 200) for (const id of openedIn(answer.text)) this.#mix.opened(id);
    return answer;
  }

  close(): void {
    this.#line.close();
  }

  #head(path: string): string {
    return headOf(this.#url, path, this.#token);
  }
}
