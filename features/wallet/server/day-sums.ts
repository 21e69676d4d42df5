// What a member's day is made of: results of trading and of games, what only came or went by group of wallets, and its unrealized PnL at
// the beginning.
//
// A game's result belongs to the day it came: until then its stake, in the wallet or in escrow, is the member's (docs/decisions/0024).
//
// Days are the site's calendar: postings are gathered by quarter of an hour, of which every time zone's day is made, and put into their
// day where the rows are written.
import type { PoolClient } from 'pg';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { PostingReason, isHouse, Asset, assetOf, Purse, purseOf } from '@maru/engine/ledger/account.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';

const { BetSettled, BetSold, SlotSpun } = EventWord;

const QUARTER_MS = 900_000;

/** Reasons that are trading's results; everything else only moves money. */
export const tradingReasons: readonly number[] = [
  PostingReason.TradingFee,
  PostingReason.RealizedPnl,
  PostingReason.ClearanceFee,
  PostingReason.LiquidationDeficit,
  PostingReason.LiquidationTakeover,
  PostingReason.FundingFee,
  PostingReason.FundingDebt,
  PostingReason.FundingShortfall,
  PostingReason.Settlement,
];
const isResult = new Set(tradingReasons);

/** Postings of games: stakes, what comes back and what is won. Their result is told by how each bet ends. */
export const gameReasons: readonly number[] = [
  PostingReason.RoundStake,
  PostingReason.RoundRefund,
  PostingReason.RoundPayout,
  PostingReason.RoundLoss,
  PostingReason.RoundSale,
  PostingReason.SlotStake,
  PostingReason.SlotPayout,
];
const isGame = new Set(gameReasons);

/** Micro-USDT, `binary` and `games` in the BINARY wallet's own unit. Results of trading and of games are in their wallets and not in their flow. */
export interface DaySum {
  result: number;
  futures: number;
  usdt: number;
  binary: number;
  games: number;
}
export interface PostedMove {
  debit: number;
  credit: number;
  amount: number;
  reason: number;
}

/** Adds one posting to a sum, `sign` -1 takes it out again. */
export function addMove(sum: DaySum, { debit, credit, amount, reason }: PostedMove, sign = 1): void {
  const move = (ledger: number, by: number) => {
    if (isHouse(ledger)) return;
    const [asset, purse] = [assetOf(ledger), purseOf(ledger)];
    // What a rate of its own is worth stands in no day yet.
    if (asset > Asset.Binary) return;
    if (asset === Asset.Usdt && purse !== Purse.Futures && purse !== Purse.Isolated) sum.usdt += by;
    else if (asset === Asset.Binary) sum.binary += isGame.has(reason) ? 0 : by;
    else if (isResult.has(reason)) sum.result += by;
    else sum.futures += by;
  };
  move(debit, -amount * sign);
  move(credit, amount * sign);
}

/** What a bet or spin brought its member, at place `at` of the event words; undefined where none ended. */
export function gameResult(e: ArrayLike<number>, at: number): number | undefined {
  switch (e[at]) {
    case EventKind.BetSettled:
      return e[at + BetSettled.payout] - e[at + BetSettled.stake];
    case EventKind.BetSold:
      return e[at + BetSold.value] - e[at + BetSold.stake];
    case EventKind.SlotSpun:
      return e[at + SlotSpun.payout] - e[at + SlotSpun.stake];
    default:
      return undefined;
  }
}

// `day` counts from 1970. A report that comes twice keeps its first figure.
const ADD = `INSERT INTO wallet_day (site_id, account, day, result, futures_flow, usdt_flow, binary_flow, games, games_seq)
SELECT $1, account, (to_timestamp(quarter * 900) AT TIME ZONE coalesce((SELECT time_zone FROM wallet_calendar WHERE site_id = $1), 'UTC'))::date
    - date '1970-01-01' AS day, sum(result), sum(futures), sum(usdt), sum(other), sum(games), max(games_seq)
FROM unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
  AS m (account, quarter, result, futures, usdt, other, games, games_seq)
GROUP BY 2, 3
ON CONFLICT (site_id, account, day) DO UPDATE SET result = wallet_day.result + excluded.result,
  futures_flow = wallet_day.futures_flow + excluded.futures_flow, usdt_flow = wallet_day.usdt_flow + excluded.usdt_flow,
  binary_flow = wallet_day.binary_flow + excluded.binary_flow, games = wallet_day.games + excluded.games,
  games_seq = greatest(wallet_day.games_seq, excluded.games_seq)`;
const REPORT = `INSERT INTO wallet_day (site_id, account, day, unrealized)
SELECT DISTINCT ON (account, day) $1::int, account, day, unrealized FROM unnest($2::int[], $3::int[], $4::bigint[]) AS r (account, day, unrealized)
ON CONFLICT (site_id, account, day) DO UPDATE SET unrealized = coalesce(wallet_day.unrealized, excluded.unrealized)`;

interface QuarterSum extends DaySum {
  gamesSeq: number;
}

export class DaySums {
  readonly #sums = new Map<number, Map<number, QuarterSum>>();
  readonly #reports: [account: number, day: number, unrealized: number][] = [];

  post(account: number, timeMs: number, move: PostedMove): void {
    addMove(this.#sumOf(account, timeMs), move);
  }

  /** `seq` of the event: a reader sees by it whether the day knows more than it does. */
  play(account: number, timeMs: number, result: number, seq: number): void {
    const sum = this.#sumOf(account, timeMs);
    sum.games += result;
    sum.gamesSeq = seq;
  }

  #sumOf(account: number, timeMs: number): QuarterSum {
    const quarter = Math.floor(timeMs / QUARTER_MS);
    const own = this.#sums.get(account) ?? new Map<number, QuarterSum>();
    this.#sums.set(account, own);
    const sum = own.get(quarter) ?? { result: 0, futures: 0, usdt: 0, binary: 0, games: 0, gamesSeq: 0 };
    own.set(quarter, sum);
    return sum;
  }

  /** Account -1: the whole site has been told for this day. */
  report(account: number, day: number, unrealized: number): void {
    this.#reports.push([account, day, unrealized]);
  }

  async write(client: PoolClient, site: number): Promise<void> {
    const rows = [...this.#sums].flatMap(([account, quarters]) =>
      [...quarters].flatMap(([quarter, { result, futures, usdt, binary, games, gamesSeq }]) =>
        result === 0 && futures === 0 && usdt === 0 && binary === 0 && gamesSeq === 0
          ? []
          : [[account, quarter, result, futures, usdt, binary, games, gamesSeq]],
      ),
    );
    if (rows.length > 0) {
      const columns = [0, 1, 2, 3, 4, 5, 6, 7].map((column) => integerArray(rows.map((row) => row[column])));
      await client.query({ name: 'wallet-day-add', text: ADD, values: [site, ...columns] });
    }
    if (this.#reports.length === 0) return;
    const columns = [0, 1, 2].map((column) => integerArray(this.#reports.map((row) => row[column])));
    await client.query({ name: 'wallet-day-report', text: REPORT, values: [site, ...columns] });
  }
}
