// Live Binance USDT-M futures: depth on the public route, trades, mark and index on the market route, snapshots by REST.
//
// Streams are routed since April 2026: a stream asked for on the wrong route connects and stays silent. All listed symbols
// together are 75 streams, well under the 200 of a connection.
import { DepthSync } from './binance-depth-sync.ts';
import {
  readVenueMessage,
  type VenueDepthDiff,
  type VenueMark,
  type VenueSnapshot,
  type VenueTrade,
  venueUnits,
} from './binance-messages.ts';
import { openSnapshotRequests, type SnapshotRequests } from './binance-rest.ts';
import { openVenueSocket, type SocketTimes, usualSocketTimes, type VenueSocket } from './venue-socket.ts';
import { type Feed, type FeedHealth, type FeedListener, PICTURE_LEVELS } from './feed.ts';
import { marketSymbols, type MarketSymbol } from './symbol-table.ts';

const PICTURE_EVERY_MS = 50;

export interface BinanceFeedOptions {
  now(): number;
  restUrl?: string;
  socketUrl?: string;
  /** Ids of the symbols wanted; all that the venue lists otherwise. */
  symbols?: readonly number[];
  times?: Partial<SocketTimes>;
  snapshotEveryMs?: number;
  log?(message: string): void;
}

interface Line {
  symbol: MarketSymbol;
  pair: string;
  sync: DepthSync;
  /** Our clock at the last diff; 0 when its picture is out already. */
  changedAt: number;
  eventAt: number;
  pictureAt: number;
  lastTrade: number;
}

export function createBinanceFeed(options: BinanceFeedOptions): Feed {
  return new BinanceFeed(options);
}

class BinanceFeed implements Feed {
  readonly source = 'binance';
  readonly symbols: readonly number[];
  readonly #options: BinanceFeedOptions;
  readonly #lines: readonly Line[];
  readonly #byPair: ReadonlyMap<string, Line>;
  #listener: FeedListener = () => {};
  #requests: SnapshotRequests | undefined;
  #sockets: readonly VenueSocket[] = [];
  #state: 'starting' | 'live' | 'stopped' = 'starting';
  #lastNewsAt = 0;

  constructor(options: BinanceFeedOptions) {
    this.#options = options;
    this.#lines = marketSymbols
      .filter(({ id, binance }) => binance !== undefined && (options.symbols?.includes(id) ?? true))
      .map((symbol) => this.#lineOf(symbol, symbol.binance ?? ''));
    this.#byPair = new Map(this.#lines.map((line) => [line.pair, line]));
    this.symbols = this.#lines.map(({ symbol }) => symbol.id);
  }

  async start(listener: FeedListener): Promise<void> {
    const { restUrl = 'https://fapi.binance.com', snapshotEveryMs, log } = this.#options;
    this.#listener = listener;
    this.#state = 'live';
    this.#requests = openSnapshotRequests({ restUrl, betweenMs: snapshotEveryMs, log });
    const restart = () => {
      for (const { sync } of this.#lines) sync.restart();
    };
    this.#sockets = [
      this.#open('public', (pair) => [`${pair}@depth@100ms`], restart),
      this.#open(
        'market',
        (pair) => [`${pair}@aggTrade`, `${pair}@markPrice@1s`],
        () => {},
      ),
    ];
  }

  advance(): void {
    for (const line of this.#lines) this.#emitPicture(line);
  }

  health(): FeedHealth {
    const isOpen = this.#sockets.every((socket) => socket.isOpen);
    return {
      state: this.#state === 'live' && !isOpen ? 'down' : this.#state,
      lastNewsAt: this.#lastNewsAt,
      reconnects: this.#sockets.reduce((sum, { reconnects }) => sum + reconnects, 0),
      gaps: this.#lines.reduce((sum, { sync }) => sum + sync.gaps, 0),
      seams: 0,
    };
  }

  deepBook(symbol: number, levels: number): { bids: number[]; asks: number[] } | undefined {
    const sync = this.#lines.find((line) => line.symbol.id === symbol)?.sync;
    if (sync === undefined || !sync.isLive || sync.book.isCrossed()) return undefined;
    return { bids: sync.book.bids.top(levels, 0), asks: sync.book.asks.top(levels, 0) };
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    for (const socket of this.#sockets) socket.close();
    this.#requests?.stop();
  }

  #lineOf(symbol: MarketSymbol, pair: string): Line {
    const askForDepth = () => this.#requests?.ask(pair, (snapshot) => this.#takeSnapshot(line, snapshot));
    const line: Line = { symbol, pair, sync: new DepthSync(symbol, askForDepth), changedAt: 0, eventAt: 0, pictureAt: 0, lastTrade: 0 };
    return line;
  }

  #open(route: 'public' | 'market', streams: (pair: string) => string[], onOpen: () => void): VenueSocket {
    const { socketUrl = 'wss://fstream.binance.com', times, log } = this.#options;
    const names = this.#lines.flatMap(({ pair }) => streams(pair.toLowerCase()));
    return openVenueSocket({
      url: `${socketUrl}/${route}/stream?streams=${names.join('/')}`,
      times: { ...usualSocketTimes, ...times },
      onOpen,
      onMessage: (text) => this.#take(text),
      onLost: (reason) => log?.(`the venue's ${route} stream was lost: ${reason}`),
    });
  }

  #takeSnapshot(line: Line, snapshot: VenueSnapshot | undefined): void {
    if (snapshot === undefined) line.sync.snapshotFailed();
    else if (line.sync.snapshot(snapshot) && line.sync.isLive) line.changedAt = this.#options.now();
  }

  #take(text: string): void {
    const message = readVenueMessage(text);
    if (message === undefined || message.type === 'snapshot') return;
    const line = this.#byPair.get(message.pair);
    if (line === undefined) return;
    this.#lastNewsAt = this.#options.now();
    if (message.type === 'diff') this.#takeDiff(line, message);
    else if (message.type === 'trade') this.#takeTrade(line, message);
    else if (message.type === 'mark') this.#takeMark(line, message);
  }

  #takeDiff(line: Line, diff: VenueDepthDiff): void {
    if (!line.sync.diff(diff)) return;
    line.changedAt = this.#options.now();
    line.eventAt = diff.eventAt;
    this.#emitPicture(line);
  }

  #takeTrade(line: Line, { id, price, quantity, isBuyerMaker, eventAt }: VenueTrade): void {
    const { symbol } = line;
    const ticks = venueUnits(price, symbol.tickDecimals);
    const lots = venueUnits(quantity, symbol.lotDecimals);
    // After a reconnect the stream may repeat itself.
    if (id <= line.lastTrade || ticks === 0 || lots === 0) return;
    line.lastTrade = id;
    const side = isBuyerMaker ? 'S' : 'B';
    this.#listener({ kind: 'trade', symbol: symbol.id, eventAt, receivedAt: this.#options.now(), id, price: ticks, lots, side });
  }

  #takeMark({ symbol }: Line, { mark, index, fundingRate, nextFundingAt, eventAt }: VenueMark): void {
    const stamp = { symbol: symbol.id, eventAt, receivedAt: this.#options.now() };
    const decimals = symbol.tickDecimals + 2;
    const isNegative = fundingRate.startsWith('-');
    const rate = venueUnits(fundingRate.replace('-', ''), 8);
    this.#listener({ kind: 'index', ...stamp, constituent: 'venue', price: venueUnits(index, decimals) });
    this.#listener({ kind: 'mark', ...stamp, mark: venueUnits(mark, decimals), fundingRate: isNegative ? -rate : rate, nextFundingAt });
  }

  #emitPicture(line: Line): void {
    const { sync, changedAt } = line;
    const now = this.#options.now();
    if (changedAt === 0 || !sync.isLive || now - line.pictureAt < PICTURE_EVERY_MS || sync.book.isCrossed()) return;
    const bids = sync.book.bids.top(PICTURE_LEVELS, 0);
    const asks = sync.book.asks.top(PICTURE_LEVELS, 0);
    if (bids.length === 0 || asks.length === 0) return;
    line.pictureAt = now;
    line.changedAt = 0;
    this.#listener({ kind: 'depth', symbol: line.symbol.id, eventAt: line.eventAt, receivedAt: changedAt, bids, asks });
  }
}
