// Trading holidays as this process knows them: rows of the installation, and the hours that symbols have with them.
import type { SymbolCategory } from '@maru/engine/market/symbols.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { serviceKey } from '@maru/kit/server/services.ts';
import type { Holiday, HolidayMarket, NeededMoments } from '../contract.ts';
import { marketSymbols, type MarketSymbol } from './symbol-table.ts';
import { type Closing, dayAfter, openingOf } from './trading-hours.ts';

/** A session that has begun is not cut off before what is needed of it within so long. */
const MOST_WAIT_MS = 3_600_000;
/** The price of the moment itself is still to come. */
const MARGIN_MS = 1_000;
const NAMES = 'id, market, from_date::text AS from, to_date::text AS to, name_ko, name_en, closes_ms::float8 AS closes FROM market_holiday';

export interface HolidayRow {
  readonly id: number;
  readonly market: HolidayMarket;
  readonly from: string;
  readonly to: string;
  readonly name_ko: string;
  readonly name_en: string;
  readonly closes: number | null;
}

type Closed = Exclude<SymbolCategory, 'crypto'>;
interface OwnHours {
  closings: Closing[];
}

/** What a holiday of a market closes. */
export const closesIn = (market: HolidayMarket, { category }: Pick<MarketSymbol, 'category'>): boolean =>
  category !== 'crypto' && (market === 'ALL' || market === category.toUpperCase());

export const spanOf = ({ from, to, closes }: Pick<HolidayRow, 'from' | 'to' | 'closes'>): Closing => ({
  from: closes ?? openingOf(from) ?? 0,
  to: dayAfter(openingOf(to) ?? 0),
});

export class MarketCalendar {
  readonly #hours: Readonly<Record<Closed, OwnHours>> = {
    forex: { closings: [] },
    commodity: { closings: [] },
    index: { closings: [] },
  };
  readonly #needed: NeededMoments[] = [];
  #rows: readonly HolidayRow[] = [];
  /** By id: the listed symbols with hours that follow the rows. */
  readonly symbols: readonly MarketSymbol[] = marketSymbols.map((symbol) =>
    symbol.category === 'crypto' ? symbol : { ...symbol, hours: this.#hours[symbol.category] },
  );
  readonly #byName = new Map(this.symbols.map((symbol) => [symbol.name, symbol]));

  get rows(): readonly HolidayRow[] {
    return this.#rows;
  }

  symbol(name: string): MarketSymbol | undefined {
    return this.#byName.get(name);
  }

  register(needed: NeededMoments): void {
    this.#needed.push(needed);
  }

  async load(sql: Pick<SqlWriter, 'query'>): Promise<void> {
    this.set((await readHolidays(sql)).rows);
  }

  set(rows: readonly HolidayRow[]): void {
    this.#rows = rows;
    for (const [category, hours] of Object.entries(this.#hours) as [Closed, OwnHours][])
      hours.closings = rows.filter(({ market }) => closesIn(market, { category })).map(spanOf);
  }

  holidayAt(name: string, time: number): Holiday | undefined {
    const symbol = this.symbol(name);
    if (symbol === undefined) return undefined;
    const found = this.#rows.find((row) => closesIn(row.market, symbol) && isWithin(spanOf(row), time));
    return found && toldHoliday(found);
  }

  /**
   * When a holiday can close its markets: at its opening, or, of a session that has begun, when the moments of the next hour that
   * somebody needs are over. How many later ones it takes away is told beside it.
   */
  closesAt(market: HolidayMarket, opening: number, end: number, now: number): { at: number; lost: number } {
    if (opening > now) return { at: opening, lost: 0 };
    const symbols = new Set(this.symbols.filter((symbol) => closesIn(market, symbol)).map(({ name }) => name));
    const moments = this.#needed.flatMap((needed) => needed(symbols)).filter((at) => at >= now && at < end);
    const near = moments.filter((at) => at <= now + MOST_WAIT_MS);
    return { at: Math.max(now, ...near.map((at) => at + MARGIN_MS)), lost: moments.length - near.length };
  }
}

const isWithin = ({ from, to }: Closing, time: number) => from <= time && time < to;

export function readHolidays(sql: Pick<SqlWriter, 'query'>): Promise<{ rows: HolidayRow[] }> {
  return sql.query(`SELECT ${NAMES} ORDER BY from_date, id`);
}

export function toldHoliday(row: HolidayRow): Holiday {
  const { id, market, from, to } = row;
  const span = spanOf(row);
  const iso = (time: number) => new Date(time).toISOString();
  return { id, market, from, to, name: { ko: row.name_ko, en: row.name_en }, closesAt: iso(span.from), endsAt: iso(span.to) };
}

export const marketCalendar = serviceKey('market.calendar').of<MarketCalendar>();
