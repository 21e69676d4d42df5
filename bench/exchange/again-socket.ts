// A member that comes back on a new socket with each newer token: what the old one held in the server must go.
import type { Answered } from './call-line.ts';
import type { OrderMix } from './order-mix.ts';
import { SocketOrders } from './socket-orders.ts';

export class AgainSocket {
  #socket: SocketOrders;
  #isClosed = false;
  readonly #open: (token: string) => Promise<SocketOrders>;
  readonly #failed: (reason: unknown) => void;

  /** `failed` is told of a renewal that came to nothing: the older socket goes on until its token ends. */
  static async open(url: URL, token: string, mix: OrderMix, failed: (reason: unknown) => void): Promise<AgainSocket> {
    const open = (newer: string) => SocketOrders.open(url, newer, mix);
    return new AgainSocket(await open(token), open, failed);
  }

  private constructor(socket: SocketOrders, open: (token: string) => Promise<SocketOrders>, failed: (reason: unknown) => void) {
    this.#socket = socket;
    this.#open = open;
    this.#failed = failed;
  }

  next(): Promise<Answered> {
    return this.#socket.next();
  }

  renew(token: string): void {
    void this.#open(token).then((socket) => this.#goOn(socket), this.#failed);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.close();
  }

  /** With whichever of two is not needed any more closed. */
  #goOn(socket: SocketOrders): void {
    if (this.#isClosed) return socket.close();
    this.#socket.close();
    this.#socket = socket;
  }
}
