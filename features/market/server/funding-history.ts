// Settled funding rates of one symbol on one site: rows of the projection, and before the first of them the past that was made up with the candles.
import { mulDivFloor } from '@maru/engine/money/rounding.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Pool } from 'pg';
import { BACK_FILL_CANDLES, readMadeUp } from './candle-store.ts';
import { FUNDING_INTERVAL_MS, rateOfPremium } from './funding-samples.ts';
import type { MarketSymbol } from './symbol-table.ts';
import { syntheticPremium } from './synthetic-premium.ts';

/** Three a day and symbol; older ones are dropped. */
export const FUNDING_KEPT_MS = 3 * 365 * DAY_MS;
/** Looks at the made-up premium in one funding interval. */
const LOOKS = 16;

export interface SettledFunding {
  time: number;
  /** 10^-8. */
  rate: number;
  /** Hundredths of a tick. */
  mark: number;
  isSimulated: boolean;
}

export interface FundingPage {
  site: number;
  /** The symbol's place on the site, and the symbol itself. */
  index: number;
  symbol: MarketSymbol;
  seed: number;
  /** Both ends included, ms. */
  from: number;
  to: number;
  limit: number;
  isNewestFirst: boolean;
}

export async function readFunding(pool: Pool, page: FundingPage): Promise<SettledFunding[]> {
  const { limit, isNewestFirst } = page;
  const settled = await readSettled(pool, page);
  if (isNewestFirst && settled.length === limit) return settled;
  const made = await madeUp(pool, page);
  // What is made up is older than whatever was settled.
  return (isNewestFirst ? [...settled, ...made] : [...made, ...settled]).slice(0, limit);
}

async function readSettled(pool: Pool, { site, index, from, to, limit, isNewestFirst }: FundingPage): Promise<SettledFunding[]> {
  const { rows } = await pool.query<string[]>({
    text: `SELECT funding_ms, rate, mark FROM market_funding_rate WHERE site_id = $1 AND symbol = $2 AND funding_ms BETWEEN $3 AND $4
      ORDER BY funding_ms ${isNewestFirst ? 'DESC' : 'ASC'}, seq ${isNewestFirst ? 'DESC' : 'ASC'} LIMIT $5`,
    values: [site, index, from, to, limit],
    rowMode: 'array',
  });
  return rows.map((row) => {
    const [time, rate, mark] = row.map(Number);
    return { time, rate, mark, isSimulated: false };
  });
}

/** At each funding time with a made-up candle that opens there, up to the first rate that was settled. */
async function madeUp(pool: Pool, { site, index, symbol, seed, from, to, limit, isNewestFirst }: FundingPage): Promise<SettledFunding[]> {
  const { rows } = await pool.query<{ first: number | null }>(
    'SELECT min(funding_ms) AS first FROM market_funding_rate WHERE site_id = $1 AND symbol = $2',
    [site, index],
  );
  const before = Math.min(to + 1, rows[0].first ?? Infinity);
  const bars = await readMadeUp(pool, symbol.id, '4h', before, BACK_FILL_CANDLES);
  const due = bars.filter(({ openAt }) => openAt >= from && openAt % FUNDING_INTERVAL_MS === 0);
  const premiumAt = syntheticPremium(seed, symbol);
  return (isNewestFirst ? due.reverse() : due).slice(0, limit).map(({ openAt: time, open }) => {
    return { time, rate: rateOfPremium(symbol, averageBefore(premiumAt, time)), mark: open * 100, isSimulated: true };
  });
}

/** Later samples weigh more, as in a real interval (rules 8.4). */
function averageBefore(premiumAt: (time: number) => number, end: number): number {
  const step = FUNDING_INTERVAL_MS / LOOKS;
  let sum = 0;
  for (let place = 1; place <= LOOKS; place++) sum += place * premiumAt(end - FUNDING_INTERVAL_MS + place * step);
  return mulDivFloor(sum * 2, 1, LOOKS * (LOOKS + 1));
}

export async function dropOldFunding(pool: Pool, now: number): Promise<void> {
  await pool.query('DELETE FROM market_funding_rate WHERE funding_ms < $1', [now - FUNDING_KEPT_MS]);
}
