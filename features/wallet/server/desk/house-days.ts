// What games brought the house, by day of the site and product: gathered from how bets and spins end, exactly once by sequence.
import type { PoolClient } from 'pg';
import { BetStatus, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';

const Head = EventHeadWord;
const { BetSettled, BetSold, SlotSpun } = EventWord;

/** As rows keep them. A bet without a symbol is one on a draw. */
export const GameProduct = { Rounds: 0, PowerBall: 1, Slot: 2 } as const;
const PRODUCTS = 3;
const QUARTER_MS = 900_000;

const ADD = `INSERT INTO wallet_house_day (site_id, day, product, plays, staked, paid)
SELECT $1, (to_timestamp(quarter * 900) AT TIME ZONE coalesce((SELECT time_zone FROM wallet_calendar WHERE site_id = $1), 'UTC'))::date
    - date '1970-01-01' AS day, product, sum(plays), sum(staked), sum(paid)
FROM unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[]) AS g (quarter, product, plays, staked, paid)
GROUP BY 2, 3
ON CONFLICT (site_id, day, product) DO UPDATE SET plays = wallet_house_day.plays + excluded.plays,
  staked = wallet_house_day.staked + excluded.staked, paid = wallet_house_day.paid + excluded.paid`;

export class HouseDays {
  /** Plays, stakes, payouts by quarter of an hour and product. */
  readonly #sums = new Map<number, [plays: number, staked: number, paid: number]>();

  /** The event at place `at`, if a game ended with it. */
  take(e: ArrayLike<number>, at: number): void {
    const kind = e[at];
    if (kind === EventKind.BetSettled && e[at + BetSettled.status] !== BetStatus.Void)
      this.#add(e, at, productOf(e, at), e[at + BetSettled.stake], e[at + BetSettled.payout]);
    else if (kind === EventKind.BetSold) this.#add(e, at, productOf(e, at), e[at + BetSold.stake], e[at + BetSold.value]);
    else if (kind === EventKind.SlotSpun) this.#add(e, at, GameProduct.Slot, e[at + SlotSpun.stake], e[at + SlotSpun.payout]);
  }

  #add(e: ArrayLike<number>, at: number, product: number, staked: number, paid: number): void {
    const key = Math.floor(e[at + Head.time] / QUARTER_MS) * PRODUCTS + product;
    const sum = this.#sums.get(key);
    if (sum === undefined) {
      this.#sums.set(key, [1, staked, paid]);
      return;
    }
    sum[0] += 1;
    sum[1] += staked;
    sum[2] += paid;
  }

  async write(client: PoolClient, site: number): Promise<void> {
    if (this.#sums.size === 0) return;
    const rows = [...this.#sums].map(([key, sums]) => [Math.floor(key / PRODUCTS), key % PRODUCTS, ...sums]);
    const columns = [0, 1, 2, 3, 4].map((column) => integerArray(rows.map((row) => row[column])));
    await client.query({ name: 'wallet-house-day-add', text: ADD, values: [site, ...columns] });
  }
}

const productOf = (e: ArrayLike<number>, at: number) => (e[at + Head.symbol] === -1 ? GameProduct.PowerBall : GameProduct.Rounds);
