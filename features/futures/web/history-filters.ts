// What a history is narrowed to, and the question that makes of it: one place for lists, pages and CSV.
import { siteTimeZone } from '@maru/kit/web/i18n/moments.ts';

/** `liquidation` is the closed positions that were liquidated. */
export const historyKinds = ['order', 'trade', 'funding', 'position', 'liquidation'] as const;
export type HistoryKind = (typeof historyKinds)[number];
export const periods = ['1', '7', '30', 'own'] as const;
export type Period = (typeof periods)[number];

export interface HistoryFilters {
  period: Period;
  /** Days of the site's calendar, for `own`; '' = open. */
  from: string;
  to: string;
  futuresOptionId: number | undefined;
  side: 'ALL' | 'BUY' | 'SELL';
  orderType: 'ALL' | 'LIMIT' | 'MARKET' | 'TAKEPROFIT' | 'STOPLOSS' | 'TRAILINGSTOP';
  status: string;
}
export const noFilters: HistoryFilters = {
  period: '7',
  from: '',
  to: '',
  futuresOptionId: undefined,
  side: 'ALL',
  orderType: 'ALL',
  status: 'ALL',
};

/** States that a kind may be narrowed to. */
export const statusesOf: Readonly<Record<HistoryKind, readonly string[]>> = {
  order: ['FILLED', 'CANCELED', 'EXPIRED'],
  trade: ['TAKER', 'MAKER', 'LIQUIDATION'],
  position: ['CLOSED', 'FLIPPED', 'LIQUIDATED', 'SETTLED'],
  liquidation: [],
  funding: [],
};

const DAY_MS = 86_400_000;

/** Midnight of a day in the site's time zone, as an instant; the server's days are UTC. */
function dayStart(day: string, zone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(utc);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const there = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return new Date(utc - (there - utc)).toISOString();
}

export function dayOf(ms: number, zone = siteTimeZone()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms);
}

export function periodOf(filters: HistoryFilters, nowMs: number, zone = siteTimeZone()): { startDate?: string; endDate?: string } {
  if (filters.period !== 'own') return { startDate: dayStart(dayOf(nowMs - (Number(filters.period) - 1) * DAY_MS, zone), zone) };
  return {
    ...(filters.from ? { startDate: dayStart(filters.from, zone) } : {}),
    // The last day counts whole.
    ...(filters.to ? { endDate: new Date(Date.parse(dayStart(filters.to, zone)) + DAY_MS - 1).toISOString() } : {}),
  };
}

/** Funding is a call of its own and knows neither sides nor states. */
export function fundingQuery(filters: HistoryFilters, nowMs: number) {
  const { futuresOptionId } = filters;
  return { ...periodOf(filters, nowMs), ...(futuresOptionId === undefined ? {} : { futuresOptionId: String(futuresOptionId) }) };
}

export function historyQuery(kind: HistoryKind, filters: HistoryFilters, nowMs: number) {
  const { side, orderType, status } = filters;
  const isKnown = statusesOf[kind].includes(status);
  return {
    type: kind === 'liquidation' || kind === 'funding' ? ('position' as const) : kind,
    ...fundingQuery(filters, nowMs),
    ...(side === 'ALL' ? {} : { side }),
    ...(kind === 'order' && orderType !== 'ALL' ? { orderType } : {}),
    ...(kind === 'liquidation' ? { status: 'LIQUIDATED' } : isKnown ? { status } : {}),
  };
}

/** How many filters beside the period narrow the list. */
export function countFilters(kind: HistoryKind, f: HistoryFilters): number {
  if (kind === 'funding') return 0;
  return [f.side !== 'ALL', kind === 'order' && f.orderType !== 'ALL', statusesOf[kind].includes(f.status)].filter(Boolean).length;
}
