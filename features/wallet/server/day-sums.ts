// What a member's day is made of: results of trading and what only came or went, by group of wallets; and its unrealized PnL at the beginning.
//
// Days are the site's calendar: postings are gathered by quarter of an hour, of which every time zone's day is made, and put into their
// day where the rows are written.
import type { PoolClient } from 'pg';
import { MemberPurse, PostingReason, PURSES } from '@maru/engine/ledger/account.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';

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

/** Micro-USDT, of BINARY in its own currency's smallest unit. The result of trading is in the futures wallet and not in its flow. */
export interface DaySum {
  result: number;
  futures: number;
  usdt: number;
  binary: number;
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
    if (ledger < PURSES) return;
    const purse = ledger % PURSES;
    if (purse === MemberPurse.Usdt) sum.usdt += by;
    else if (purse === MemberPurse.Binary) sum.binary += by;
    else if (isResult.has(reason)) sum.result += by;
    else sum.futures += by;
  };
  move(debit, -amount * sign);
  move(credit, amount * sign);
}

// `day` counts from 1970. A report that comes twice keeps its first figure.
const ADD = `INSERT INTO wallet_day (site_id, account, day, result, futures_flow, usdt_flow, binary_flow)
SELECT $1, account, (to_timestamp(quarter * 900) AT TIME ZONE coalesce((SELECT time_zone FROM wallet_calendar WHERE site_id = $1), 'UTC'))::date
    - date '1970-01-01' AS day, sum(result), sum(futures), sum(usdt), sum(other)
FROM unnest($2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) AS m (account, quarter, result, futures, usdt, other)
GROUP BY 2, 3
ON CONFLICT (site_id, account, day) DO UPDATE SET result = wallet_day.result + excluded.result,
  futures_flow = wallet_day.futures_flow + excluded.futures_flow, usdt_flow = wallet_day.usdt_flow + excluded.usdt_flow,
  binary_flow = wallet_day.binary_flow + excluded.binary_flow`;
const REPORT = `INSERT INTO wallet_day (site_id, account, day, unrealized)
SELECT DISTINCT ON (account, day) $1::int, account, day, unrealized FROM unnest($2::int[], $3::int[], $4::bigint[]) AS r (account, day, unrealized)
ON CONFLICT (site_id, account, day) DO UPDATE SET unrealized = coalesce(wallet_day.unrealized, excluded.unrealized)`;

export class DaySums {
  readonly #sums = new Map<number, Map<number, DaySum>>();
  readonly #reports: [account: number, day: number, unrealized: number][] = [];

  post(account: number, timeMs: number, move: PostedMove): void {
    const quarter = Math.floor(timeMs / QUARTER_MS);
    const own = this.#sums.get(account) ?? new Map<number, DaySum>();
    const sum = own.get(quarter) ?? { result: 0, futures: 0, usdt: 0, binary: 0 };
    addMove(sum, move);
    own.set(quarter, sum);
    this.#sums.set(account, own);
  }

  /** Account -1: the whole site has been told for this day. */
  report(account: number, day: number, unrealized: number): void {
    this.#reports.push([account, day, unrealized]);
  }

  async write(client: PoolClient, site: number): Promise<void> {
    const rows = [...this.#sums].flatMap(([account, quarters]) =>
      [...quarters].flatMap(([quarter, { result, futures, usdt, binary }]) =>
        result === 0 && futures === 0 && usdt === 0 && binary === 0 ? [] : [[account, quarter, result, futures, usdt, binary]],
      ),
    );
    if (rows.length > 0) {
      const columns = [0, 1, 2, 3, 4, 5].map((column) => integerArray(rows.map((row) => row[column])));
      await client.query({ name: 'wallet-day-add', text: ADD, values: [site, ...columns] });
    }
    if (this.#reports.length === 0) return;
    const columns = [0, 1, 2].map((column) => integerArray(this.#reports.map((row) => row[column])));
    await client.query({ name: 'wallet-day-report', text: REPORT, values: [site, ...columns] });
  }
}
