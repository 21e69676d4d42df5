// What moved between which purses of the house and of members, by day of the site: gathered from every posting that touches the house, exactly once by sequence.
import type { PoolClient } from 'pg';
import { isHouse } from '@maru/engine/ledger/account.ts';
import { sideOf } from '@maru/engine/ledger/side.ts';
import type { Migration } from '@maru/kit/server/feature.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';

const QUARTER_MS = 900_000;

export const housePostingMigration: Migration = {
  name: '0221-wallet-house-posting',
  sql: `
-- debit and credit: a purse of the house, or 16 and a purse of a member's. In the smallest unit of what was posted.
CREATE TABLE wallet_house_posting (
  site_id integer NOT NULL,
  day integer NOT NULL,
  debit smallint NOT NULL,
  credit smallint NOT NULL,
  reason smallint NOT NULL,
  postings bigint NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (site_id, day, debit, credit, reason)
);
INSERT INTO wallet_house_posting (site_id, day, debit, credit, reason, postings, amount)
SELECT l.site_id, (to_timestamp(l.time_ms * 0.001) AT TIME ZONE coalesce(c.time_zone, 'UTC'))::date - date '1970-01-01' AS day,
  CASE WHEN l.debit < 16 THEN l.debit ELSE 16 + l.debit % 16 END AS debit,
  CASE WHEN l.credit < 16 THEN l.credit ELSE 16 + l.credit % 16 END AS credit,
  l.reason, count(*), sum(l.amount)
FROM wallet_ledger l LEFT JOIN wallet_calendar c USING (site_id) WHERE l.debit < 16 OR l.credit < 16
GROUP BY 1, 2, 3, 4, 5;
`,
};

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
