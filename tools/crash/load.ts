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

interface ToldOrder {
  id: number;
  averagePrice?: string;
}
interface Told {
  order: ToldOrder;
  /** Of a batch: one an order, in their order. */
  results: { order: ToldOrder | null; code: string | null }[];
}

const OPTION = 1;
/** Far enough from the market to rest, inside the band of 5 %. */
const REST_AT = 0.96;
const MOST_IN_BATCH = 20;

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
      if (n % 4 === 3) await this.#batch(user, clientOrderId);
      else if (n % 12 === 10) await this.#settle(user, '/api/futures/order/cancel_all', { futuresOptionId: OPTION }, `${clientOrderId}-x`);
      else await this.#order(user, clientOrderId);
    }
  }

  async #order(user: string, clientOrderId: string): Promise<void> {
    const body = this.#bodyOf(clientOrderId);
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

  /** All under one key, each with a name of its own: whatever the kill left of it, the repeat tells of each order once. */
  async #batch(user: string, key: string): Promise<void> {
    const size = 2 + Math.floor(this.#options.random() * (MOST_IN_BATCH - 1));
    const body = { orders: Array.from({ length: size }, (_, part) => this.#bodyOf(`${key}-${part}`)) };
    const first = await this.#told(user, body, key);
    first.forEach(({ order, code }, part) => {
      const { clientOrderId } = body.orders[part];
      if (order !== null) this.acked.push({ clientOrderId, orderId: order.id });
      else this.refused.set(`${code}`, 1 + (this.refused.get(`${code}`) ?? 0));
    });
    // Where nothing was taken the key is free, and all is judged anew.
    if (this.#options.random() > 0.2 || first.every(({ order }) => order === null)) return;
    const again = await this.#told(user, body, key);
    first.forEach(({ order, code }, part) => {
      const { order: later, code: laterCode } = again[part];
      if (later?.id !== order?.id || laterCode !== code)
        this.contradictions.push(`${key}-${part}: ${order?.id} ${code}, then ${later?.id} ${laterCode}`);
    });
    const more = { orders: [...body.orders.slice(1), this.#bodyOf(`${key}-more`)] };
    const other = await this.#settle(user, '/api/futures/order/batch', more, key);
    if (other.code !== 'REQUEST_REUSED')
      this.contradictions.push(`${key}: another body under it was answered ${other.status} ${other.code}`);
  }

  async #told(user: string, body: object, key: string): Promise<Told['results']> {
    for (;;) {
      const { data, status, code } = await this.#settle(user, '/api/futures/order/batch', body, key);
      const { results } = data;
      if (results === undefined) throw new Error(`a batch was refused: ${status} ${code}`);
      if (!results.some((one) => one.code === 'OVERLOADED')) return results;
    }
  }

  #bodyOf(clientOrderId: string) {
    return { futuresOptionId: OPTION, positionSide: 'BOTH', quantity: '0.002', clientOrderId, ...this.#terms() };
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
