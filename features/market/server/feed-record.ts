// The feed's own record, once per installation and outside any journal: what every symbol cost each second, in a compact daily file.
//
// `feed/record-YYYY-MM-DD.txt.gz` under the data directory, gzip members one after another, so that a crash loses ten seconds
// at most and `zcat` reads the rest. A line is `time symbol last bid ask mark index state` in ticks and tick/100. Replayed and
// synthetic prices can be made again from position and seed: of them only starts, seams and changes of state are kept.
import { DAY_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FeedState } from '../contract.ts';
import { SYNTHETIC_SEED } from './feed-choice.ts';
import type { MarketHub } from './market-hub.ts';
import type { ReplayFeed } from './replay-feed.ts';
const WRITE_EVERY_LOOKS = 10;
const NAME = /^record-(\d{4}-\d{2}-\d{2})\.txt\.gz$/;
const pack = promisify(gzip);

export interface FeedRecorderOptions {
  dataDir: string;
  /** 0 = for ever. */
  retentionDays: number;
  hub: MarketHub;
  replay: ReplayFeed | undefined;
}

export class FeedRecorder {
  readonly #options: FeedRecorderOptions;
  readonly #directory: string;
  readonly #states: (FeedState | undefined)[] = [];
  #lines: string[] = [];
  #looks = 0;
  #seams = -1;
  #day = '';

  constructor(options: FeedRecorderOptions) {
    this.#options = options;
    this.#directory = join(options.dataDir, 'feed');
  }

  /** One look at all symbols; every tenth is written. */
  async look(now: number): Promise<void> {
    const { hub, replay } = this.#options;
    const day = utcDayText(now);
    if (day !== this.#day) await this.#turnDay(day, now);
    const seams = replay?.position().loops ?? 0;
    if (seams !== this.#seams) this.#lines.push(`${now} # feeds ${JSON.stringify({ seed: SYNTHETIC_SEED, replay: replay?.position() })}`);
    this.#seams = seams;
    for (const { symbol, source, state, last, bid, ask, pricing } of hub.markets) {
      const hasTurned = this.#states[symbol.id] !== state;
      this.#states[symbol.id] = state;
      if (hasTurned || (source === 'binance' && state === 'live')) {
        this.#lines.push(`${now} ${symbol.name} ${last} ${bid} ${ask} ${pricing.mark} ${pricing.index} ${state}`);
      }
    }
    if (++this.#looks % WRITE_EVERY_LOOKS === 0) await this.#write();
  }

  async close(): Promise<void> {
    await this.#write();
  }

  async #write(): Promise<void> {
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    await appendFile(join(this.#directory, `record-${this.#day}.txt.gz`), await pack(`${lines.join('\n')}\n`));
  }

  async #turnDay(day: string, now: number): Promise<void> {
    if (this.#day !== '') await this.#write();
    await mkdir(this.#directory, { recursive: true });
    this.#day = day;
    // A file of its own must make sense without the one before.
    this.#seams = -1;
    this.#states.length = 0;
    const { retentionDays } = this.#options;
    if (retentionDays === 0) return;
    for (const file of await readdir(this.#directory)) {
      const date = NAME.exec(file)?.[1];
      if (date !== undefined && Date.parse(date) < now - (retentionDays + 1) * DAY_MS) await rm(join(this.#directory, file));
    }
  }
}
