// Running candles of intervals that the exchange does not keep: folded from shorter ones as they are told, as a call folds them.
import { type Candle, chartPage, klineTopic } from '@maru/market/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import { type Derived, derivedOf, foldCandles } from './derived-candles.ts';
import { KeptWhileHeard } from './kept-while-heard.ts';

type Hear = (candle: Candle, isClosed: boolean) => void;

export interface FoldedStreams {
  /** Hears the running candle and, at its end, what it came to; until told to stop. `interval` is one of the folded ones. */
  follow(site: SiteConfig, code: string, interval: string, hear: Hear): () => void;
  close(): void;
}

/** Reads the shorter candles from one's start on, up to before another's. */
export type ReadParts = (from: number, before: number) => Promise<readonly Candle[]>;

export function createFoldedStreams(context: AppContext): FoldedStreams {
  const kept = new KeptWhileHeard<Folding>(context.clock);
  const open = (site: SiteConfig, code: string, interval: string): Folding => {
    const kind = derivedOf(interval);
    if (kind === undefined) throw new Error(`candles of ${interval} are not folded`);
    const { base } = kind;
    const read: ReadParts = async (from, before) => {
      const query = { symbol: code, interval: base, from: String(from), before: String(before), limit: String(2 * kind.parts) };
      const call = { site, session: undefined, query, ip: '', requestId: 'folded' };
      return (await context.services.use(innerCalls).run(chartPage, call)).data.candles;
    };
    const folding = new Folding(kind, read, () => context.clock.now());
    const destination = destinationOf(klineTopic, { symbol: code, interval: base });
    folding.stop = context.sockets.tapTopic(site.id, destination, (body) => folding.take(body as Candle));
    return folding;
  };
  return {
    follow(site, code, interval, hear) {
      const { listeners } = kept.of(`${site.id} ${code} ${interval}`, () => open(site, code, interval));
      const own: Hear = (...told) => hear(...told);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    close: () => kept.close(),
  };
}

/** After a read that failed: ticks come several times a second. */
const AGAIN_MS = 1_000;

/** One folded candle after the other. What lies before the running shorter candle is read each time when a new one begins. */
export class Folding {
  readonly listeners = new Set<Hear>();
  stop: () => void = () => {};
  readonly #kind: Derived;
  readonly #read: ReadParts;
  readonly #now: () => number;
  /** Those before the running one. */
  #before: readonly Candle[] = [];
  #running: Candle | undefined;
  /** Start of the running shorter candle for which the others were read. */
  #readFor: number | undefined;
  /** Start of the folded candle that was told last. */
  #told: number | undefined;
  #isReading = false;
  /** Not read again before. */
  #readFrom = 0;

  constructor(kind: Derived, read: ReadParts, now: () => number) {
    this.#kind = kind;
    this.#read = read;
    this.#now = now;
  }

  take(candle: Candle): void {
    // The exchange tells them in order; one of before that comes late is in what is read.
    if (this.#running !== undefined && candle[0] < this.#running[0]) return;
    this.#running = candle;
    if (this.#readFor === candle[0]) this.#tell();
    else if (!this.#isReading && this.#now() >= this.#readFrom) void this.#readOthers(candle[0]);
  }

  async #readOthers(at: number): Promise<void> {
    this.#isReading = true;
    try {
      const start = this.#kind.startOf(at);
      // From the one told last on, whose end is not told yet.
      const from = Math.min(this.#told ?? start, start);
      this.#before = (await this.#read(from, at)).filter(([openAt]) => openAt < at);
      this.#readFor = at;
    } catch {
      // Asked again a little later; a part of it would be told as the whole.
      this.#readFrom = this.#now() + AGAIN_MS;
    } finally {
      this.#isReading = false;
    }
    if (this.#readFor === at && this.#running?.[0] === at) this.#tell();
  }

  #tell(): void {
    const { listeners } = this;
    const folded = foldCandles([...this.#before, this.#running as Candle], this.#kind);
    const newest = folded.at(-1) as Candle;
    if (this.#told !== undefined && this.#told < newest[0]) {
      const ended = folded.find(([start]) => start === this.#told);
      if (ended !== undefined) for (const hear of listeners) hear(ended, true);
      this.#before = this.#before.filter(([openAt]) => openAt >= newest[0]);
    }
    this.#told = newest[0];
    for (const hear of listeners) hear(newest, false);
  }
}
