// Members who trade without pause and repeat a request under its own id until they are told its fate.
import { type Answer, PatientClient } from './patient-client.ts';
import type { Random } from './random.ts';

/** What the server acknowledged: this order exists from now on, under this number. */
export interface Acked {
  clientOrderId: string;
  orderId: number;
}

export interface LoadOptions {
  url: string;
  run: string;
  clients: number;
  random: Random;
}

interface Told {
  order: { id: number; averagePrice?: string };
}

const OPTION = 1;
/** Far enough from the market to rest, inside the band of 5 %. */
const REST_AT = 0.96;

export class Load {
  readonly acked: Acked[] = [];
  /** Answers to a repeated request that named another order: each is a doubled effect. */
  readonly contradictions: string[] = [];
  refused = new Map<string, number>();
  readonly #options: LoadOptions;
  readonly #client: PatientClient<Told>;
  #price = 0;
  readonly #until = new AbortController();
  #clients: Promise<void>[] = [];

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#client = new PatientClient(options.url, 'demo1234', options.random);
  }

  get sent(): number {
    return this.#client.sent;
  }

  start(): void {
    this.#clients = Array.from({ length: this.#options.clients }, (_, i) => this.#trade(i));
  }

  /** Lets every client learn the fate of what it sent last. */
  async end(): Promise<void> {
    this.#until.abort();
    await Promise.all(this.#clients);
  }

  async #trade(i: number): Promise<void> {
    const user = `demo${1 + (i % 2)}`;
    for (let n = 0; !this.#until.signal.aborted; n++) {
      const clientOrderId = `${this.#options.run}-${i}-${n}`;
      if (n % 12 === 11) await this.#settle(user, '/api/futures/order/cancel_all', { futuresOptionId: OPTION }, `${clientOrderId}-x`);
      else await this.#order(user, clientOrderId);
    }
  }

  async #order(user: string, clientOrderId: string): Promise<void> {
    const body = { futuresOptionId: OPTION, positionSide: 'BOTH', quantity: '0.002', clientOrderId, ...this.#terms() };
    const answer = await this.#settle(user, '/api/futures/order', body);
    if (answer.status !== 200) {
      this.refused.set(answer.code, 1 + (this.refused.get(answer.code) ?? 0));
      return;
    }
    const orderId = answer.data.order?.id as number;
    this.acked.push({ clientOrderId, orderId });
    if (this.#options.random() > 0.1) return;
    const again = await this.#settle(user, '/api/futures/order', body);
    if (again.data.order?.id !== orderId)
      this.contradictions.push(`${clientOrderId}: ${orderId}, then ${again.status} ${again.data.order?.id}`);
  }

  #terms(): Record<string, string> {
    const { random } = this.#options;
    const side = random() < 0.5 ? 'BUY' : 'SELL';
    if (this.#price === 0 || random() < 0.3) return { side, type: 'MARKET' };
    const away = side === 'BUY' ? REST_AT : 2 - REST_AT;
    return { side, type: 'LIMIT', price: (this.#price * away).toFixed(1) };
  }

  async #settle(user: string, path: string, body: object, key?: string): Promise<Answer<Told>> {
    const answer = await this.#client.settle(user, path, body, key);
    const price = Number(answer.data.order?.averagePrice ?? 0);
    if (price > 0) this.#price = price;
    return answer;
  }
}
