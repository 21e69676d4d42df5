// What each symbol's price was at every boundary that a round can have: taken as it passes, kept for whoever settles or looks back.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type MarketReader, marketReader, type MarketTick } from '@maru/market/contract.ts';
import { isOffered, siteOptions } from './site-options.ts';
import { TickMemory } from './tick-memory.ts';

/** All rounds begin and end on it. */
export const BOUNDARY_MS = 30_000;
/** After the boundary, so that whatever was on its way within this process has come. */
const GRACE_MS = 60;
const KEPT_MS = 15 * 60_000;
/** Index prices are hundredths of a tick. */
const INDEX_PER_TICK = 100;
const KEPT_DAYS = 3;
/** Longer than any round that may still take bets, its time and its settlement. */
const LINGER_MS = 30 * 60_000;

export interface Boundary {
  readonly at: number;
  readonly tick: MarketTick | undefined;
  /** Price of the tick before; -1 = none. */
  readonly beforePrice: number;
  readonly isHalted: boolean;
  /** The index at the moment, in ticks: another source than the tick's; -1 = none. */
  readonly secondPrice: number;
  readonly near: readonly MarketTick[];
}

interface Watched {
  readonly ticks: TickMemory;
  readonly boundaries: Map<number, Boundary>;
  readonly since: number;
  /** No game is about it since then; rounds that took bets before still are. */
  unwantedAt: number | undefined;
  stop(): void;
}

export class Boundaries {
  readonly #context: AppContext;
  readonly #watched = new Map<string, Watched>();
  #taken = 0;
  #last = 0;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** The newest boundary that was taken, and kept. */
  get last(): number {
    return this.#last;
  }

  ticks(symbol: string): TickMemory | undefined {
    return this.#watched.get(symbol)?.ticks;
  }

  /** Whether nothing of the symbol was missed since that moment, as far as we were there to see it. */
  sawSince(symbol: string, at: number): boolean {
    const since = this.#watched.get(symbol)?.since;
    return since !== undefined && since <= at;
  }

  get isWatching(): boolean {
    return this.#watched.size > 0;
  }

  /** Watches what any site's rounds are about; what no longer is, for as long as a round of before may run. */
  watchWanted(extra: readonly string[] = []): void {
    const wanted = new Set(extra);
    for (const site of this.#context.sites.all())
      for (const option of siteOptions(site)) if (option.data !== undefined && isOffered(site, option)) wanted.add(option.data.code);
    const now = this.#context.clock.now();
    for (const [symbol, watched] of this.#watched) watched.unwantedAt = wanted.has(symbol) ? undefined : (watched.unwantedAt ?? now);
    this.#dropUnwanted(now);
    for (const symbol of wanted) if (!this.#watched.has(symbol)) this.#watch(symbol);
  }

  #dropUnwanted(now: number): void {
    for (const [symbol, watched] of this.#watched) {
      if (now - (watched.unwantedAt ?? now) < LINGER_MS) continue;
      watched.stop();
      this.#watched.delete(symbol);
    }
  }

  #watch(symbol: string): void {
    const ticks = new TickMemory();
    const stop = this.#market().onTick(symbol, (tick) => ticks.add(tick));
    this.#watched.set(symbol, { ticks, boundaries: new Map(), since: this.#context.clock.now(), unwantedAt: undefined, stop });
  }

  /** Takes the boundaries that have passed; answers whether there was one. */
  async look(now: number): Promise<boolean> {
    const due = Math.floor((now - GRACE_MS) / BOUNDARY_MS) * BOUNDARY_MS;
    if (due <= this.#taken) return false;
    const first = this.#taken === 0 ? due : Math.max(this.#taken + BOUNDARY_MS, due - KEPT_MS);
    const taken: [string, Boundary][] = [];
    for (let at = first; at <= due; at += BOUNDARY_MS)
      for (const [symbol, watched] of this.#watched) if (at >= watched.since) taken.push([symbol, this.#take(symbol, watched, at)]);
    this.#taken = due;
    await this.#store(taken).finally(() => (this.#last = due));
    return true;
  }

  #take(symbol: string, { ticks, boundaries }: Watched, at: number): Boundary {
    const { tick, before, near } = ticks.at(at);
    const market = this.#market();
    const index = market.prices(symbol)?.index ?? 0;
    const boundary: Boundary = {
      at,
      tick,
      beforePrice: before?.price ?? -1,
      isHalted: !['live', 'stale'].includes(market.state(symbol) ?? 'halted'),
      secondPrice: index > 0 ? Math.round(index / INDEX_PER_TICK) : -1,
      near,
    };
    boundaries.set(at, boundary);
    boundaries.delete(at - KEPT_MS);
    return boundary;
  }

  /** The boundary as it was taken, also before a restart; undefined: nobody watched then. */
  async find(symbol: string, at: number): Promise<Boundary | undefined> {
    const known = this.#watched.get(symbol)?.boundaries.get(at);
    if (known !== undefined) return known;
    const { rows } = await this.#context.pool.query<BoundaryRow>(
      `SELECT ${COLUMNS} FROM rounds_boundary WHERE symbol = $1 AND at_ms = $2`,
      [symbol, at],
    );
    return rows[0] === undefined ? undefined : boundaryOf(rows[0]);
  }

  /** Prices at the boundaries between two moments, both included, by moment. */
  async prices(symbol: string, from: number, to: number): Promise<Map<number, number>> {
    const { rows } = await this.#context.pool.query<{ at: number; price: number }>(
      'SELECT at_ms AS at, price FROM rounds_boundary WHERE symbol = $1 AND at_ms BETWEEN $2 AND $3 AND price IS NOT NULL AND NOT is_halted AND at_ms - received_ms <= 2000',
      [symbol, from, to],
    );
    return new Map(rows.map(({ at, price }) => [at, price]));
  }

  async #store(taken: readonly [string, Boundary][]): Promise<void> {
    if (taken.length === 0) return;
    const rows = taken.map(([symbol, b]) => ({
      symbol,
      at_ms: b.at,
      price: b.tick?.price ?? null,
      tick_id: b.tick?.id ?? null,
      event_ms: b.tick?.eventAt ?? null,
      received_ms: b.tick?.receivedAt ?? null,
      before_price: b.beforePrice < 0 ? null : b.beforePrice,
      is_halted: b.isHalted,
      second_price: b.secondPrice < 0 ? null : b.secondPrice,
      near: b.near,
    }));
    await this.#context.pool.query(
      `INSERT INTO rounds_boundary SELECT * FROM jsonb_populate_recordset(NULL::rounds_boundary, $1) ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows)],
    );
  }

  async dropOld(now: number): Promise<void> {
    this.#dropUnwanted(now);
    await this.#context.pool.query('DELETE FROM rounds_boundary WHERE at_ms < $1', [now - KEPT_DAYS * DAY_MS]);
  }

  stop(): void {
    for (const watched of this.#watched.values()) watched.stop();
    this.#watched.clear();
  }

  #market(): MarketReader {
    return this.#context.services.use(marketReader);
  }
}

const COLUMNS = `at_ms AS at, price, tick_id AS id, event_ms AS "eventAt", received_ms AS "receivedAt", before_price AS before,
  is_halted AS "isHalted", second_price AS second, near`;

interface BoundaryRow {
  at: number;
  price: number | null;
  id: number;
  eventAt: number;
  receivedAt: number;
  before: number | null;
  isHalted: boolean;
  second: number | null;
  near: MarketTick[];
}

function boundaryOf(row: BoundaryRow): Boundary {
  const { at, price, id, eventAt, receivedAt, isHalted, near } = row;
  return {
    at,
    tick: price === null ? undefined : { id, price, eventAt, receivedAt },
    beforePrice: row.before ?? -1,
    isHalted,
    secondPrice: row.second ?? -1,
    near,
  };
}
