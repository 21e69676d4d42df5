// A stand-in for Binance USDT-M on this machine: serves the recording in the venue's own shapes, and its faults on demand.
//
// Depth and trades are the recorded lines; aggTrade is derived from them one to one, markPrice from the book's middle.
// A stream asked for on the wrong route connects and stays silent, as at the venue.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';

const routeOf: Readonly<Record<string, string>> = { depth: 'public', bookTicker: 'public', aggTrade: 'market', markPrice: 'market' };

interface RecordedLine {
  at: number;
  // biome-ignore lint/suspicious/noExplicitAny: the venue's own JSON, passed on as it is
  data: any;
}

export interface VenueStandIn {
  restUrl: string;
  socketUrl: string;
  /** Plays so many ms of the recording at once, or until nothing is left. */
  play(ms: number): void;
  /** The venue's own book now: best levels a side as decimal strings, and its last update id. */
  book(levels: number): { last: number; bids: [string, string][]; asks: [string, string][] };
  tradesSent: number;
  /** Diffs that get lost on the way. */
  loseDiffs(count: number): void;
  /** Answers of the depth call that fail first. */
  refuseSnapshots(count: number, status: number, retryAfterSeconds?: number): void;
  /** Snapshots are as old as this many diffs. */
  ageSnapshots(diffs: number): void;
  disconnectAll(): void;
  pingAll(): Promise<number>;
  connections(): string[];
  snapshotsServed: number;
  stop(): Promise<void>;
}

function readRecording(): RecordedLine[] {
  const text = gunzipSync(readFileSync(new URL('../../recordings/usdm_btcusdt_20240808.gz', import.meta.url))).toString('latin1');
  return text
    .split('\n')
    .filter((line) => line.includes('lastUpdateId') || line.includes('@depth') || line.includes('@trade'))
    .map((line) => {
      const message = JSON.parse(line.slice(20));
      return { at: Number(line.slice(0, 16)) / 1000, data: message.data ?? message };
    });
}

/** The book the slow and obvious way: a map per side. */
class StandInBook {
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();
  last = 0;

  apply(bids: [string, string][], asks: [string, string][], last: number): void {
    for (const [side, pairs] of [[this.bids, bids] as const, [this.asks, asks] as const]) {
      for (const [price, quantity] of pairs) {
        if (Number(quantity) === 0) side.delete(price);
        else side.set(price, quantity);
      }
    }
    this.last = last;
  }

  picture(levels: number): { last: number; bids: [string, string][]; asks: [string, string][] } {
    const sorted = (side: Map<string, string>, sign: number) => [...side].sort((a, b) => sign * (Number(a[0]) - Number(b[0]))).slice(0, levels);
    return { last: this.last, bids: sorted(this.bids, -1), asks: sorted(this.asks, 1) };
  }
}

export async function startVenueStandIn(): Promise<VenueStandIn> {
  const lines = readRecording();
  const snapshot = lines.find(({ data }) => data.lastUpdateId !== undefined);
  const book = new StandInBook();
  book.apply(snapshot?.data.bids, snapshot?.data.asks, snapshot?.data.lastUpdateId);
  // Playback begins where the recorded snapshot stands in the line of diffs.
  let cursor = lines.findIndex(({ data }) => data.e === 'depthUpdate' && data.u >= book.last);
  let clock = lines[cursor].at;
  let markAt = 0;
  let lost = 0;
  const refusals = { count: 0, status: 429, retryAfterSeconds: 0 };
  let oldSnapshot: ReturnType<StandInBook['picture']> | undefined;
  let ageDiffs = 0;
  const sockets = new Map<WebSocket, { route: string; streams: Set<string> }>();

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    if (url.pathname !== '/fapi/v1/depth' || url.searchParams.get('symbol') !== 'BTCUSDT') return json(400, { code: -1121, msg: 'Invalid symbol.' });
    if (refusals.count > 0) {
      refusals.count--;
      return json(refusals.status, { code: -1003, msg: 'Too many requests' }, { 'retry-after': String(refusals.retryAfterSeconds) });
    }
    standIn.snapshotsServed++;
    const { last, bids, asks } = (ageDiffs > 0 ? oldSnapshot : undefined) ?? book.picture(1000);
    json(200, { lastUpdateId: last, E: Math.round(clock), T: Math.round(clock), bids, asks });
  }

  function send(stream: string, data: unknown): void {
    const [, kind] = stream.split('@');
    for (const [socket, { route, streams }] of sockets) {
      if (routeOf[kind] === route && streams.has(stream) && socket.readyState === socket.OPEN) socket.send(JSON.stringify({ stream, data }));
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the venue's own JSON
  function sendDiff(data: any): void {
    if (data.u < book.last) return;
    if (ageDiffs > 0 && --ageDiffs === 0) oldSnapshot = undefined;
    book.apply(data.b, data.a, data.u);
    if (lost > 0) lost--;
    else send('btcusdt@depth@100ms', data);
  }

  function sendMark(): void {
    const { bids, asks } = book.picture(1);
    const middle = (Number(bids[0][0]) + Number(asks[0][0])) / 2;
    const mark = { e: 'markPriceUpdate', E: Math.round(clock), s: 'BTCUSDT', p: middle.toFixed(8), i: (middle + 12.5).toFixed(8), P: middle.toFixed(8), r: '-0.00012345', T: 1723190400000 };
    send('btcusdt@markPrice@1s', mark);
  }

  function play(ms: number): void {
    clock += ms;
    for (; cursor < lines.length && lines[cursor].at <= clock; cursor++) {
      const { data } = lines[cursor];
      if (data.e === 'depthUpdate') sendDiff(data);
      else if (data.e === 'trade' && Number(data.p) > 0 && Number(data.q) > 0) {
        standIn.tradesSent++;
        send('btcusdt@aggTrade', { e: 'aggTrade', E: data.E, s: data.s, a: data.t, p: data.p, q: data.q, f: data.t, l: data.t, T: data.T, m: data.m });
      }
    }
    if (clock - markAt >= 1000) {
      markAt = clock;
      sendMark();
    }
  }

  const server = createServer(answer);
  const upgrades = new WebSocketServer({ server });
  upgrades.on('connection', (socket, request) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const streams = new Set((url.searchParams.get('streams') ?? '').split('/'));
    sockets.set(socket, { route: url.pathname.split('/')[1], streams });
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const standIn: VenueStandIn = {
    restUrl: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}`,
    play,
    book: (levels) => book.picture(levels),
    tradesSent: 0,
    loseDiffs(count) {
      lost = count;
    },
    refuseSnapshots(count, status, retryAfterSeconds = 0) {
      Object.assign(refusals, { count, status, retryAfterSeconds });
    },
    ageSnapshots(diffs) {
      oldSnapshot = book.picture(1000);
      ageDiffs = diffs;
    },
    disconnectAll() {
      for (const socket of sockets.keys()) socket.terminate();
    },
    async pingAll() {
      const pongs = [...sockets.keys()].map(
        (socket) =>
          new Promise<number>((resolve) => {
            socket.once('pong', () => resolve(1));
            socket.ping();
          }),
      );
      return (await Promise.all(pongs)).length;
    },
    connections: () => [...sockets.values()].map(({ route }) => route),
    snapshotsServed: 0,
    async stop() {
      for (const socket of sockets.keys()) socket.terminate();
      upgrades.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}
