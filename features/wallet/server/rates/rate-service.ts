// The rates that stand now, by site and currency: from the site's source or its own hand, with what stood in the last hour, kept as rows
// so that a restart forgets no move.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { createDemoRateFeed, type RateFeed } from './rate-feed.ts';
import { judgeRate, lastHour, type RateJudgement, rulesOf, type StoodRate } from './rate-rules.ts';

const ADVANCE_MS = 5_000;
/** Moves are asked of the last hour alone; older rows tell what members converted at. */
const KEEP_MS = 90 * DAY_MS;
const currencies = ['KRW', 'BKT'] as const;
type RateCurrency = (typeof currencies)[number];

export interface CurrentRate extends RateJudgement {
  rate: string;
  /** When its source or a hand said it last. */
  atMs: number;
  source: 'hand' | 'demo';
}

export interface RateService {
  /** Undefined: the site has none for this currency, or its source has not told one yet. */
  current(site: SiteConfig, currency: string): CurrentRate | undefined;
  /** What one USDT is worth, for figures on screen: judged by nobody. */
  all(site: SiteConfig): Partial<Record<RateCurrency, string>>;
  open(site: SiteConfig): Promise<void>;
  stop(): Promise<void>;
}
export const rateService = serviceKey('wallet.rateService').of<RateService>();

/** A site with the rates in force in place of those of its row. */
export function atRates({ services }: Pick<AppContext, 'services'>, site: SiteConfig): SiteConfig {
  const service = services.find(rateService);
  return service === undefined ? site : { ...site, rates: service.all(site) };
}

interface Told {
  rate: string;
  atMs: number;
}
interface Book {
  stood: StoodRate[];
  confirmedMs: number;
}

export async function openRateService(context: AppContext): Promise<RateService> {
  const feeds = new Map<string, RateFeed>(context.config.demo ? [['demo', createDemoRateFeed()]] : []);
  const service = new Rates(context, feeds);
  for (const [name, feed] of feeds) await feed.start((update) => service.told.set(`${name} ${update.currency}`, toldOf(update)));
  return service;
}
const toldOf = ({ rate, receivedAtMs }: { rate: string; receivedAtMs: number }): Told => ({ rate, atMs: receivedAtMs });

class Rates implements RateService {
  /** The newest word of each source. */
  readonly told = new Map<string, Told>();
  readonly #books = new Map<string, Book>();
  /** Sites whose rows were read. */
  readonly #opened = new Set<number>();
  readonly #context: AppContext;
  readonly #feeds: ReadonlyMap<string, RateFeed>;
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(context: AppContext, feeds: ReadonlyMap<string, RateFeed>) {
    this.#context = context;
    this.#feeds = feeds;
    // Between questions too, so that a move is seen at its time.
    this.#timer = setInterval(() => {
      for (const site of context.sites.all()) if (this.#opened.has(site.id)) this.all(site);
    }, ADVANCE_MS).unref();
  }

  current(site: SiteConfig, currency: string): CurrentRate | undefined {
    const nowMs = this.#context.clock.now();
    const source = currency === 'BKT' ? undefined : site.conversion?.source;
    const told = source === undefined ? this.#byHand(site, currency, nowMs) : this.#fromSource(source, currency, nowMs);
    if (told === undefined) return undefined;
    const book = this.#note(site, currency, told, source ?? 'hand');
    const judged = judgeRate(book.stood, book.confirmedMs, rulesOf(site, currency), nowMs);
    return { ...judged, rate: told.rate, atMs: book.confirmedMs, source: source ?? 'hand' };
  }

  all(site: SiteConfig): Partial<Record<RateCurrency, string>> {
    const found = currencies.map((currency) => [currency, this.current(site, currency)?.rate] as const);
    return Object.fromEntries(found.filter(([, rate]) => rate !== undefined));
  }

  async open(site: SiteConfig): Promise<void> {
    const { pool, clock } = this.#context;
    for (const currency of currencies) {
      if (this.#books.has(keyOf(site, currency))) continue;
      const { rows } = await pool.query<StoodRate>(
        `SELECT rate, at_ms AS "atMs" FROM wallet_rate WHERE site_id = $1 AND currency = $2 AND at_ms >= coalesce(
           (SELECT max(at_ms) FROM wallet_rate WHERE site_id = $1 AND currency = $2 AND at_ms <= $3), 0) ORDER BY at_ms, id`,
        [site.id, currency, clock.now() - KEPT_MS],
      );
      const last = rows.at(-1);
      if (last !== undefined) this.#books.set(keyOf(site, currency), { stood: rows, confirmedMs: last.atMs });
    }
    await pool.query(
      `DELETE FROM wallet_rate r WHERE site_id = $1 AND at_ms < $2
         AND EXISTS (SELECT 1 FROM wallet_rate n WHERE n.site_id = $1 AND n.currency = r.currency AND n.at_ms > r.at_ms AND n.at_ms < $2)`,
      [site.id, clock.now() - KEEP_MS],
    );
    this.#opened.add(site.id);
    this.all(site);
    await this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const feed of this.#feeds.values()) await feed.stop();
    await this.#writing;
  }

  #byHand(site: SiteConfig, currency: string, nowMs: number): Told | undefined {
    const rate = site.rates?.[currency as RateCurrency];
    if (rate === undefined) return undefined;
    const known = this.#books.get(keyOf(site, currency));
    // A hand says it once: it is as old as its row.
    const atMs = known?.stood.at(-1)?.rate === rate ? known.confirmedMs : nowMs;
    return { rate, atMs };
  }

  #fromSource(source: string, currency: string, nowMs: number): Told | undefined {
    this.#feeds.get(source)?.advance(nowMs);
    return this.told.get(`${source} ${currency}`);
  }

  #note(site: SiteConfig, currency: string, { rate, atMs }: Told, source: string): Book {
    const key = keyOf(site, currency);
    const book = this.#books.get(key) ?? { stood: [], confirmedMs: atMs };
    this.#books.set(key, book);
    book.confirmedMs = Math.max(book.confirmedMs, atMs);
    if (book.stood.at(-1)?.rate === rate) return book;
    // Moves are dated by when this server met them: what was published while it was down moved as it came up.
    const since = { rate, atMs: this.#context.clock.now() };
    book.stood = [...lastHour(book.stood, since.atMs), since];
    book.confirmedMs = atMs;
    this.#write(site.id, currency, since, source);
    return book;
  }

  #write(site: number, currency: string, { rate, atMs }: StoodRate, source: string): void {
    const { pool, log } = this.#context;
    const text = 'INSERT INTO wallet_rate (site_id, currency, rate, at_ms, source) VALUES ($1, $2, $3, $4, $5)';
    this.#writing = this.#writing
      .then(() => pool.query(text, [site, currency, rate, atMs, source]))
      .catch((error: unknown) => log.warn({ err: error, site, currency }, 'a rate was not written down'));
  }
}

/** An hour, and room for a clock that was set back. */
const KEPT_MS = 2 * 3_600_000;
const keyOf = ({ id }: SiteConfig, currency: string) => `${id} ${currency}`;
