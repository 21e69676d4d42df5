// The house's sheet of a site: its lines by day out of what was posted, and the proof that all days together are what its purses hold.
import { Asset, houseAccounts } from '@maru/engine/ledger/account.ts';
import { FIRST_HOUSE_SIDE, LAST_HOUSE_SIDE, sideOf } from '@maru/engine/ledger/side.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { DAY_MS, dayAt, dayText } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { getHouseSheet, heldLines, type HouseLine, houseLines, type HouseSheet, SHEET_DAYS } from '../../house-sheet-contract.ts';
import { currencyAt } from '../purses.ts';
import { assetOfPair, linesOf, type PairSum } from './house-lines.ts';
import { GameProduct } from './house-days.ts';

type Reply = Out<typeof getHouseSheet.reply>;
export type DaySum = PairSum & { day: number };
/** What power ball brought on a day: bets know their game, the purse of all rounds does not. */
export interface PowerBallDay {
  day: number;
  kept: bigint;
}
interface PairRow {
  day: number;
  debit: number;
  credit: number;
  reason: number;
  amount: string;
}

const TRIES = 3;

interface Span {
  /** With the last one. */
  days?: number;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

export const getHouseSheetHandler = handleOperator(getHouseSheet, async (context, { site, query: { days, ...span } }) => ({
  data: await houseSheet(context, site, { days: Number(days ?? '1'), ...span }),
}));

export async function houseSheet(context: AppContext, site: SiteConfig, span: Span): Promise<Reply> {
  const [from, to] = spanOf(site, context.clock.now(), span);
  const [pairs, powerBall, proof] = await Promise.all([
    readPairs(context, site.id, from, to),
    readPowerBall(context, site.id, from, to),
    proofOf(context, site.id),
  ]);
  return { startDate: dayText(from), endDate: dayText(to), sheets: sheetsOf(site, pairs, powerBall), proof };
}

function spanOf(site: SiteConfig, nowMs: number, query: Span): [from: number, to: number] {
  const today = dayAt(site.timeZone, nowMs);
  const dayIn = (text: string, field: string) => {
    const at = Date.parse(`${text}T00:00:00Z`);
    if (Number.isNaN(at)) throw new Refusal('INVALID_FIELD', { field });
    return at / DAY_MS;
  };
  const to = query.endDate === undefined ? today : dayIn(query.endDate, 'endDate');
  const from = query.startDate === undefined ? to - (query.days ?? 1) + 1 : dayIn(query.startDate, 'startDate');
  if (from > to || to - from >= SHEET_DAYS) throw new Refusal('INVALID_FIELD', { field: 'startDate' });
  return [from, to];
}

export async function readPairs({ pool }: Pick<AppContext, 'pool'>, site: number, from: number, to: number): Promise<DaySum[]> {
  const { rows } = await pool.query<PairRow>(
    'SELECT day, debit, credit, reason, amount::text AS amount FROM wallet_house_posting WHERE site_id = $1 AND day BETWEEN $2 AND $3',
    [site, from, to],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export async function readPowerBall({ pool }: Pick<AppContext, 'pool'>, site: number, from: number, to: number): Promise<PowerBallDay[]> {
  const { rows } = await pool.query<{ day: number; kept: string }>(
    'SELECT day, (staked - paid)::text AS kept FROM wallet_house_day WHERE site_id = $1 AND day BETWEEN $2 AND $3 AND product = $4',
    [site, from, to, GameProduct.PowerBall],
  );
  return rows.map(({ day, kept }) => ({ day, kept: BigInt(kept) }));
}

type Lines = Partial<Record<HouseLine, bigint>>;

/** Pure. One sheet a currency: assets that are called alike, as where games are played in USDT, are one. */
export function sheetsOf(site: SiteConfig, pairs: readonly DaySum[], powerBall: readonly PowerBallDay[]): HouseSheet[] {
  const sheets = new Map<string, { decimals: number; days: Map<number, Lines> }>();
  const sheetAt = (asset: number) => {
    const { currency, decimals } = currencyAt(site, asset);
    const sheet = sheets.get(currency) ?? { decimals, days: new Map<number, Lines>() };
    sheets.set(currency, sheet);
    return sheet;
  };
  // These stand there with nothing in them too.
  for (const asset of [Asset.Usdt, Asset.Binary]) sheetAt(asset);
  const add = (asset: number, day: number, line: HouseLine, amount: bigint) => {
    const { days } = sheetAt(asset);
    const lines = days.get(day) ?? {};
    days.set(day, lines);
    lines[line] = (lines[line] ?? 0n) + amount;
  };
  for (const pair of pairs) for (const { line, amount } of linesOf(pair)) add(assetOfPair(pair), pair.day, line, amount);
  for (const { day, kept } of powerBall) {
    add(Asset.Binary, day, 'POWERBALL', kept);
    add(Asset.Binary, day, 'ROUNDS', -kept);
  }
  return [...sheets].map(([currency, { decimals, days }]) => sheetOf(currency, decimals, days));
}

const isHeld = (line: HouseLine) => (heldLines as readonly HouseLine[]).includes(line);

function sheetOf(currency: string, decimals: number, byDay: ReadonlyMap<number, Lines>): HouseSheet {
  const all = [...byDay.values()];
  const lines = houseLines.filter((line) => all.some((day) => (day[line] ?? 0n) !== 0n));
  const text = (units: bigint) => formatDecimal(units, decimals);
  const said = (of: Lines) => ({
    amounts: lines.map((line) => text(of[line] ?? 0n)),
    result: text(lines.reduce((sum, line) => (isHeld(line) ? sum : sum + (of[line] ?? 0n)), 0n)),
  });
  const total: Lines = {};
  for (const day of all) for (const line of lines) total[line] = (total[line] ?? 0n) + (day[line] ?? 0n);
  const days = [...byDay].toSorted(([a], [b]) => b - a).filter(([, of]) => lines.some((line) => (of[line] ?? 0n) !== 0n));
  return { currency, lines, days: days.map(([day, of]) => ({ day: dayText(day), ...said(of) })), total: said(total) };
}

/** What the engine holds in each account of the house, by side. */
async function heldBySide({ engine }: AppContext, site: number): Promise<Map<number, number>> {
  const slots = await Promise.all(
    houseAccounts().map(async (ledger) => ({ ledger, amount: await engine.query<number>(site, 'ledger', ledger) })),
  );
  const more = await engine.query<{ ledger: number; amount: number }[]>(site, 'moreAccounts', HOUSE);
  return new Map([...slots, ...more].map(({ ledger, amount }) => [sideOf(ledger), amount]));
}
/** As views name its accounts. */
const HOUSE = -1;

/** All days there are against what the engine holds in each of the house's accounts. */
async function proofOf(context: AppContext, site: number): Promise<Reply['proof']> {
  let balances = await heldBySide(context, site);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await context.projections.waitFor(site, appliedSeq(context.engine, site));
    const added = await addedUp(context, site);
    const again = await heldBySide(context, site);
    const isStill = again.size === balances.size && [...again].every(([side, balance]) => balance === balances.get(side));
    balances = again;
    if (!isStill) continue;
    const differences = [...new Set([...balances.keys(), ...added.keys()])].flatMap((purse) => {
      const [held, sum] = [BigInt(balances.get(purse) ?? 0), added.get(purse) ?? 0n];
      return sum === held ? [] : [{ purse, ledger: String(held), added: String(sum) }];
    });
    return { state: differences.length === 0 ? 'EQUAL' : 'DIFFERENT', differences };
  }
  return { state: 'MOVING', differences: [] };
}

async function addedUp({ pool }: AppContext, site: number): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await pool.query<{ purse: number; amount: string }>(
    `SELECT purse, sum(amount)::text AS amount FROM (
       SELECT debit AS purse, -amount AS amount FROM wallet_house_posting WHERE site_id = $1 AND debit BETWEEN $2 AND $3
       UNION ALL SELECT credit, amount FROM wallet_house_posting WHERE site_id = $1 AND credit BETWEEN $2 AND $3) s GROUP BY purse`,
    [site, FIRST_HOUSE_SIDE, LAST_HOUSE_SIDE],
  );
  return new Map(rows.map(({ purse, amount }) => [purse, BigInt(amount)]));
}
