// What crossed the ledger's edge to the outside, as the rows of postings say: sums at one sequence, and every posting where they do not fit.
import { houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import { sideOf } from '@maru/engine/ledger/side.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inSnapshot } from '@maru/kit/server/transaction.ts';
import type { OutsideLedger, OutsidePosting, OutsideSum } from '../admin-contract.ts';

interface SumRow {
  outside: number;
  reason: number;
  amount: string;
}

/** Sums of days know no sequence: what came behind it is taken off again, out of the newest rows alone. */
const SUMS = `SELECT outside::float8 AS outside, reason, sum(amount)::text AS amount FROM (
  SELECT debit AS outside, reason, amount FROM wallet_house_posting WHERE site_id = $1 AND debit = ANY($2)
  UNION ALL SELECT credit, reason, -amount FROM wallet_house_posting WHERE site_id = $1 AND credit = ANY($2)) s GROUP BY 1, 2`;
const LATER = `SELECT outside::float8 AS outside, reason, sum(amount)::text AS amount FROM (
  SELECT debit AS outside, reason, amount::numeric FROM wallet_ledger WHERE site_id = $1 AND seq > $3 AND debit = ANY($2)
  UNION ALL SELECT credit, reason, -amount::numeric FROM wallet_ledger WHERE site_id = $1 AND seq > $3 AND credit = ANY($2)) s GROUP BY 1, 2`;

export function openOutsideLedger({ pool, projections }: Pick<AppContext, 'pool' | 'projections'>): OutsideLedger {
  return {
    async sumsAt(site, seq, assets) {
      if (!(await projections.waitFor(site, seq))) return undefined;
      const purses = assets.map((asset) => houseAccount(asset, Purse.External));
      const bySide = new Map(assets.map((asset, at) => [sideOf(purses[at]), asset]));
      const byPurse = new Map(assets.map((asset, at) => [purses[at], asset]));
      return inSnapshot(pool, async (client) => {
        const { rows: sums } = await client.query<SumRow>(SUMS, [site, [...bySide.keys()]]);
        const { rows: later } = await client.query<SumRow>(LATER, [site, purses, seq]);
        return summed([
          ...sums.map((row) => ({ asset: bySide.get(row.outside) as number, reason: row.reason, amount: BigInt(row.amount) })),
          ...later.map((row) => ({ asset: byPurse.get(row.outside) as number, reason: row.reason, amount: -BigInt(row.amount) })),
        ]);
      });
    },
    async postings(site, seq, asset) {
      const { rows } = await pool.query<Omit<OutsidePosting, 'amount'> & { amount: string }>(
        `SELECT seq::float8 AS seq, account, reason, ref::float8 AS ref, (CASE WHEN debit = $2 THEN amount ELSE -amount END)::text AS amount
         FROM wallet_ledger WHERE site_id = $1 AND (debit = $2 OR credit = $2) AND seq <= $3 ORDER BY seq, idx`,
        [site, houseAccount(asset, Purse.External), seq],
      );
      return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
    },
  };
}

function summed(sums: readonly OutsideSum[]): OutsideSum[] {
  const byKey = new Map<string, OutsideSum>();
  for (const { asset, reason, amount } of sums) {
    const key = `${asset} ${reason}`;
    byKey.set(key, { asset, reason, amount: amount + (byKey.get(key)?.amount ?? 0n) });
  }
  return [...byKey.values()];
}
