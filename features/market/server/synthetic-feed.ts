// The synthetic feed: gives a symbol without a recording or a venue a market in the demo, trades that explain its moves included.
import type { Feed, FeedListener } from './feed.ts';
import { marketSymbols, type MarketSymbol } from './symbol-table.ts';
import { share, type SyntheticPath, syntheticPath } from './synthetic-path.ts';
import { isOpen } from './trading-hours.ts';

/** Six looks a second; symbols take turns so that no moment carries them all. */
const STEP_MS = 160;
const LEVELS = 25;
/** Resting sizes are dealt anew this often. */
const DEAL_MS = 2_500;
/** Sizes have at most so many digits, as people choose them; a depth message stays under 1 KB by it. */
const SIZE_DIGITS = 4;
/** Spread and distance of levels as a share of the price. */
const SPREAD = 0.000_04;
const GAP = 0.000_03;

interface Walk {
  symbol: MarketSymbol;
  path: SyntheticPath;
  step: number;
  lastMid: number;
}

export interface SyntheticQuote {
  mid: number;
  bids: number[];
  asks: number[];
}

export function syntheticLots(symbol: MarketSymbol, ticks: number, notional: number): number {
  const lots = Math.max(1, Math.round((notional / ticks) * 10 ** (symbol.tickDecimals + symbol.lotDecimals)));
  const digits = Math.floor(Math.log10(lots)) + 1;
  const unit = 10 ** Math.max(0, digits - SIZE_DIGITS);
  return Math.floor(lots / unit) * unit;
}

/** The book at `time`: one level at each best price, then levels on a fixed grid, so that they stay while the price wanders. */
export function syntheticBook(symbol: MarketSymbol, path: SyntheticPath, time: number, levels = LEVELS): SyntheticQuote {
  const mid = path.ticksAt(time);
  const spread = Math.max(1, Math.round(mid * SPREAD));
  const gap = Math.max(1, Math.round(mid * GAP));
  const bestBid = Math.max(1, mid - (spread >> 1));
  const bestAsk = bestBid + spread;
  const deal = Math.floor(time / DEAL_MS);
  const bids: number[] = [];
  const asks: number[] = [];
  for (let i = 0; i < levels; i++) {
    const bid = i === 0 ? bestBid : (Math.ceil(bestBid / gap) - i) * gap;
    const ask = i === 0 ? bestAsk : (Math.floor(bestAsk / gap) + i) * gap;
    if (bid > 0) bids.push(bid, levelLots(symbol, bid, deal, i));
    asks.push(ask, levelLots(symbol, ask, deal, i));
  }
  return { mid, bids, asks };
}

function levelLots(symbol: MarketSymbol, ticks: number, deal: number, depth: number): number {
  const h = share(symbol.id, ticks, deal);
  return syntheticLots(symbol, ticks, symbol.tradeNotional * (0.8 + 4 * h * h) * (1 + depth * 0.3));
}

export function createSyntheticFeed(options: {
  seed: number;
  symbols?: readonly number[];
  /** By id; absent: without holidays. */
  table?: readonly MarketSymbol[];
  now(): number;
}): Feed {
  const { table = marketSymbols } = options;
  const ids = options.symbols ?? table.map(({ id }) => id);
  const walks: Walk[] = ids.map((id) => {
    const symbol = table[id];
    return { symbol, path: syntheticPath(options.seed, symbol), step: 0, lastMid: 0 };
  });
  let listener: FeedListener = () => {};
  let state: 'starting' | 'live' | 'stopped' = 'starting';
  let lastNewsAt = 0;
  let lastAdvance = 0;

  function look(walk: Walk, now: number): void {
    const { symbol, path } = walk;
    const quote = syntheticBook(symbol, path, now);
    const stamp = { symbol: symbol.id, eventAt: now, receivedAt: now };
    lastNewsAt = now;
    listener({ kind: 'index', ...stamp, constituent: 'venue', price: path.indexAt(now) });
    listener({ kind: 'depth', ...stamp, bids: quote.bids, asks: quote.asks });
    tradesOf(walk, quote, now);
    walk.lastMid = quote.mid;
  }

  /** A rise is bought at the ask, a fall sold at the bid; in between someone trades now and then. */
  function tradesOf(walk: Walk, quote: SyntheticQuote, now: number): void {
    const { symbol } = walk;
    const move = walk.lastMid === 0 ? 0 : quote.mid - walk.lastMid;
    const chance = share(symbol.id + 1000, walk.step, 1);
    const count = (move === 0 ? 0 : 1) + (chance < 0.35 ? 1 : 0) + (chance < 0.05 ? 1 : 0);
    for (let i = 0; i < count; i++) {
      const isBuy = move === 0 ? share(symbol.id, walk.step, 2 + i) < 0.5 : move > 0;
      const h = share(symbol.id, walk.step, 20 + i);
      const price = isBuy ? quote.asks[0] : quote.bids[0];
      const lots = syntheticLots(symbol, price, symbol.tradeNotional * (0.02 + 1.5 * h * h * h));
      listener({ kind: 'trade', symbol: symbol.id, eventAt: now, receivedAt: now, id: now * 4 + i, price, lots, side: isBuy ? 'B' : 'S' });
    }
  }

  return {
    source: 'synthetic',
    symbols: ids,
    async start(to) {
      listener = to;
      lastAdvance = options.now();
      state = 'live';
    },
    advance(now) {
      if (state !== 'live' || now <= lastAdvance) return;
      lastAdvance = now;
      for (const walk of walks) {
        const step = Math.floor((now + walk.symbol.id * 37) / STEP_MS);
        if (step === walk.step || !isOpen(walk.symbol.hours, now)) continue;
        walk.step = step;
        look(walk, now);
      }
    },
    health: () => ({ state, lastNewsAt, reconnects: 0, gaps: 0, seams: 0 }),
    deepBook(symbol, levels) {
      const walk = walks.find((each) => each.symbol.id === symbol);
      return walk && syntheticBook(walk.symbol, walk.path, lastAdvance, levels);
    },
    async stop() {
      state = 'stopped';
    },
  };
}
