// What the venue tells of its markets as a whole, as far as this exchange can tell it: basis, open interest and sides over time, hours, risk.
import { HouseAccount } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { listOptions } from '@maru/futures/contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@maru/kit/contract/calendar.ts';
import { chartPage, type Interval, marketReader } from '@maru/market/contract.ts';
import { add, negated, over } from './decimals.ts';
import { type Ask, dataOf, type Endpoint } from './fapi-endpoint.ts';
import { faults } from './fapi-fault.ts';
import { botNameOf, codeOf } from './fapi-symbols.ts';
import { pairIn } from './read-market.ts';
import type { SampleSpan } from './sample-span.ts';
import { sessionsBetween } from './trading-sessions.ts';

/** Each with the interval of ours whose candles begin at its moments. */
const periods: Readonly<Record<string, { ms: number; interval: Interval; intervalMs: number }>> = {
  '5m': { ms: 5 * MINUTE_MS, interval: '5m', intervalMs: 5 * MINUTE_MS },
  '15m': { ms: 15 * MINUTE_MS, interval: '15m', intervalMs: 15 * MINUTE_MS },
  '30m': { ms: 30 * MINUTE_MS, interval: '30m', intervalMs: 30 * MINUTE_MS },
  '1h': { ms: HOUR_MS, interval: '1h', intervalMs: HOUR_MS },
  '2h': { ms: 2 * HOUR_MS, interval: '1h', intervalMs: HOUR_MS },
  '4h': { ms: 4 * HOUR_MS, interval: '4h', intervalMs: 4 * HOUR_MS },
  '6h': { ms: 6 * HOUR_MS, interval: '1h', intervalMs: HOUR_MS },
  '12h': { ms: 12 * HOUR_MS, interval: '4h', intervalMs: 4 * HOUR_MS },
  '1d': { ms: DAY_MS, interval: '1d', intervalMs: DAY_MS },
};
const MOST = 500;
const USUAL = 30;
const MOST_CANDLES = 1500;

interface Span {
  period: (typeof periods)[string];
  from: number;
  to: number;
  limit: number;
  isFromStart: boolean;
}

/** The newest, those up to an end, or the first from a beginning on. */
function spanOf({ params, context }: Ask): Span {
  const name = params.must('period');
  if (!Object.hasOwn(periods, name)) throw faults.missing('period');
  const period = periods[name];
  const limit = Math.min(params.whole('limit', 1) ?? USUAL, MOST);
  const [start, end] = [params.whole('startTime'), params.whole('endTime')];
  if (start !== undefined && end !== undefined && start > end) throw faults.badTimes();
  const to = Math.min(end ?? Infinity, context.clock.now());
  // One more: of the running period there may be nothing yet.
  return { period, from: start ?? Math.max(0, to - (limit + 1) * period.ms), to, limit, isFromStart: start !== undefined };
}

/** What the price was at each moment of the period: of the candle that begins there, the first price. */
async function pricesAt(ask: Ask, symbol: string, priceType: 'LAST' | 'INDEX', span: Span): Promise<Map<number, string>> {
  const { interval, ms, intervalMs } = span.period;
  const prices = new Map<number, string>();
  const to = Math.min(span.to, span.isFromStart ? span.from + span.limit * ms : span.to);
  for (let from = span.from; from <= to; ) {
    const query = { symbol, interval, priceType, from: String(from), before: String(to + 1), limit: String(MOST_CANDLES) };
    const { candles } = await dataOf(ask.call(chartPage, { query }));
    for (const [at, open] of candles) if (at % ms === 0 && at >= span.from) prices.set(at, open);
    const last = candles.at(-1)?.[0];
    if (last === undefined || candles.length < MOST_CANDLES) break;
    from = last + intervalMs;
  }
  return prices;
}

async function basis(ask: Ask): Promise<unknown> {
  const code = pairIn(ask);
  if (ask.params.must('contractType') !== 'PERPETUAL') throw faults.badContractType();
  const span = spanOf(ask);
  const [futures, index] = await Promise.all([pricesAt(ask, code, 'LAST', span), pricesAt(ask, code, 'INDEX', span)]);
  const rows = [...futures].flatMap(([timestamp, futuresPrice]) => {
    const indexPrice = index.get(timestamp);
    if (indexPrice === undefined || Number(indexPrice) <= 0) return [];
    const between = add(futuresPrice, negated(indexPrice));
    const isBelow = between.startsWith('-');
    const rate = over(isBelow ? between.slice(1) : between, indexPrice, 4);
    return [
      {
        indexPrice,
        contractType: 'PERPETUAL',
        basisRate: isBelow && Number(rate) > 0 ? `-${rate}` : rate,
        futuresPrice,
        annualizedBasisRate: '',
        basis: between,
        pair: botNameOf(code),
        timestamp,
      },
    ];
  });
  return span.isFromStart ? rows.slice(0, span.limit) : rows.slice(-span.limit);
}

function sampleSpanOf(ask: Ask): SampleSpan {
  const { period, ...span } = spanOf(ask);
  return { ...span, periodMs: period.ms };
}

type RatioOf = 'top accounts' | 'top positions' | 'all accounts';

/** Members of this site by side. None of a moment at which all stood on one side: there is no ratio to nothing. */
const longShort = (of: RatioOf) => async (ask: Ask) => {
  const code = codeOf(ask.site, ask.params.must('symbol'));
  const samples = await ask.service.samples.sides(ask.site.id, code, sampleSpanOf(ask));
  return samples.flatMap(({ at, all, top }) => {
    const sides = of === 'all accounts' ? all : top;
    const [long, short] = (of === 'top positions' ? [sides.longLots, sides.shortLots] : [sides.long, sides.short]).map(String);
    if (Number(short) === 0) return [];
    const longAccount = over(long, add(long, short), 4);
    const shortAccount = add('1', negated(longAccount));
    return [{ symbol: botNameOf(code), longAccount, longShortRatio: over(long, short, 4), shortAccount, timestamp: at }];
  });
};

async function takerVolume(ask: Ask): Promise<unknown> {
  const code = codeOf(ask.site, ask.params.must('symbol'));
  const samples = await ask.service.samples.taken(code, sampleSpanOf(ask));
  return samples.flatMap(({ at, bought, sold }) =>
    Number(sold) === 0 ? [] : [{ buySellRatio: over(bought, sold, 4), buyVol: bought, sellVol: sold, timestamp: at }],
  );
}

async function interestHistory(ask: Ask): Promise<unknown> {
  const code = codeOf(ask.site, ask.params.must('symbol'));
  const samples = await ask.service.samples.interest(ask.site.id, code, sampleSpanOf(ask));
  return samples.map(({ at, interest, value }) => ({
    symbol: botNameOf(code),
    sumOpenInterest: interest,
    sumOpenInterestValue: value,
    CMCCirculatingSupply: '0',
    timestamp: at,
  }));
}

/** Money is USDT alone, and one fund stands behind all symbols of a site. */
async function insuranceBalance(ask: Ask): Promise<unknown> {
  const name = ask.params.text('symbol');
  if (name !== undefined) codeOf(ask.site, name);
  const held = await ask.context.engine.query<number>(ask.site.id, 'ledger', HouseAccount.Insurance);
  const assets = [{ asset: 'USDT', marginBalance: formatDecimal(held, USDT_DECIMALS), updateTime: ask.context.clock.now() }];
  const fund = { symbols: ask.site.symbols.map(botNameOf).sort(), assets };
  return name === undefined ? [fund] : fund;
}

/** Where the counterparty takes over what the book does not fill nobody is deleveraged; without it, once the fund is empty. */
async function adlRisk(ask: Ask): Promise<unknown> {
  const name = ask.params.text('symbol');
  const codes = name === undefined ? ask.site.symbols : [codeOf(ask.site, name)];
  const held = await ask.context.engine.query<number>(ask.site.id, 'ledger', HouseAccount.Insurance);
  const updateTime = ask.context.clock.now();
  const risk = ask.site.houseLadder !== false ? 'LOW' : held > 0 ? 'MEDIUM' : 'HIGH';
  const rows = codes.map((code) => ({ symbol: botNameOf(code), adlRisk: risk, updateTime }));
  return name === undefined ? rows : rows[0];
}

const schedules = { metal: 'COMMODITY', forex: 'FOREX', index: 'INDEX' } as const;

/** Of what is closed at times: a week from yesterday on. */
async function tradingSchedule(ask: Ask): Promise<unknown> {
  const reader = ask.context.services.use(marketReader);
  const now = ask.context.clock.now();
  const from = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS;
  const options = await dataOf(ask.call(listOptions));
  const marketSchedules: Record<string, { sessions: object[] }> = {};
  for (const { category, symbol } of options) {
    if (category === 'crypto' || marketSchedules[schedules[category]] !== undefined) continue;
    const isOpen = (time: number) => reader.isOpenAt(symbol, time);
    const sessions = sessionsBetween(isOpen, from, from + 7 * DAY_MS);
    marketSchedules[schedules[category]] = {
      sessions: sessions.map(({ from: startTime, to: endTime, isOpen: is }) => ({
        startTime,
        endTime,
        type: is ? 'REGULAR' : 'NO_TRADING',
      })),
    };
  }
  return { updateTime: now, marketSchedules };
}

const get = (path: string, weight: number, run: (ask: Ask) => Promise<unknown>): Endpoint => ({
  method: 'GET',
  path,
  weight,
  security: 'NONE',
  run,
});

export const statisticEndpoints: readonly Endpoint[] = [
  get('/futures/data/basis', 5, basis),
  get('/futures/data/openInterestHist', 2, interestHistory),
  get('/futures/data/topLongShortAccountRatio', 2, longShort('top accounts')),
  get('/futures/data/topLongShortPositionRatio', 2, longShort('top positions')),
  get('/futures/data/globalLongShortAccountRatio', 2, longShort('all accounts')),
  get('/futures/data/takerlongshortRatio', 2, takerVolume),
  get('/fapi/v1/insuranceBalance', 1, insuranceBalance),
  get('/fapi/v1/symbolAdlRisk', 1, adlRisk),
  get('/fapi/v1/tradingSchedule', 5, tradingSchedule),
];
