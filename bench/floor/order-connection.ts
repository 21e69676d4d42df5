// One keep-alive connection of one member that sends orders back to back or on a schedule; parses no more than it must.
import { connect, type Socket } from 'node:net';

/** 60 % resting limit orders, 30 % cancels of one's own, 10 % market orders. */
const MIX = { rest: 0.6, cancel: 0.3 };
const OPEN_MAX = 150;
/** A request without an answer for so long is a fault, and said. */
const NO_ANSWER_MS = 10_000;
const LENGTH = 'content-length: ';
const PLACE = '/api/futures/order';
const CANCEL = '/api/futures/order/cancel';
const PATHS = [PLACE, CANCEL];

export interface Answered {
  status: number;
  /** Error code of a refusal. */
  code: string;
  ms: number;
}

export class OrderConnection {
  readonly #socket: Socket;
  /** Beginning of a request by its path. */
  readonly #heads: Readonly<Record<string, string>>;
  readonly #random: () => number;
  readonly #price: number;
  #open: number[] = [];
  #pending: { path: string; at: number; done: (answer: Answered) => void } | undefined;
  #text = '';
  /** One timer a connection: one a request would cost the client as much as the request. */
  readonly #watch = setInterval(() => this.#giveUp(), 1000);

  constructor(url: URL, token: string, price: number, seed: number) {
    // One buffer for all answers of the connection, read without a stream: the client counts as part of the machine.
    const buffer = Buffer.allocUnsafe(16_384);
    const callback = (bytes: number) => {
      this.#read(buffer.toString('latin1', 0, bytes));
      return true;
    };
    this.#socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true, onread: { buffer, callback } });
    const more = `Host: ${url.host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: `;
    const heads: Record<string, string> = {};
    for (const path of PATHS) heads[path] = `POST ${path} HTTP/1.1\r\n${more}`;
    this.#heads = heads;
    this.#price = price;
    let state = seed;
    this.#random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state * 2 ** -32;
    };
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.#pending?.done({ status: 0, code: 'CONNECTION_CLOSED', ms: 0 });
      this.#pending = undefined;
    });
  }

  /** Sends the next order of the mix; one is under way at a time. */
  next(): Promise<Answered> {
    if (this.#socket.destroyed) return new Promise((done) => setTimeout(done, 10, { status: 0, code: 'CONNECTION_CLOSED', ms: 0 }));
    const { path, body } = this.#choose();
    return new Promise((done) => {
      this.#pending = { path, at: performance.now(), done };
      this.#socket.write(`${this.#heads[path]}${body.length}\r\n\r\n${body}`, 'latin1');
    });
  }

  #giveUp(): void {
    const pending = this.#pending;
    if (pending === undefined || performance.now() - pending.at < NO_ANSWER_MS) return;
    this.#pending = undefined;
    pending.done({ status: 0, code: `NO_ANSWER ${pending.path} ${this.#text.slice(0, 300)}`, ms: NO_ANSWER_MS });
  }

  close(): void {
    clearInterval(this.#watch);
    this.#socket.destroy();
  }

  #choose(): { path: string; body: string } {
    const draw = this.#random();
    if (this.#open.length > 0 && (this.#open.length >= OPEN_MAX || (draw >= MIX.rest && draw < MIX.rest + MIX.cancel))) {
      const at = Math.floor(this.#random() * this.#open.length);
      const [id] = this.#open.splice(at, 1);
      return { path: CANCEL, body: `{"id":${id}}` };
    }
    const side = this.#random() < 0.5 ? 'BUY' : 'SELL';
    if (draw >= MIX.rest + MIX.cancel) {
      return {
        path: PLACE,
        body: `{"futuresOptionId":1,"side":"${side}","positionSide":"BOTH","type":"MARKET","quantity":"0.002"}`,
      };
    }
    const away = 0.002 + this.#random() * 0.02;
    const price = (this.#price * (side === 'BUY' ? 1 - away : 1 + away)).toFixed(2);
    return {
      path: PLACE,
      body: `{"futuresOptionId":1,"side":"${side}","positionSide":"BOTH","type":"LIMIT","quantity":"0.005","price":"${price}"}`,
    };
  }

  #read(chunk: string): void {
    this.#text = this.#text === '' ? chunk : this.#text + chunk;
    const end = this.#text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const announced = this.#text.indexOf(LENGTH);
    const length = Number(this.#text.slice(announced + LENGTH.length, this.#text.indexOf('\r', announced + LENGTH.length)));
    if (this.#text.length < end + 4 + length) return;
    const answer = this.#text;
    this.#text = '';
    const pending = this.#pending;
    this.#pending = undefined;
    const status = Number(answer.slice(9, 12));
    if (status === 200 && pending?.path === PLACE && answer.includes('"status":"NEW"')) {
      this.#open.push(Number.parseInt(answer.slice(answer.indexOf('"id":', end) + 5), 10));
    }
    const code = status === 200 ? '' : (/"code":"(\w+)"/.exec(answer)?.[1] ?? '');
    pending?.done({ status, code, ms: performance.now() - pending.at });
  }
}
