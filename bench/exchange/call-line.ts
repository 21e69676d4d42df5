// One keep-alive connection that calls back to back: one call is under way at a time; parses no more than it must.
import { connect, type Socket } from 'node:net';

/** A request without an answer for so long is a fault, and said. */
const NO_ANSWER_MS = 10_000;
const LENGTH = 'content-length: ';

export interface Answered {
  status: number;
  /** Error code of a refusal. */
  code: string;
  ms: number;
  /** Headers and body. */
  text: string;
}

/**
 * Beginning of a member's calls to a path, up to the length of the body: as the proxy of docs/guides/production.md hands it on, from a
 * client of the address.
 */
export const headOf = (url: URL, path: string, token: string, client = '203.0.113.7'): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${url.hostname}\r\nX-Forwarded-For: ${client}\r\nX-Forwarded-Proto: https\r\n` +
  `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: `;

export class CallLine {
  readonly #socket: Socket;
  #pending: { head: string; at: number; done: (answer: Answered) => void } | undefined;
  #text = '';
  /** One timer a connection: one a request would cost the client as much as the request. */
  readonly #watch = setInterval(() => this.#giveUp(), 1000);

  constructor(url: URL) {
    // One buffer for all answers of the connection, read without a stream: the client counts as part of the machine.
    const buffer = Buffer.allocUnsafe(16_384);
    const callback = (bytes: number) => {
      this.#read(buffer.toString('latin1', 0, bytes));
      return true;
    };
    this.#socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true, onread: { buffer, callback } });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.#pending?.done({ status: 0, code: 'CONNECTION_CLOSED', ms: 0, text: '' });
      this.#pending = undefined;
    });
  }

  /** `head` as headOf() made it. */
  call(head: string, body: string): Promise<Answered> {
    if (this.#socket.destroyed)
      return new Promise((done) => setTimeout(done, 10, { status: 0, code: 'CONNECTION_CLOSED', ms: 0, text: '' }));
    return new Promise((done) => {
      this.#pending = { head, at: performance.now(), done };
      this.#socket.write(`${head}${body.length}\r\n\r\n${body}`, 'latin1');
    });
  }

  close(): void {
    clearInterval(this.#watch);
    this.#socket.destroy();
  }

  #giveUp(): void {
    const pending = this.#pending;
    if (pending === undefined || performance.now() - pending.at < NO_ANSWER_MS) return;
    this.#pending = undefined;
    pending.done({ status: 0, code: `NO_ANSWER ${pending.head.slice(5, 40)}`, ms: NO_ANSWER_MS, text: this.#text });
  }

  #read(chunk: string): void {
    this.#text = this.#text === '' ? chunk : this.#text + chunk;
    const end = this.#text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const announced = this.#text.indexOf(LENGTH);
    const length = Number(this.#text.slice(announced + LENGTH.length, this.#text.indexOf('\r', announced + LENGTH.length)));
    if (this.#text.length < end + 4 + length) return;
    const text = this.#text;
    this.#text = '';
    const pending = this.#pending;
    this.#pending = undefined;
    const status = Number(text.slice(9, 12));
    const code = status === 200 ? '' : (/"code":"(\w+)"/.exec(text)?.[1] ?? '');
    pending?.done({ status, code, ms: performance.now() - pending.at, text });
  }
}
