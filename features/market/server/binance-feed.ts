// Live Binance USDT-M futures: depth on the public route, trades, mark and index on the market route, snapshots by REST.
//
// Streams are routed since April 2026: a stream asked for on the wrong route connects and stays silent. All listed symbols
// together are 75 streams, well under the 200 of a connection.
import { DepthSync } from './binance-depth-sync.ts';
import { readVenueMessage, type VenueMark, type VenueMessage, type VenueTrade, venueUnits } from './binance-messages.ts';
import { openSnapshotDesk, type SnapshotDesk } from './binance-rest.ts';
import { openVenueSocket, type SocketTimes, usualSocketTimes, type VenueSocket } from './binance-socket.ts';
import { type Feed, type FeedListener, PICTURE_LEVELS } from './feed.ts';
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
  const { now, restUrl = 'https://fapi.binance.com', socketUrl = 'wss://fstream.binance.com', log } = options;
  const times = { ...usualSocketTimes, ...options.times };
  let desk: SnapshotDesk | undefined;
  const lines = marketSymbols
    .filter(({ id, binance }) => binance !== undefined && (options.symbols?.includes(id) ?? true))
    .map((symbol): Line => {
      const pair = symbol.binance ?? '';
      const line: Line = { symbol, pair, sync: new DepthSync(symbol, () => askForDepth(line)), changedAt: 0, eventAt: 0, pictureAt: 0, lastTrade: 0 };
      return line;
    });
  const byPair = new Map(lines.map((line) => [line.pair, line]));
  let listener: FeedListener = () => {};
  let sockets: VenueSocket[] = [];
  let state: 'starting' | 'live' | 'stopped' = 'starting';
  let lastNewsAt = 0;

  function askForDepth(line: Line): void {
    desk?.ask(line.pair, (snapshot) => {
      if (snapshot === undefined) line.sync.snapshotFailed();
      else if (line.sync.snapshot(snapshot) && line.sync.isLive) line.changedAt = now();
    });
  }

  function take(text: string): void {
    const message = readVenueMessage(text);
    if (message === undefined || message.type === 'snapshot') return;
    const line = byPair.get(message.pair);
    if (line === undefined) return;
    lastNewsAt = now();
    takeMessage(line, message);
  }

  function takeMessage(line: Line, message: VenueMessage): void {
    if (message.type === 'diff') {
      if (!line.sync.diff(message)) return;
      line.changedAt = now();
      line.eventAt = message.eventAt;
      emitPicture(line);
    } else if (message.type === 'trade') takeTrade(line, message);
    else if (message.type === 'mark') takeMark(line, message);
  }

  function takeTrade({ symbol, lastTrade }: Line, { id, price, quantity, isBuyerMaker, eventAt, pair }: VenueTrade): void {
    const ticks = venueUnits(price, symbol.tickDecimals);
    const lots = venueUnits(quantity, symbol.lotDecimals);
    // After a reconnect the stream may repeat itself.
    if (id <= lastTrade || ticks === 0 || lots === 0) return;
    const line = byPair.get(pair);
    if (line !== undefined) line.lastTrade = id;
    listener({ kind: 'trade', symbol: symbol.id, eventAt, receivedAt: now(), id, price: ticks, lots, side: isBuyerMaker ? 'S' : 'B' });
  }

  function takeMark({ symbol }: Line, { mark, index, fundingRate, nextFundingAt, eventAt }: VenueMark): void {
    const stamp = { symbol: symbol.id, eventAt, receivedAt: now() };
    const decimals = symbol.tickDecimals + 2;
    listener({ kind: 'index', ...stamp, constituent: 'venue', price: venueUnits(index, decimals) });
    const isNegative = fundingRate.startsWith('-');
    const rate = venueUnits(fundingRate.replace('-', ''), 8);
    listener({ kind: 'mark', ...stamp, mark: venueUnits(mark, decimals), fundingRate: isNegative ? -rate : rate, nextFundingAt });
  }

  function emitPicture(line: Line): void {
    const { sync, changedAt } = line;
    if (changedAt === 0 || !sync.isLive || now() - line.pictureAt < PICTURE_EVERY_MS || sync.book.isCrossed()) return;
    const bids = sync.book.bids.top(PICTURE_LEVELS, 0);
    const asks = sync.book.asks.top(PICTURE_LEVELS, 0);
    if (bids.length === 0 || asks.length === 0) return;
    line.pictureAt = now();
    line.changedAt = 0;
    listener({ kind: 'depth', symbol: line.symbol.id, eventAt: line.eventAt, receivedAt: changedAt, bids, asks });
  }

  function open(route: 'public' | 'market', streams: (pair: string) => string[], onOpen: () => void): VenueSocket {
    const names = lines.flatMap(({ pair }) => streams(pair.toLowerCase()));
    const url = `${socketUrl}/${route}/stream?streams=${names.join('/')}`;
    return openVenueSocket({ url, times, onOpen, onMessage: take, onLost: (reason) => log?.(`the venue's ${route} stream was lost: ${reason}`) });
  }

  return {
    source: 'binance',
    symbols: lines.map(({ symbol }) => symbol.id),
    async start(to) {
      listener = to;
      state = 'live';
      desk = openSnapshotDesk({ restUrl, betweenMs: options.snapshotEveryMs, log });
      sockets = [
        open(
          'public',
          (pair) => [`${pair}@depth@100ms`],
          () => {
            for (const { sync } of lines) sync.restart();
          },
        ),
        open('market', (pair) => [`${pair}@aggTrade`, `${pair}@markPrice@1s`], () => {}),
      ];
    },
    advance() {
      for (const line of lines) emitPicture(line);
    },
    health: () => ({
      state: state !== 'live' ? state : sockets.every(({ isOpen }) => isOpen) ? 'live' : 'down',
      lastNewsAt,
      reconnects: sockets.reduce((sum, { reconnects }) => sum + reconnects, 0),
      gaps: lines.reduce((sum, { sync }) => sum + sync.gaps, 0),
      seams: 0,
    }),
    async stop() {
      state = 'stopped';
      for (const socket of sockets) socket.close();
      desk?.stop();
    },
  };
}
