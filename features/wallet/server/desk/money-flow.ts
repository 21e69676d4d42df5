// Money over the edge of trading, by hour or day and currency: what members brought and took away, and apart from it what the house gave.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { Asset, Purse } from '@maru/engine/ledger/account.ts';
import { isHousePurseSql, postingAssetSql } from '@maru/engine/ledger/account-sql.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { type CurrencyFlow, getMoneyFlow } from '../../desk-contract.ts';
import { type Currency, currencyAt } from '../purses.ts';

/** A withdrawal leaves its member when it is sent; what is returned, or paid to another member, was none. */
const TRANSIT = [Purse.InTransit];
const GIVEN = [Purse.Promo, Purse.Coupon, Purse.Grant];
const isOutside = (column: string) => isHousePurseSql(column, [Purse.External, ...GIVEN, ...TRANSIT]);
/** Between a member and one of them, what lies outside and what is given; what the house moves among its own purses is nobody's deposit. */
const CROSSES = `account >= 0 AND (${isOutside('debit')} OR ${isOutside('credit')})`;

const ASSET = postingAssetSql('debit', 'credit');
const isExternal = (column: string) => isHousePurseSql(column, [Purse.External]);
const isTransit = (column: string) => isHousePurseSql(column, TRANSIT);
const isGift = (column: string) => isHousePurseSql(column, GIVEN);

interface StepRecord {
  step: Date;
  asset: number;
  into: string;
  out: string;
  given: string;
  taken: string;
}
type Side = 'into' | 'out' | 'given' | 'taken';

// `generate_series` in the site's own time: a step without money stands there as nothing. The first moment is
// known before anything is read, and a bigint as in the index: compared otherwise, every row that ever crossed the edge is read.
export const FLOW = `WITH span AS NOT MATERIALIZED (
  SELECT date_trunc('day', to_timestamp($2 * 0.001) AT TIME ZONE $3) - make_interval(days => $4 - 1) AS first,
         to_timestamp($2 * 0.001) AT TIME ZONE $3 AS last
), moved AS (
  SELECT date_trunc($6, to_timestamp(time_ms * 0.001) AT TIME ZONE $3) AS step, (${ASSET})::int AS asset,
         sum(amount) FILTER (WHERE ${isExternal('debit')}) AS "into", coalesce(sum(amount) FILTER (WHERE ${isExternal('credit')} OR ${isTransit('credit')}), 0)
           - coalesce(sum(amount) FILTER (WHERE ${isTransit('debit')}), 0) AS "out",
         sum(amount) FILTER (WHERE ${isGift('debit')}) AS given, sum(amount) FILTER (WHERE ${isGift('credit')}) AS taken
  FROM wallet_ledger, span
  WHERE site_id = $1 AND ${CROSSES} AND time_ms >= (extract(epoch FROM first AT TIME ZONE $3) * 1000)::bigint
  GROUP BY 1, 2
), steps AS (
  SELECT step, asset FROM span, generate_series(first, last, $5::interval) AS step,
    (SELECT asset FROM moved UNION SELECT unnest(ARRAY[${Asset.Usdt}, ${Asset.Binary}])) AS a
)
SELECT step AT TIME ZONE $3 AS step, asset, coalesce("into", 0)::text AS "into", coalesce("out", 0)::text AS "out",
  coalesce(given, 0)::text AS given, coalesce(taken, 0)::text AS taken
FROM steps LEFT JOIN moved USING (step, asset) ORDER BY step, asset`;

const MEMBERS = `SELECT count(DISTINCT account)::int AS members FROM wallet_ledger
WHERE site_id = $1 AND ${CROSSES} AND time_ms >= $2`;

async function stepsOf({ pool, clock }: AppContext, site: SiteConfig, days: number): Promise<StepRecord[]> {
  const [every, unit] = days === 1 ? ['1 hour', 'hour'] : ['1 day', 'day'];
  return (await pool.query<StepRecord>(FLOW, [site.id, clock.now(), site.timeZone, days, every, unit])).rows;
}

/** In one currency: nothing is changed into another, so that a rate that moves is nobody's money that came in. */
function flowOf(rows: readonly StepRecord[], { currency, decimals }: Currency): CurrencyFlow {
  const text = (units: bigint) => formatDecimal(units, decimals);
  const sum = (side: Side) => rows.reduce((total, row) => total + BigInt(row[side]), 0n);
  const [into, out, given, taken] = (['into', 'out', 'given', 'taken'] as const).map(sum);
  const steps = [...new Map(rows.map((row) => [row.step.getTime(), row.step])).values()].map((step) => {
    const own = rows.filter((row) => row.step.getTime() === step.getTime());
    const of = (side: Side) => text(own.reduce((total, row) => total + BigInt(row[side]), 0n));
    return { at: step.toISOString(), into: of('into'), out: of('out'), given: of('given'), taken: of('taken') };
  });
  return { currency, steps, into: text(into), out: text(out), net: text(into - out), given: text(given), taken: text(taken) };
}

export const getMoneyFlowHandler = handleOperator(getMoneyFlow, async (context, { site, query }) => ({
  data: await moneyFlow(context, site, Number(query.days)),
}));

export async function moneyFlow(context: AppContext, site: SiteConfig, days: number): Promise<Out<typeof getMoneyFlow.reply>> {
  const rows = await stepsOf(context, site, days);
  const from = rows[0]?.step.getTime() ?? context.clock.now();
  const counted = await context.pool.query<{ members: number }>(MEMBERS, [site.id, from]);
  // Assets that are called alike are one currency.
  const currencies = new Map(rows.map(({ asset }) => [currencyAt(site, asset).currency, currencyAt(site, asset)]));
  const flows = [...currencies.values()].map((currency) =>
    flowOf(
      rows.filter(({ asset }) => currencyAt(site, asset).currency === currency.currency),
      currency,
    ),
  );
  return { flows, members: counted.rows[0].members };
}
