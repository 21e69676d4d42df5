// The site's socket: one connection, shared subscriptions, the specification's reconnect schedule and ping, resuming by last event id.
import { createStore, useStore } from 'zustand';
import { bearer } from './session.ts';
import { type Line, type LineFrame, type OpenLine, stompLineTo } from './stomp-line.ts';

/** Specification section 4: after 100 ms, then two retries at 500 ms, then the alert and a reload. */
export const reconnectWaitsMs = [100, 500, 500] as const;
export const pingEveryMs = 30_000;
export const pongWithinMs = 3_000;
/** The server ends a line whose token has run out. Asked with every ping, which a hidden page sends once a minute: renewed well before. */
export const renewBeforeMs = 90_000;
/** A slow answer (often only the page being busy at its start) is asked again soon, or the light would stay amber for 30 s. */
export const slowFromMs = 500;
export const askAgainMs = 3_000;

/** `lost`: the schedule is used up; the page will be reloaded. */
export type SocketStatus = 'idle' | 'connecting' | 'open' | 'retrying' | 'lost';

export interface SocketState {
  status: SocketStatus;
  /** Round trip of the last ping; undefined before the first pong. */
  latencyMs: number | undefined;
  /** When the connection was last seen to live, by the page's clock. */
  aliveAtMs: number;
}

export interface MessageHandler {
  onMessage(message: unknown, eventId: string | undefined): void;
  /** What was missed is gone from the server's memory, or the line came up and has nothing to resume by: fetch the state anew. */
  onSnapshotNeeded?(): void;
}

interface Channel {
  handlers: Set<MessageHandler>;
  lastEventId: string | undefined;
  /** Joined without an id to resume by: what happened before was told to nobody here. */
  isBlind: boolean;
  /** The server ended a line over it: asked for again, it would end each line at once. */
  isRefused: boolean;
  leave: (() => void) | undefined;
}

export interface SocketWorld {
  openLine: OpenLine;
  token(): Promise<string | undefined>;
  now(): number;
}

const renewDestination = '/renew';
const pongDestination = '/user/queue/pong';
type Timer = ReturnType<typeof setTimeout>;

export class SiteSocket {
  readonly state = createStore<SocketState>(() => ({ status: 'idle', latencyMs: undefined, aliveAtMs: 0 }));
  readonly #world: SocketWorld;
  readonly #channels = new Map<string, Channel>();
  readonly #lostListeners = new Set<() => void>();
  #attempt: { close(): void } | undefined;
  #line: Line | undefined;
  /** The bearer that the line came up or was renewed with. */
  #carried: string | undefined;
  #tries = 0;
  #retryTimer: Timer | undefined;
  #pingTimer: Timer | undefined;
  #pongTimer: Timer | undefined;
  #againTimer: Timer | undefined;
  #pingedAtMs = 0;
  /** Answers of an older connection must not touch a newer one. */
  #generation = 0;

  constructor(world: SocketWorld) {
    this.#world = world;
  }

  start(): void {
    if (this.state.getState().status !== 'idle') return;
    this.state.setState({ status: 'connecting' });
    void this.#connect();
  }

  /** After a login or logout the connection must carry the new name. */
  restart(): void {
    if (this.state.getState().status === 'idle') return;
    this.#hangUp();
    this.#tries = 0;
    for (const channel of this.#channels.values()) Object.assign(channel, { lastEventId: undefined, isRefused: false });
    this.state.setState({ status: 'connecting', latencyMs: undefined });
    void this.#connect();
  }

  stop(): void {
    this.#hangUp();
    this.state.setState({ status: 'idle', latencyMs: undefined });
  }

  /** Several listeners of a destination share one subscription. */
  subscribe(destination: string, handler: MessageHandler): () => void {
    let channel = this.#channels.get(destination);
    if (!channel) {
      channel = { handlers: new Set(), lastEventId: undefined, isBlind: true, isRefused: false, leave: undefined };
      this.#channels.set(destination, channel);
      this.#join(destination, channel);
    }
    channel.handlers.add(handler);
    return () => this.#unsubscribe(destination, channel, handler);
  }

  /** A state that was fetched holds all up to this id: before the first message, that is what is resumed from, at once and on return. */
  seen(destination: string, eventId: string): void {
    const channel = this.#channels.get(destination);
    if (!channel || channel.lastEventId) return;
    channel.lastEventId = eventId;
    if (!channel.leave) return;
    // Between what was fetched and the subscription something may have happened.
    channel.leave();
    this.#join(destination, channel);
  }

  /** When the schedule is used up. */
  onLost(listener: () => void): () => void {
    this.#lostListeners.add(listener);
    return () => this.#lostListeners.delete(listener);
  }

  #unsubscribe(destination: string, channel: Channel, handler: MessageHandler): void {
    channel.handlers.delete(handler);
    if (channel.handlers.size > 0 || this.#channels.get(destination) !== channel) return;
    channel.leave?.();
    this.#channels.delete(destination);
  }

  async #connect(): Promise<void> {
    this.#generation += 1;
    const mine = this.#generation;
    const isMine = () => mine === this.#generation;
    try {
      const token = await this.#world.token();
      if (!isMine()) return;
      this.#carried = token;
      this.#attempt = this.#world.openLine(token ? { Authorization: `Bearer ${token}` } : {}, {
        opened: (line) => void (isMine() && this.#opened(line)),
        ended: () => void (isMine() && this.#failed()),
        refused: (message, about) => {
          console.warn(`socket: ${message} ${about}`);
          const channel = this.#channels.get(about);
          if (channel) channel.isRefused = true;
        },
      });
    } catch {
      if (isMine()) this.#failed();
    }
  }

  #opened(line: Line): void {
    this.#line = line;
    this.#tries = 0;
    line.subscribe(pongDestination, {}, () => this.#ponged());
    for (const [destination, channel] of this.#channels) this.#join(destination, channel);
    this.state.setState({ status: 'open', aliveAtMs: this.#world.now() });
    this.#ping();
    this.#pingTimer = setInterval(() => {
      this.#ping();
      void this.#renew();
    }, pingEveryMs);
    const blind = [...this.#channels.values()].filter(({ isBlind }) => isBlind).flatMap(({ handlers }) => [...handlers]);
    for (const handler of blind) handler.onSnapshotNeeded?.();
  }

  #failed(): void {
    this.#hangUp();
    const waitMs = reconnectWaitsMs[this.#tries];
    if (waitMs === undefined) {
      this.state.setState({ status: 'lost', latencyMs: undefined });
      for (const listener of this.#lostListeners) listener();
      return;
    }
    this.#tries += 1;
    this.state.setState({ status: 'retrying', latencyMs: undefined });
    this.#retryTimer = setTimeout(() => void this.#connect(), waitMs);
  }

  #hangUp(): void {
    this.#generation += 1;
    clearTimeout(this.#retryTimer);
    clearInterval(this.#pingTimer);
    clearTimeout(this.#againTimer);
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
    this.#line?.close();
    this.#attempt?.close();
    this.#line = undefined;
    this.#attempt = undefined;
    for (const channel of this.#channels.values()) channel.leave = undefined;
  }

  #ping(): void {
    if (!this.#line || this.#pongTimer) return;
    this.#pingedAtMs = this.#world.now();
    this.#line.publish('/ping', JSON.stringify({ time: Date.now() }));
    this.#pongTimer = setTimeout(() => this.#failed(), pongWithinMs);
  }

  /** A newer token of the same login goes over the open line; another member, or nobody, has a line of its own. */
  async #renew(): Promise<void> {
    const mine = this.#generation;
    const carried = this.#carried;
    try {
      const token = await this.#world.token();
      if (mine !== this.#generation || token === carried) return;
      if (token === undefined || carried === undefined) return this.restart();
      this.#carried = token;
      this.#line?.publish(renewDestination, '', { Authorization: `Bearer ${token}` });
    } catch {
      // Not answered: the next ping asks again.
    }
  }

  #ponged(): void {
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
    const now = this.#world.now();
    const latencyMs = Math.round(now - this.#pingedAtMs);
    this.state.setState({ latencyMs, aliveAtMs: now });
    clearTimeout(this.#againTimer);
    if (latencyMs > slowFromMs) this.#againTimer = setTimeout(() => this.#ping(), askAgainMs);
  }

  #join(destination: string, channel: Channel): void {
    if (channel.isRefused) return;
    channel.isBlind = !channel.lastEventId;
    const headers: Record<string, string> = channel.lastEventId ? { 'last-event-id': channel.lastEventId } : {};
    channel.leave = this.#line?.subscribe(destination, headers, (frame) => deliver(channel, frame));
  }
}

function deliver(channel: Channel, frame: LineFrame): void {
  const eventId = frame.headers['event-id'];
  if (frame.headers['marker'] === 'snapshot-needed') {
    channel.lastEventId = eventId;
    for (const handler of channel.handlers) handler.onSnapshotNeeded?.();
    return;
  }
  if (eventId) channel.lastEventId = eventId;
  const message: unknown = frame.body ? JSON.parse(frame.body) : undefined;
  for (const handler of channel.handlers) handler.onMessage(message, eventId);
}

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/bx_ws`;

/** The page's one socket. */
export const socket = new SiteSocket({
  openLine: (headers, events) => stompLineTo(address())(headers, events),
  token: () => bearer(renewBeforeMs),
  now: () => performance.now(),
});

export function useSocketState<T>(part: (state: SocketState) => T): T {
  return useStore(socket.state, part);
}
