// One member's socket with orders pipelined over it: many under way, each answered under its correlation id.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Answered } from './call-line.ts';
import { openedIn, type OrderMix } from './order-mix.ts';

const CORRELATION = '\ncorrelation-id:';
const STATUS = '\nstatus:';

export class SocketOrders {
  readonly #ws: WebSocket;
  readonly #mix: OrderMix;
  readonly #waiting = new Map<number, { at: number; done: (answer: Answered) => void }>();
  #count = 0;

  static async open(url: URL, token: string, mix: OrderMix): Promise<SocketOrders> {
    const headers = { host: url.hostname, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
    const ws = new WebSocket(`ws://${url.host}/bx_ws`, ['v12.stomp'], { perMessageDeflate: false, skipUTF8Validation: true, headers });
    await once(ws, 'open');
    ws.send(`CONNECT\naccept-version:1.2\nhost:bench\nheart-beat:0,0\nAuthorization:Bearer ${token}\n\n\0`);
    const closed = once(ws, 'close').then(() => Promise.reject(new Error('the socket closed before it was let in')));
    await Promise.race([once(ws, 'message'), closed]);
    // It goes on being watched below; that it closes later is no fault.
    closed.catch(() => {});
    ws.send('SUBSCRIBE\nid:0\ndestination:/user/queue/reply\n\n\0');
    return new SocketOrders(ws, mix);
  }

  private constructor(ws: WebSocket, mix: OrderMix) {
    this.#ws = ws;
    this.#mix = mix;
    ws.on('message', (data: Buffer) => this.#hear(data.toString('latin1')));
    // Whatever broke it: it closes, and what waits is told.
    ws.on('error', () => {});
    ws.on('close', () => {
      for (const { done } of this.#waiting.values()) done({ status: 0, code: 'CONNECTION_CLOSED', ms: 0, text: '' });
      this.#waiting.clear();
    });
  }

  /** Sends the next order of the mix; as many may be under way as are asked for. */
  async next(): Promise<Answered> {
    if (this.#ws.readyState !== this.#ws.OPEN)
      return new Promise((done) => setTimeout(done, 10, { status: 0, code: 'CONNECTION_CLOSED', ms: 0, text: '' }));
    const chosen = this.#mix.next();
    const answer = await ('ids' in chosen
      ? this.#send('/api/futures/order/cancel', `{"id":${chosen.ids[0]}}`)
      : this.#send('/api/futures/order', chosen.orders[0]));
    if ('orders' in chosen && answer.status === 200) for (const id of openedIn(answer.text)) this.#mix.opened(id);
    return answer;
  }

  renew(token: string): void {
    this.#ws.send(`SEND\ndestination:/renew\nAuthorization:Bearer ${token}\n\n\0`);
  }

  close(): void {
    this.#ws.terminate();
  }

  #send(path: string, body: string): Promise<Answered> {
    const id = ++this.#count;
    return new Promise((done) => {
      this.#waiting.set(id, { at: performance.now(), done });
      this.#ws.send(`SEND\ndestination:${path}\ncorrelation-id:${id}\n\n${body}\0`);
    });
  }

  #hear(text: string): void {
    const at = text.indexOf(CORRELATION);
    if (at < 0) return;
    const id = Number.parseInt(text.slice(at + CORRELATION.length), 10);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    const status = Number.parseInt(text.slice(text.indexOf(STATUS) + STATUS.length), 10);
    const code = status === 200 ? '' : (/"code":"(\w+)"/.exec(text)?.[1] ?? '');
    waiting.done({ status, code, ms: performance.now() - waiting.at, text });
  }
}
