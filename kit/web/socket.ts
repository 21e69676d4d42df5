// The site's socket: one connection, shared subscriptions, the specification's reconnect schedule and ping, resuming by last event id.
import { createStore, useStore } from 'zustand';
import { bearer } from './session.ts';
import { type Line, type LineFrame, type OpenLine, stompLineTo } from './stomp-line.ts';

/** Specification section 4: after 100 ms, then two retries at 500 ms, then the alert and a reload. */
export const reconnectWaitsMs = [100, 500, 500] as const;
export const pingEveryMs = 30_000;
export const pongWithinMs = 3_000;

/** `lost`: the schedule is used up; the page will be reloaded. */
export type SocketStatus = 'idle' | 'connecting' | 'open' | 'retrying' | 'lost';

export interface SocketState {
  status: SocketStatus;
  /** Round trip of the last ping; undefined before the first pong. */
  latencyMs: number | undefined;
  /** When the connection was last seen to live, device time. */
  aliveAtMs: number;
}

export interface MessageHandler {
  onMessage(message: unknown, eventId: string | undefined): void;
  /** What was missed is gone from the server's memory: fetch the state anew. */
  onSnapshotNeeded?(): void;
}

interface Channel {
  handlers: Set<MessageHandler>;
  lastEventId: string | undefined;
  leave: (() => void) | undefined;
}

export interface SocketWorld {
  openLine: OpenLine;
  token(): Promise<string | undefined>;
  now(): number;
}

const pongDestination = '/user/queue/pong';

export function createSocket(world: SocketWorld) {
  const state = createStore<SocketState>(() => ({ status: 'idle', latencyMs: undefined, aliveAtMs: world.now() }));
  const channels = new Map<string, Channel>();
  const lostListeners = new Set<() => void>();
  let attempt: { close(): void } | undefined;
  let line: Line | undefined;
  let tries = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  let pingedAtMs = 0;
  /** Answers of an older connection must not touch a newer one. */
  let generation = 0;

  function stopTimers(): void {
    clearTimeout(retryTimer);
    clearInterval(pingTimer);
    clearTimeout(pongTimer);
    pongTimer = undefined;
  }

  function hangUp(): void {
    generation += 1;
    stopTimers();
    line?.close();
    attempt?.close();
    line = undefined;
    attempt = undefined;
    for (const channel of channels.values()) channel.leave = undefined;
  }

  function ping(): void {
    if (!line || pongTimer) return;
    pingedAtMs = world.now();
    line.publish('/ping', JSON.stringify({ time: Date.now() }));
    pongTimer = setTimeout(() => failed(), pongWithinMs);
  }

  function ponged(): void {
    clearTimeout(pongTimer);
    pongTimer = undefined;
    state.setState({ latencyMs: Math.round(world.now() - pingedAtMs), aliveAtMs: world.now() });
  }

  function deliver(channel: Channel, frame: LineFrame): void {
    if (frame.headers['marker'] === 'snapshot-needed') {
      channel.lastEventId = frame.headers['event-id'] ?? undefined;
      for (const handler of channel.handlers) handler.onSnapshotNeeded?.();
      return;
    }
    const eventId = frame.headers['event-id'];
    if (eventId) channel.lastEventId = eventId;
    const message: unknown = frame.body ? JSON.parse(frame.body) : undefined;
    for (const handler of channel.handlers) handler.onMessage(message, eventId);
  }

  function join(destination: string, channel: Channel): void {
    if (!line) return;
    const headers: Record<string, string> = channel.lastEventId ? { 'last-event-id': channel.lastEventId } : {};
    channel.leave = line.subscribe(destination, headers, (frame) => deliver(channel, frame));
  }

  function opened(newLine: Line): void {
    line = newLine;
    tries = 0;
    newLine.subscribe(pongDestination, {}, ponged);
    for (const [destination, channel] of channels) join(destination, channel);
    state.setState({ status: 'open', aliveAtMs: world.now() });
    ping();
    pingTimer = setInterval(ping, pingEveryMs);
  }

  function failed(): void {
    hangUp();
    const waitMs = reconnectWaitsMs[tries];
    if (waitMs === undefined) {
      state.setState({ status: 'lost', latencyMs: undefined });
      for (const listener of lostListeners) listener();
      return;
    }
    tries += 1;
    state.setState({ status: 'retrying', latencyMs: undefined });
    retryTimer = setTimeout(() => void connect(), waitMs);
  }

  async function connect(): Promise<void> {
    const mine = ++generation;
    let token: string | undefined;
    try {
      token = await world.token();
    } catch {
      if (mine === generation) failed();
      return;
    }
    if (mine !== generation) return;
    attempt = world.openLine(token ? { Authorization: `Bearer ${token}` } : {}, {
      opened: (newLine) => void (mine === generation && opened(newLine)),
      ended: () => void (mine === generation && failed()),
      refused: (message) => console.warn(`socket: ${message}`),
    });
  }

  return {
    state,
    start(): void {
      if (state.getState().status !== 'idle') return;
      state.setState({ status: 'connecting' });
      void connect();
    },
    /** After a login or logout the connection must carry the new name. */
    restart(): void {
      if (state.getState().status === 'idle') return;
      hangUp();
      tries = 0;
      for (const channel of channels.values()) channel.lastEventId = undefined;
      state.setState({ status: 'connecting', latencyMs: undefined });
      void connect();
    },
    stop(): void {
      hangUp();
      state.setState({ status: 'idle', latencyMs: undefined });
    },
    /** Several listeners of a destination share one subscription. */
    subscribe(destination: string, handler: MessageHandler): () => void {
      let channel = channels.get(destination);
      if (!channel) {
        channels.set(destination, (channel = { handlers: new Set(), lastEventId: undefined, leave: undefined }));
        join(destination, channel);
      }
      channel.handlers.add(handler);
      return () => {
        channel.handlers.delete(handler);
        if (channel.handlers.size > 0 || channels.get(destination) !== channel) return;
        channel.leave?.();
        channels.delete(destination);
      };
    },
    onLost(listener: () => void): () => void {
      lostListeners.add(listener);
      return () => lostListeners.delete(listener);
    },
  };
}

export type Socket = ReturnType<typeof createSocket>;

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/bx_ws`;

/** The page's one socket. */
export const socket = createSocket({
  openLine: (headers, events) => stompLineTo(address())(headers, events),
  token: bearer,
  now: () => performance.now(),
});

export function useSocketState<T>(part: (state: SocketState) => T): T {
  return useStore(socket.state, part);
}
