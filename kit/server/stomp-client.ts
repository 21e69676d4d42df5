// One connected client: its session, its subscriptions, how much it may send and how much may wait for it.
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { SiteConfig } from '../contract/site-config.ts';
import type { Session } from './feature.ts';
import type { KnownToken } from './session.ts';
import { frameBytes, type Headers, messageBytes } from './stomp-frame.ts';

export interface Subscription {
  id: string;
  destination: string;
  isOwn: boolean;
  /** Messages that came while the first ones (missed events, snapshot) are being fetched. */
  held: Buffer[] | undefined;
}

/** What is kept of the request that opened the socket. */
export interface SocketOrigin {
  socket: Socket;
  host: string;
  protocol: string;
  userAgent: string | undefined;
  language: string | undefined;
}

/** Bytes that may wait for a slow reader before it is dropped. */
export const MAX_WAITING_BYTES = 1_048_576;
const MAX_HELD = 2000;

export interface StompClient {
  readonly ws: WebSocket;
  readonly site: SiteConfig;
  /** At the desk's own host, where nobody but operators is let in. */
  isDesk: boolean;
  /** Two letters, where a trusted proxy says. */
  country: string | undefined;
  ip: string;
  origin: SocketOrigin;
  session: Session | undefined;
  /** Of a member's token, ms; an operator's session is a row and is asked for. */
  token: Omit<KnownToken, 'session'> | undefined;
  isConnected: boolean;
  readonly openedAt: number;
  readonly subscriptions: Map<string, Subscription>;
  /** Agreed heart-beats in ms; 0 = none. */
  beatOutMs: number;
  beatInMs: number;
  lastOut: number;
  lastIn: number;
  isAlive: boolean;
  /** Whole WebSocket frames; without compression they may pass beside `ws` straight to its socket. */
  send(wire: Buffer): void;
  /** What is sent until this turn is over goes out in one write. */
  joinWrites(): void;
  sendFrame(command: string, headers: Headers, body?: string): void;
  /** Gives back what the frame at hand counted against the rate of frames: it is counted elsewhere. */
  spareFrame(): void;
  /** A MESSAGE to one subscription, behind what it still waits for. */
  deliver(subscription: Subscription, tail: string): void;
  deliverBytes(subscription: Subscription, bytes: Buffer): void;
  release(subscription: Subscription): void;
  close(code: number, reason: string): void;
}

export function createStompClient(ws: WebSocket, socket: Duplex, site: SiteConfig, now: () => number, onSlow: () => void): StompClient {
  const client: StompClient = {
    ws,
    site,
    isDesk: false,
    country: undefined,
    ip: '',
    origin: { socket: socket as Socket, host: '', protocol: 'http', userAgent: undefined, language: undefined },
    spareFrame: () => undefined,
    session: undefined,
    token: undefined,
    isConnected: false,
    openedAt: now(),
    subscriptions: new Map(),
    beatOutMs: 0,
    beatInMs: 0,
    lastOut: now(),
    lastIn: now(),
    isAlive: true,
    send(wire) {
      if (ws.readyState !== ws.OPEN) return;
      if (socket.writableLength > MAX_WAITING_BYTES) {
        onSlow();
        // No polite close: the reader does not read, so it would wait behind the megabyte.
        ws.terminate();
        return;
      }
      client.lastOut = now();
      socket.write(wire);
    },
    joinWrites() {
      if (socket.writableCorked > 0) return;
      socket.cork();
      process.nextTick(() => socket.uncork());
    },
    sendFrame: (command, headers, body) => client.send(frameBytes(command, headers, body)),
    deliver: (subscription, tail) => client.deliverBytes(subscription, messageBytes(subscription.id, tail)),
    deliverBytes(subscription, bytes) {
      if (subscription.held === undefined) client.send(bytes);
      else if (subscription.held.length < MAX_HELD) subscription.held.push(bytes);
      else ws.terminate();
    },
    release(subscription) {
      const held = subscription.held ?? [];
      subscription.held = undefined;
      for (const bytes of held) client.send(bytes);
    },
    close(code, reason) {
      if (ws.readyState === ws.OPEN) ws.close(code, reason);
      // A peer that never answers the close must not keep the socket.
      setTimeout(() => ws.terminate(), 2000).unref();
    },
  };
  return client;
}

export function chunkOf(data: RawData, isBinary: boolean): string | Buffer {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
  return isBinary ? bytes : bytes.toString('utf8');
}
