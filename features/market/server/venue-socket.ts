// One connection to a venue's streams that comes back by itself: after a close, a silence, or the venue's daily limit.
import { WebSocket } from 'ws';

export interface SocketTimes {
  /** First pause before another try; doubles up to the longest. A connection that had held for `heldMs` is tried again at once. */
  retryMs: number;
  retryMaxMs: number;
  heldMs: number;
  /** No message and no ping for so long: the line is dead though nobody said so. */
  silenceMs: number;
  /** The venue ends connections after 24 h: we go a little earlier, at a moment of our own. */
  lifeMs: number;
}

export const usualSocketTimes: SocketTimes = {
  retryMs: 500,
  retryMaxMs: 30_000,
  heldMs: 10_000,
  silenceMs: 15_000,
  lifeMs: 23.5 * 3_600_000,
};

export interface VenueSocket {
  readonly isOpen: boolean;
  readonly reconnects: number;
  /** Does nothing while it is not open. */
  send(text: string): void;
  close(): void;
}

export function openVenueSocket(options: {
  url: string;
  times: SocketTimes;
  onOpen(): void;
  onMessage(text: string): void;
  onLost(reason: string): void;
}): VenueSocket {
  const { url, times } = options;
  let socket: WebSocket | undefined;
  let ends: LineEnds | undefined;
  let retry: NodeJS.Timeout | undefined;
  const pause = growingPause(times);
  let reconnects = 0;
  let isClosed = false;

  function connect(): void {
    const current = new WebSocket(url, { handshakeTimeout: 10_000, maxPayload: 8 << 20 });
    socket = current;
    let reason = 'closed';
    let openedAt = Number.POSITIVE_INFINITY;
    const own = lineEnds(current, times, (why) => (reason = why));
    ends = own;
    current.on('open', () => {
      openedAt = performance.now();
      own.open();
      options.onOpen();
    });
    // Pings of the venue are answered by ws itself; they also count as life.
    current.on('ping', own.heard);
    current.on('message', (bytes) => {
      own.heard();
      try {
        options.onMessage(String(bytes));
      } catch (error) {
        // What cannot be read cannot be trusted to be in sequence: a new connection starts from a snapshot.
        reason = `unreadable message: ${(error as Error).message}`;
        current.terminate();
      }
    });
    current.on('error', (error) => {
      reason = error.message;
    });
    current.on('close', () => {
      own.stop();
      if (isClosed) return;
      options.onLost(reason);
      reconnects++;
      retry = setTimeout(connect, pause(performance.now() - openedAt));
    });
  }

  connect();
  return {
    get isOpen() {
      return socket?.readyState === WebSocket.OPEN;
    },
    get reconnects() {
      return reconnects;
    },
    send(text) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      isClosed = true;
      ends?.stop();
      clearTimeout(retry);
      socket?.terminate();
    },
  };
}

interface LineEnds {
  open(): void;
  heard(): void;
  stop(): void;
}

/** Ends a connection that fell silent, or whose day is over; says why. */
function lineEnds(socket: WebSocket, { silenceMs, lifeMs }: SocketTimes, say: (reason: string) => void): LineEnds {
  let silence: NodeJS.Timeout | undefined;
  let life: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      say(`nothing heard for ${silenceMs / 1000} s`);
      socket.terminate();
    }, silenceMs);
  };
  return {
    open() {
      heard();
      life = setTimeout(() => {
        say('renewed before the venue ends it');
        socket.close();
      }, lifeMs);
    },
    heard,
    stop() {
      for (const timer of [silence, life]) clearTimeout(timer);
    },
  };
}

/** How long to wait before the next try. One that takes every connection and ends it at once is no venue that works. */
function growingPause({ retryMs, retryMaxMs, heldMs }: SocketTimes): (lived: number) => number {
  let ms = 0;
  return (lived) => {
    if (lived >= heldMs) ms = 0;
    const now = ms * (0.75 + Math.random() / 2);
    ms = Math.min(Math.max(retryMs, ms * 2), retryMaxMs);
    return now;
  };
}
