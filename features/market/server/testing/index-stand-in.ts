// A stand-in for the spot markets of Bybit, OKX and Kraken on this machine: the best prices of Binance's spot BTCUSDT as they were
// recorded in the minutes of the futures' recording, told in each venue's own shapes, and its faults on demand. Nothing here is
// of those venues.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';

export type StandInVenue = 'bybit' | 'okx' | 'kraken';

interface Best {
  bid: string;
  ask: string;
}

interface Speech {
  pair: string;
  /** The message of a new best price, at a venue's time. */
  quote(pair: string, best: Best, at: number): string;
  /** What is answered to a request; pairs are what it asks for. */
  pairs(request: string): string[];
  accepted(pair: string): string;
  refused(pair: string): string;
  pong: string;
}

const speeches: Readonly<Record<StandInVenue, Speech>> = {
  bybit: {
    pair: 'BTCUSDT',
    quote: (pair, { bid, ask }, at) =>
      JSON.stringify({
        topic: `orderbook.1.${pair}`,
        ts: at,
        type: 'snapshot',
        data: { s: pair, b: [[bid, '1.5']], a: [[ask, '0.7']], u: at, seq: at },
        cts: at - 1,
      }),
    pairs: (request) => (JSON.parse(request) as { args?: string[] }).args?.map((topic) => topic.replace('orderbook.1.', '')) ?? [],
    accepted: (pair) => JSON.stringify({ success: true, ret_msg: 'subscribe', conn_id: 'stand-in', req_id: pair, op: 'subscribe' }),
    refused: (pair) =>
      JSON.stringify({ success: false, ret_msg: `error:handler not found,topic:orderbook.1.${pair}`, req_id: pair, op: 'subscribe' }),
    pong: '{"success":true,"ret_msg":"pong","op":"ping"}',
  },
  okx: {
    pair: 'BTC-USDT',
    quote: (instId, { bid, ask }, at) =>
      JSON.stringify({
        arg: { channel: 'bbo-tbt', instId },
        data: [{ asks: [[ask, '0.16', '0', '5']], bids: [[bid, '1.13', '0', '19']], ts: String(at), seqId: at }],
      }),
    pairs: (request) =>
      request === 'ping' ? [] : (JSON.parse(request) as { args: { instId: string }[] }).args.map(({ instId }) => instId),
    accepted: (instId) => JSON.stringify({ event: 'subscribe', arg: { channel: 'bbo-tbt', instId }, connId: 'stand-in' }),
    refused: (instId) =>
      JSON.stringify({
        event: 'error',
        code: '60018',
        msg: `Wrong URL or channel:bbo-tbt,instId:${instId} doesn't exist.`,
        connId: 'stand-in',
      }),
    pong: 'pong',
  },
  kraken: {
    pair: 'BTC/USD',
    quote: (symbol, { bid, ask }, at) =>
      JSON.stringify({
        channel: 'ticker',
        type: 'update',
        data: [{ symbol, bid: Number(bid), bid_qty: 0.5, ask: Number(ask), ask_qty: 0.5, timestamp: new Date(at).toISOString() }],
      }),
    pairs: (request) => (JSON.parse(request) as { params?: { symbol: string[] } }).params?.symbol ?? [],
    accepted: (symbol) => JSON.stringify({ method: 'subscribe', result: { channel: 'ticker', symbol }, success: true }),
    refused: (symbol) => JSON.stringify({ error: `Currency pair not supported ${symbol}`, method: 'subscribe', success: false, symbol }),
    pong: '{"method":"pong"}',
  },
};

/** Each second's last best prices of the recording. */
function readRecording(): Best[] {
  const text = gunzipSync(readFileSync(new URL('../../recordings/spot_btcusdt_20240808.gz', import.meta.url))).toString('latin1');
  const bySecond = new Map<string, Best>();
  for (const line of text.split('\n')) {
    if (!line.includes('@bookTicker')) continue;
    const { b, a } = (JSON.parse(line.slice(20)) as { data: { b: string; a: string } }).data;
    bySecond.set(line.slice(0, 10), { bid: b, ask: a });
  }
  return [...bySecond.values()];
}

export class IndexStandIn {
  readonly #speech: Speech;
  readonly #best = readRecording();
  readonly #server = createServer();
  readonly #upgrades = new WebSocketServer({ server: this.#server });
  readonly #sockets = new Map<WebSocket, Set<string>>();
  #second = 0;
  /** Of what it tells, to what was recorded. */
  share = 1;
  /** Ends each connection as soon as it is made. */
  isClosed = false;
  connections = 0;
  pings = 0;

  private constructor(venue: StandInVenue) {
    this.#speech = speeches[venue];
    this.#upgrades.on('connection', (socket) => this.#serve(socket));
  }

  static async open(venue: StandInVenue): Promise<IndexStandIn> {
    const standIn = new IndexStandIn(venue);
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The best prices it told last, at its share. */
  get best(): Best {
    const { bid, ask } = this.#best[this.#second % this.#best.length];
    const told = (text: string) => (Number(text) * this.share).toFixed(4);
    return { bid: told(bid), ask: told(ask) };
  }

  /** Tells the next second of the recording. */
  next(at = Date.now()): void {
    this.#second++;
    this.tell(this.#speech.pair, this.best, at);
  }

  tell(pair: string, best: Best, at = Date.now()): void {
    this.#each(pair, this.#speech.quote(pair, best, at));
  }

  sendRaw(text: string): void {
    for (const socket of this.#sockets.keys()) socket.send(text);
  }

  asked(): string[] {
    return [...this.#sockets.values()].flatMap((pairs) => [...pairs]);
  }

  disconnectAll(): void {
    for (const socket of this.#sockets.keys()) socket.terminate();
  }

  async stop(): Promise<void> {
    this.disconnectAll();
    this.#upgrades.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: WebSocket): void {
    this.connections++;
    if (this.isClosed) return socket.terminate();
    const asked = new Set<string>();
    this.#sockets.set(socket, asked);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('message', (bytes) => {
      const pairs = this.#speech.pairs(String(bytes));
      if (pairs.length === 0) {
        this.pings++;
        return socket.send(this.#speech.pong);
      }
      // It has bitcoin and the price of USDT, and nothing else.
      for (const pair of pairs) {
        const isKnown = pair === this.#speech.pair || pair === 'USDT/USD';
        if (isKnown) asked.add(pair);
        socket.send(isKnown ? this.#speech.accepted(pair) : this.#speech.refused(pair));
      }
    });
  }

  #each(pair: string, text: string): void {
    for (const [socket, pairs] of this.#sockets) if (pairs.has(pair) && socket.readyState === socket.OPEN) socket.send(text);
  }
}
