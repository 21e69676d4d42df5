// What every price source looks like to the market: one stream of normalised updates, a health, and a label.
//
// Prices are ticks, quantities lots, index and mark prices tick/100 of the symbol table. `eventAt` is the venue's time (data),
// `receivedAt` our own clock when the news arrived: ages are judged by `receivedAt` only, never by subtracting the two.

export type FeedSource = 'replay' | 'binance' | 'synthetic';

interface Stamp {
  readonly symbol: number;
  readonly eventAt: number;
  readonly receivedAt: number;
}

/** The whole visible book, best first: flat pairs (ticks, lots). Diffs are the adapter's own affair. */
export interface DepthUpdate extends Stamp {
  readonly kind: 'depth';
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}
/** `side` is the taker's: B bought, S sold. Ids rise per symbol. */
export interface TradeUpdate extends Stamp {
  readonly kind: 'trade';
  readonly id: number;
  readonly price: number;
  readonly lots: number;
  readonly side: 'B' | 'S';
}
/** A spot price that counts for the index; `constituent` 'venue' is the venue's own published index. */
export interface IndexUpdate extends Stamp {
  readonly kind: 'index';
  readonly constituent: string;
  readonly price: number;
}
/** The venue's own mark price and funding estimate (rate in 10^-8). */
export interface MarkUpdate extends Stamp {
  readonly kind: 'mark';
  readonly mark: number;
  readonly fundingRate: number;
  readonly nextFundingAt: number;
}
export type FeedUpdate = DepthUpdate | TradeUpdate | IndexUpdate | MarkUpdate;
export type FeedListener = (update: FeedUpdate) => void;

export interface FeedHealth {
  readonly state: 'starting' | 'live' | 'down' | 'stopped';
  /** Our clock at the last news of any symbol; 0 before the first. */
  readonly lastNewsAt: number;
  readonly reconnects: number;
  /** Sequence gaps found and mended by a fresh snapshot. */
  readonly gaps: number;
  /** Times a recording started again. */
  readonly seams: number;
}

export interface Feed {
  readonly source: FeedSource;
  /** Ids of the symbols it prices. */
  readonly symbols: readonly number[];
  /** Resolves once it is on its way; news may come later. */
  start(listener: FeedListener): Promise<void>;
  /** Sources without a connection of their own emit here what is due at `now`; the others do nothing. */
  advance(now: number): void;
  health(): FeedHealth;
  /** The book now, up to `levels` a side, best first, where the source keeps more than its pictures carry. */
  deepBook?(symbol: number, levels: number): { bids: readonly number[]; asks: readonly number[] } | undefined;
  stop(): Promise<void>;
}

export interface IndexFeedHealth extends Pick<FeedHealth, 'state' | 'lastNewsAt' | 'reconnects'> {
  /** Quotes left out since the start: crossed, empty, too wide, or no figures at all. */
  readonly refused: number;
  /** Ids of symbols that the venue said it does not have. */
  readonly unlisted: readonly number[];
}

/** Another venue that speaks beside a symbol's own feed: it tells index updates of one constituent, and nothing else. */
export interface IndexFeed {
  readonly constituent: string;
  /** Ids of the symbols it is asked for. */
  readonly symbols: readonly number[];
  start(listener: FeedListener): Promise<void>;
  health(): IndexFeedHealth;
  stop(): Promise<void>;
}

/** Levels of a side that a depth update carries at most. */
export const PICTURE_LEVELS = 50;
