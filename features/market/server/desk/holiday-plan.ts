// What a requested change of the trading holidays would do, as rows and clock stand: refused, done at once, or for a second operator.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { HolidayMarket } from '../../contract.ts';
import { type HolidayRow, type MarketCalendar, spanOf } from '../market-calendar.ts';
import { dayAfter, openingOf, tradingDayOf } from '../trading-hours.ts';
const MOST_DAYS = 31;
const FURTHEST_MS = 731 * DAY_MS;
/** What begins sooner touches what members do now: a second operator looks at it. */
const SOON_MS = DAY_MS;

type Requested = Omit<HolidayRow, 'id' | 'closes'>;
export type HolidayChange = ({ op: 'SAVE'; id?: number | undefined } & Requested) | { op: 'REMOVE'; id: number };

export interface HolidayPlan {
  isSoon: boolean;
  /** Where a day that has begun is closed; null: at its opening. */
  closes: number | null;
  before: unknown;
  after: unknown;
  /** Both without what moves with the clock. */
  bound: unknown;
  says: { ko: string; en: string };
}

export function planHoliday(rows: readonly HolidayRow[], change: HolidayChange, now: number, calendar: MarketCalendar): HolidayPlan {
  const old = change.id === undefined ? undefined : rows.find(({ id }) => id === change.id);
  if (change.id !== undefined && old === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  if (old !== undefined && now >= spanOf(old).to) throw new Refusal('HOLIDAY_BEGUN');
  const wasSoon = old !== undefined && spanOf(old).from < now + SOON_MS;
  const before = old === undefined ? null : shown(old);
  if (change.op === 'REMOVE') {
    const says = { ko: `휴장일 ${dates(old as HolidayRow)} 삭제`, en: `Take back the holiday of ${dates(old as HolidayRow)}` };
    return { isSoon: wasSoon, closes: null, before, after: null, bound: { before }, says };
  }
  const opening = checkDates(change, old, now);
  refuseOverlap(rows, change);
  const hasBegun = old !== undefined && now >= (openingOf(old.from) ?? 0);
  const end = dayAfter(openingOf(change.to) ?? 0);
  const { at, lost } = hasBegun ? { at: spanOf(old).from, lost: 0 } : calendar.closesAt(change.market, opening, end, now);
  const closes = at === opening ? null : at;
  const after = { ...shown(change), ...(closes !== null && { closesAt: new Date(closes).toISOString(), boundsLost: lost }) };
  const [ko, en] = change.id === undefined ? ['등록', 'Enter'] : ['변경', 'Change'];
  const says = { ko: `휴장일 ${dates(change)} ${change.name_ko} ${ko}`, en: `${en} the holiday of ${dates(change)}, ${change.name_en}` };
  return { isSoon: wasSoon || opening < now + SOON_MS, closes, before, after, bound: { before, after: shown(change) }, says };
}

/** Answers the first opening that does not come. */
function checkDates({ market, from, to }: Requested, old: HolidayRow | undefined, now: number): number {
  const [opening, last] = [openingOf(from), openingOf(to)];
  if (opening === undefined) throw new Refusal('HOLIDAY_DATES', { field: 'from' });
  if (last === undefined || last < opening || last - opening >= MOST_DAYS * DAY_MS || last > now + FURTHEST_MS || last < tradingDayOf(now))
    throw new Refusal('HOLIDAY_DATES', { field: 'to' });
  if (old !== undefined && now >= (openingOf(old.from) ?? 0)) {
    if (from !== old.from || market !== old.market) throw new Refusal('HOLIDAY_BEGUN', { field: from === old.from ? 'market' : 'from' });
  } else if (opening < tradingDayOf(now)) throw new Refusal('HOLIDAY_DATES', { field: 'from' });
  return opening;
}

function refuseOverlap(rows: readonly HolidayRow[], { id, market, from, to }: { id?: number | undefined } & Requested): void {
  const meets = (other: HolidayMarket) => other === market || other === 'ALL' || market === 'ALL';
  // Dates as text: their order is that of the calendar.
  if (rows.some((row) => row.id !== id && meets(row.market) && row.from <= to && from <= row.to))
    throw new Refusal('HOLIDAY_OVERLAPS', { field: 'from' });
}

const shown = ({ market, from, to, name_ko, name_en }: Requested) => ({
  holidayMarket: market,
  from,
  to,
  nameKo: name_ko,
  nameEn: name_en,
});

const dates = ({ from, to }: Pick<Requested, 'from' | 'to'>) => (from === to ? from : `${from} ~ ${to}`);
