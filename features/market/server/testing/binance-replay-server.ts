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

/** Fields of the recorded lines that the stand-in itself reads; the rest is passed on as it is. */
interface RecordedData {
  e?: string;
  E: number;
  T: number;
  s: string;
  u: number;
  b: [string, string][];
  a: [string, string][];
  t: number;
  p: string;
  q: string;
  m: boolean;
  lastUpdateId?: number;
  bids: [string, string][];
  asks: [string, string][];
}

interface RecordedLine {
  at: number;
  data: RecordedData;
}

export interface VenueStandIn {
  readonly restUrl: string;
  readonly socketUrl: string;
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
  /** Any text to every connection. */
  sendRaw(text: string): void;
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
    const sorted = (side: Map<string, string>, sign: number) =>
      [...side].sort((a, b) => sign * (Number(a[0]) - Number(b[0]))).slice(0, levels);
    return { last: this.last, bids: sorted(this.bids, -1), asks: sorted(this.asks, 1) };
  }
}

export async function startVenueStandIn(): Promise<VenueStandIn> {
  const venue = new StandIn(readRecording());
  await venue.listen();
  return venue;
}

class StandIn implements VenueStandIn {
  readonly #lines: readonly RecordedLine[];
  readonly #book = new StandInBook();
  readonly #sockets = new Map<WebSocket, { route: string; streams: Set<string> }>();
  readonly #server = createServer((request, response) => this.#answer(request, response));
  readonly #upgrades = new WebSocketServer({ server: this.#server });
  #cursor: number;
  #clock: number;
  #markAt = 0;
  #lost = 0;
  #refusals = { count: 0, status: 429, retryAfterSeconds: 0 };
  #oldSnapshot: ReturnType<StandInBook['picture']> | undefined;
  #ageDiffs = 0;
  tradesSent = 0;
  snapshotsServed = 0;

  constructor(lines: readonly RecordedLine[]) {
    this.#lines = lines;
    const snapshot = lines.find(({ data }) => data.lastUpdateId !== undefined)?.data;
    if (snapshot?.lastUpdateId === undefined) throw new Error('the recording has no snapshot');
    this.#book.apply(snapshot.bids, snapshot.asks, snapshot.lastUpdateId);
    // Playback begins where the recorded snapshot stands in the line of diffs.
    this.#cursor = lines.findIndex(({ data }) => data.e === 'depthUpdate' && data.u >= this.#book.last);
    this.#clock = lines[this.#cursor].at;
  }

  get restUrl(): string {
    return `http://127.0.0.1:${this.#port()}`;
  }

  get socketUrl(): string {
    return `ws://127.0.0.1:${this.#port()}`;
  }

  async listen(): Promise<void> {
    this.#upgrades.on('connection', (socket, request) => {
      const url = new URL(request.url ?? '/', 'http://stand-in');
      const streams = new Set((url.searchParams.get('streams') ?? '').split('/'));
      this.#sockets.set(socket, { route: url.pathname.split('/')[1], streams });
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  play(ms: number): void {
    this.#clock += ms;
    for (; this.#cursor < this.#lines.length && this.#lines[this.#cursor].at <= this.#clock; this.#cursor++) {
      const { data } = this.#lines[this.#cursor];
      if (data.e === 'depthUpdate') this.#sendDiff(data);
      else if (data.e === 'trade' && Number(data.p) > 0 && Number(data.q) > 0) this.#sendTrade(data);
    }
    if (this.#clock - this.#markAt >= 1000) this.#sendMark();
  }

  book(levels: number): ReturnType<StandInBook['picture']> {
    return this.#book.picture(levels);
  }

  loseDiffs(count: number): void {
    this.#lost = count;
  }

  refuseSnapshots(count: number, status: number, retryAfterSeconds = 0): void {
    this.#refusals = { count, status, retryAfterSeconds };
  }

  ageSnapshots(diffs: number): void {
    this.#oldSnapshot = this.#book.picture(1000);
    this.#ageDiffs = diffs;
  }

  disconnectAll(): void {
    for (const socket of this.#sockets.keys()) socket.terminate();
  }

  sendRaw(text: string): void {
    for (const socket of this.#sockets.keys()) socket.send(text);
  }

  async pingAll(): Promise<number> {
    const pongs = [...this.#sockets.keys()].map((socket) => {
      const pong = new Promise<void>((resolve) => socket.once('pong', () => resolve()));
      socket.ping();
      return pong;
    });
    return (await Promise.all(pongs)).length;
  }

  connections(): string[] {
    return [...this.#sockets.values()].map(({ route }) => route);
  }

  async stop(): Promise<void> {
    this.disconnectAll();
    this.#upgrades.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const isKnown = url.pathname === '/fapi/v1/depth' && url.searchParams.get('symbol') === 'BTCUSDT';
    if (!isKnown) return json(400, { code: -1121, msg: 'Invalid symbol.' });
    if (this.#refusals.count > 0) {
      this.#refusals.count--;
      const headers = { 'retry-after': String(this.#refusals.retryAfterSeconds) };
      return json(this.#refusals.status, { code: -1003, msg: 'Too many requests' }, headers);
    }
    this.snapshotsServed++;
    const { last, bids, asks } = this.#oldSnapshot ?? this.#book.picture(1000);
    json(200, { lastUpdateId: last, E: Math.round(this.#clock), T: Math.round(this.#clock), bids, asks });
  }

  #send(stream: string, data: unknown): void {
    const [, kind] = stream.split('@');
    const text = JSON.stringify({ stream, data });
    for (const [socket, { route, streams }] of this.#sockets) {
      if (routeOf[kind] === route && streams.has(stream) && socket.readyState === socket.OPEN) socket.send(text);
    }
  }

  #sendDiff(data: RecordedData): void {
    if (data.u < this.#book.last) return;
    if (this.#ageDiffs > 0 && --this.#ageDiffs === 0) this.#oldSnapshot = undefined;
    this.#book.apply(data.b, data.a, data.u);
    if (this.#lost > 0) this.#lost--;
    else this.#send('btcusdt@depth@100ms', data);
  }

  #sendTrade({ E, s, t, p, q, T, m }: RecordedData): void {
    this.tradesSent++;
    this.#send('btcusdt@aggTrade', { e: 'aggTrade', E, s, a: t, p, q, f: t, l: t, T, m });
  }

  #sendMark(): void {
    this.#markAt = this.#clock;
    const { bids, asks } = this.#book.picture(1);
    const middle = (Number(bids[0][0]) + Number(asks[0][0])) / 2;
    const figures = { p: middle.toFixed(8), i: (middle + 12.5).toFixed(8), P: middle.toFixed(8), r: '-0.00012345', T: 1_723_190_400_000 };
    this.#send('btcusdt@markPrice@1s', { e: 'markPriceUpdate', E: Math.round(this.#clock), s: 'BTCUSDT', ...figures });
  }
}
