// A member's assets day by day: what there is now, less what each day moved, with the unrealized PnL that was told as the day began.
import { assetOf } from '@maru/engine/ledger/account.ts';
import type { EquityView } from '@maru/engine/view-account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { dayAt, dayText } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { type Equity, walletEquity } from '../contract.ts';
import { conversionTerms } from './conversion-terms.ts';
import { atRates } from './rates/rate-service.ts';
import { currencyAt, walletOf } from './purses.ts';
import { addMove, type DaySum, type PostedMove } from './day-sums.ts';

const DAYS = 30;

export const walletEquityHandler = handle(walletEquity, async (context, { site, session }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const nowMs = context.clock.now();
  const today = dayAt(site.timeZone, nowMs);
  const { now, rows } = await readMoment(context, site.id, session.account, today);
  const without = await unvaluedOf(context, site, session.account);
  return { data: { time: new Date(nowMs).toISOString(), without, ...equityOf(now, rows, today, binaryInUsdt(atRates(context, site))) } };
});

/** Coins and the site's own assets: only USDT and the games' wallet are kept by day. */
async function unvaluedOf({ engine }: AppContext, site: SiteConfig, account: number): Promise<string[]> {
  const held = await engine.query<{ ledger: number; amount: number }[]>(site.id, 'moreAccounts', account);
  const shown = held.filter(({ ledger, amount }) => amount !== 0 && walletOf(site, ledger) !== undefined);
  return [...new Set(shown.map(({ ledger }) => currencyAt(site, assetOf(ledger)).currency))];
}

const TRIES = 4;

/** The engine's view and the rows that go with it. A game that ended in between is in the rows alone: then both are asked again. */
async function readMoment(context: AppContext, site: number, account: number, today: number, tries = TRIES): Promise<Moment> {
  const now = await context.engine.query<EquityView>(site, 'equity', account);
  // What the projection does not know yet would look like a loss.
  if (!(await context.projections.waitFor(site, now.seq))) throw new EngineBusy('projection behind');
  const rows = await readDays(context, site, account, now.seq, today);
  return tries > 1 && rows.some(({ gamesSeq }) => gamesSeq > now.seq)
    ? readMoment(context, site, account, today, tries - 1)
    : { now, rows };
}

interface Moment {
  now: EquityView;
  rows: DayRow[];
}

export interface DayRow extends DaySum {
  day: number;
  /** As it began; null: no position was held then. */
  unrealized: number | null;
  /** Of the newest bet or spin that ended in it. */
  gamesSeq: number;
}

/** Rows of the last days, the newest first, without what was posted after `seq`. */
async function readDays({ pool }: AppContext, site: number, account: number, seq: number, today: number): Promise<DayRow[]> {
  // One statement, so that rows and late postings are of one moment.
  const { rows } = await pool.query<{ days: DayRow[]; late: PostedMove[] }>(
    `SELECT
       (SELECT coalesce(json_agg(d ORDER BY day DESC), '[]') FROM (SELECT day, result, futures_flow AS futures, usdt_flow AS usdt,
          binary_flow AS binary, games, games_seq AS "gamesSeq", unrealized FROM wallet_day WHERE site_id = $1 AND account = $2 AND day > $4) d) AS days,
       (SELECT coalesce(json_agg(l), '[]') FROM (SELECT debit, credit, amount, reason FROM wallet_ledger
          WHERE site_id = $1 AND account = $2 AND seq > $3) l) AS late`,
    [site, account, seq, today - DAYS],
  );
  const { days, late } = rows[0];
  const newest = days.find(({ day }) => day === today);
  if (newest !== undefined) for (const move of late) addMove(newest, move, -1);
  return days;
}

/** Worth of BINARY's smallest unit: micro-USDT, down. A site without a usable rate counts it as nothing. */
export function binaryInUsdt(site: SiteConfig): (units: number) => number {
  try {
    const terms = conversionTerms(site);
    if (terms === undefined) return (units) => units;
    return (units) => Number(floorDiv(BigInt(units) * BigInt(terms.den), BigInt(terms.num)));
  } catch {
    return () => 0;
  }
}

const floorDiv = (a: bigint, b: bigint) => a / b - (a % b < 0n ? 1n : 0n);

/** Pure: figures of each day from today back. Open stakes are assets until their bets end. */
export function equityOf(
  now: EquityView,
  rows: readonly DayRow[],
  today: number,
  worth: (units: number) => number,
): Omit<Equity, 'time' | 'without'> {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const first = rows.length === 0 ? today : Math.min(today, ...rows.map(({ day }) => day));
  const balance = { futures: now.futures, usdt: now.usdt, binary: now.binary + now.waiting };
  const total = (unrealized: number) => balance.futures + unrealized + balance.usdt + worth(balance.binary);
  const equity = total(now.unrealized - now.fundingDebt);
  const days: { day: number; equity: number; profit: number; games: number; inflow: number }[] = [];
  let unrealized = now.unrealized - now.fundingDebt;
  let futuresBase = balance.futures + unrealized;
  for (let day = today; day >= first && day > today - DAYS; day--) {
    const row = byDay.get(day) ?? { result: 0, futures: 0, usdt: 0, binary: 0, games: 0, unrealized: null };
    const begin = row.unrealized ?? 0;
    const games = worth(row.games);
    const profit = row.result + unrealized - begin + games;
    balance.futures -= row.result + row.futures;
    balance.usdt -= row.usdt;
    balance.binary -= row.binary + row.games;
    if (day === today) futuresBase = balance.futures + begin + row.futures;
    unrealized = begin;
    const inflow = row.futures + row.usdt + worth(row.binary);
    days.push({ day, equity: total(begin), profit, games, inflow });
  }
  const span = (count: number) => spanOf(days.slice(0, count));
  return {
    equity: usdt(equity),
    today: span(1),
    week: span(7),
    month: span(DAYS),
    futuresBase: usdt(futuresBase),
    days: days.reverse().map(({ day, equity: begun, profit, games }) => ({
      day: dayText(day),
      equity: usdt(begun),
      profit: usdt(profit),
      games: usdt(games),
    })),
  };
}

const usdt = (micro: number) => formatDecimal(micro, USDT_DECIMALS);

// Against what stood in it: the beginning, and what came in since.
function spanOf(days: readonly { equity: number; profit: number; inflow: number }[]): { profit: string; ratio: string | null } {
  const profit = days.reduce((sum, day) => sum + day.profit, 0);
  const base = (days.at(-1)?.equity ?? 0) + days.reduce((sum, day) => sum + Math.max(0, day.inflow), 0);
  if (base <= 0) return { profit: usdt(profit), ratio: null };
  const basisPoints = (BigInt(profit) * 10_000n) / BigInt(base);
  return { profit: usdt(profit), ratio: formatDecimal(basisPoints, 2) };
}
