// Members who trade without pause and repeat a request under its own id until they are told its fate.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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

interface Answer {
  status: number;
  code: string;
  data: { accessToken?: string; order?: { id: number }; lists?: unknown };
}

const OPTION = 1;
/** As patient as the specification's client, whose first try is after 100 ms. */
const RETRY_MS = 100;
/** Far enough from the market to rest, inside the band of 5 %. */
const REST_AT = 0.96;

export class Load {
  readonly acked: Acked[] = [];
  /** Answers to a repeated request that named another order: each is a doubled effect. */
  readonly contradictions: string[] = [];
  sent = 0;
  refused = new Map<string, number>();
  readonly #options: LoadOptions;
  readonly #tokens = new Map<string, string>();
  #price = 0;
  readonly #until = new AbortController();
  #clients: Promise<void>[] = [];
  /** While nobody listens one asks for all: what a start needs of the machine is not spent on clients that knock. */
  #listens: Promise<void> | undefined;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  start(): void {
    this.#clients = Array.from({ length: this.#options.clients }, (_, i) => this.#client(i));
  }

  /** Lets every client learn the fate of what it sent last. */
  async end(): Promise<void> {
    this.#until.abort();
    await Promise.all(this.#clients);
  }

  async #client(i: number): Promise<void> {
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

  /** Asks until the answer is a fate: done, or refused for a reason of its own. 401 logs in again, 429 and 503 are waited out. */
  async #settle(user: string, path: string, body: object, key?: string): Promise<Answer> {
    for (;;) {
      const token = this.#tokens.get(user);
      const answer =
        token === undefined
          ? await this.#login(user)
          : await this.#post(path, body, { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) });
      if (answer?.status === 401) this.#tokens.delete(user);
      else if (answer && token !== undefined && answer.status !== 429 && answer.status < 500) {
        this.#learnPrice(answer);
        return answer;
      }
      if (!answer || answer.status >= 429) await sleep(RETRY_MS * (1 + this.#options.random()));
    }
  }

  async #login(user: string): Promise<Answer | undefined> {
    const answer = await this.#post('/api/login', { grant_type: 'password', username: user, password: 'demo1234' }, {});
    if (answer?.data?.accessToken) this.#tokens.set(user, answer.data.accessToken);
    return answer;
  }

  #learnPrice(answer: Answer): void {
    const price = Number((answer.data?.order as { averagePrice?: string } | undefined)?.averagePrice ?? 0);
    if (price > 0) this.#price = price;
  }

  async #post(path: string, body: object, headers: Record<string, string>): Promise<Answer | undefined> {
    this.sent++;
    try {
      const response = await fetch(this.#options.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
      const json = (await response.json()) as { code?: string; error?: { code?: string }; data?: Answer['data'] };
      return { status: response.status, code: json.code ?? json.error?.code ?? '', data: json.data ?? {} };
    } catch {
      // Killed in the middle: the fate is unknown, and only asking again under the same id tells.
      this.#listens ??= listening(this.#options.url).finally(() => (this.#listens = undefined));
      await this.#listens;
      return undefined;
    }
  }
}

/** Resolves once somebody takes connections there. */
async function listening(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await sleep(25);
    } finally {
      socket.destroy();
    }
  }
}
