// What moved between which purses of the house and of members, by day of the site: gathered from every posting that touches the house, exactly once by sequence.
import type { PoolClient } from 'pg';
import { isHouse } from '@maru/engine/ledger/account.ts';
import { sideOf } from '@maru/engine/ledger/side.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';

const QUARTER_MS = 900_000;

const ADD = `INSERT INTO wallet_house_posting (site_id, day, debit, credit, reason, postings, amount)
SELECT $1, (to_timestamp(quarter * 900) AT TIME ZONE coalesce((SELECT time_zone FROM wallet_calendar WHERE site_id = $1), 'UTC'))::date
    - date '1970-01-01' AS day, debit, credit, reason, sum(postings), sum(amount)
FROM unnest($2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::bigint[], $7::numeric[]) AS p (quarter, debit, credit, reason, postings, amount)
GROUP BY 2, 3, 4, 5
ON CONFLICT (site_id, day, debit, credit, reason) DO UPDATE SET postings = wallet_house_posting.postings + excluded.postings,
  amount = wallet_house_posting.amount + excluded.amount`;

export interface HousePosting {
  quarter: number;
  debit: number;
  credit: number;
  reason: number;
  postings: number;
  amount: bigint;
}

export class HousePostings {
  readonly #sums = new Map<string, HousePosting>();

  /** Every posting; those between purses of members are nobody's business here. */
  take(timeMs: number, debit: number, credit: number, amount: number, reason: number): void {
    if (!isHouse(debit) && !isHouse(credit)) return;
    const [from, to, quarter] = [sideOf(debit), sideOf(credit), Math.floor(timeMs / QUARTER_MS)];
    const key = `${quarter}|${from}|${to}|${reason}`;
    const sum = this.#sums.get(key);
    if (sum === undefined) {
      this.#sums.set(key, { quarter, debit: from, credit: to, reason, postings: 1, amount: BigInt(amount) });
      return;
    }
    sum.postings += 1;
    sum.amount += BigInt(amount);
  }

  all(): readonly HousePosting[] {
    return [...this.#sums.values()];
  }

  async write(client: PoolClient, site: number): Promise<void> {
    const rows = this.all();
    if (rows.length === 0) return;
    const numbers = (['quarter', 'debit', 'credit', 'reason', 'postings'] as const).map((key) => integerArray(rows.map((row) => row[key])));
    const amounts = `{${rows.map(({ amount }) => String(amount)).join(',')}}`;
    await client.query({ name: 'wallet-house-posting-add', text: ADD, values: [site, ...numbers, amounts] });
  }
}
