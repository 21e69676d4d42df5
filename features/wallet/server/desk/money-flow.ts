// Money over the edge of trading: what members got from outside and from the house's gifts, and what left them, by hour or day.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { HousePurse, MemberPurse, PURSES } from '@maru/engine/ledger/account.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Migration } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { getMoneyFlow } from '../../desk-contract.ts';
import { conversionTerms } from '../conversion-terms.ts';

/** Owner 0: the purse's number is the account's. What lies outside, and what is given: demo money, coupons, entries by hand. */
const OUTSIDE = [HousePurse.External, HousePurse.Promo, HousePurse.Coupon, HousePurse.Grant].join(', ');
/** Between a member and one of them; what the house moves among its own purses is nobody's deposit. */
const CROSSES = `account >= 0 AND (debit IN (${OUTSIDE}) OR credit IN (${OUTSIDE}))`;

export const flowMigrations: readonly Migration[] = [
  {
    name: '0131-wallet-outside-index',
    // Only what crosses the edge: a few rows a member, not one a trade.
    sql: `CREATE INDEX wallet_ledger_outside ON wallet_ledger (site_id, time_ms) WHERE ${CROSSES};`,
  },
];

/** A posting of a BINARY wallet in another currency, at the site's rate ($7 / $8 micro-USDT a unit); the member's purse is the larger number. */
const MICRO = `CASE WHEN greatest(debit, credit) % ${PURSES} = ${MemberPurse.Binary} THEN trunc(amount::numeric * $7 / $8) ELSE amount END`;

interface StepRecord {
  step: Date;
  into: string;
  out: string;
}

// `generate_series` in the site's own time: a step without money stands there as nothing.
const FLOW = `WITH span AS (
  SELECT date_trunc('day', to_timestamp($2 * 0.001) AT TIME ZONE $3) - make_interval(days => $4 - 1) AS first,
         to_timestamp($2 * 0.001) AT TIME ZONE $3 AS last
), steps AS (
  SELECT generate_series(first, last, $5::interval) AS step FROM span
), moved AS (
  SELECT date_trunc($6, to_timestamp(time_ms * 0.001) AT TIME ZONE $3) AS step,
         sum(${MICRO}) FILTER (WHERE debit IN (${OUTSIDE})) AS came, sum(${MICRO}) FILTER (WHERE credit IN (${OUTSIDE})) AS left_it
  FROM wallet_ledger, span
  WHERE site_id = $1 AND ${CROSSES} AND time_ms >= extract(epoch FROM first AT TIME ZONE $3) * 1000
  GROUP BY 1
)
SELECT step AT TIME ZONE $3 AS step, coalesce(came, 0)::text AS "into", coalesce(left_it, 0)::text AS "out"
FROM steps LEFT JOIN moved USING (step) ORDER BY step`;

const MEMBERS = `SELECT count(DISTINCT account)::int AS members FROM wallet_ledger
WHERE site_id = $1 AND ${CROSSES} AND time_ms >= $2`;

async function stepsOf({ pool, clock }: AppContext, site: SiteConfig, days: number): Promise<StepRecord[]> {
  const [every, unit] = days === 1 ? ['1 hour', 'hour'] : ['1 day', 'day'];
  const { rows } = await pool.query<StepRecord>(FLOW, [site.id, clock.now(), site.timeZone, days, every, unit, ...worthOf(site)]);
  return rows;
}

/** Of one smallest unit of the BINARY wallet, in micro-USDT as a fraction; nothing where the site names no rate. */
function worthOf(site: SiteConfig): [num: number, den: number] {
  try {
    const terms = conversionTerms(site);
    return terms === undefined ? [1, 1] : [terms.den, terms.num];
  } catch {
    return [0, 1];
  }
}

const text = (micro: bigint) => formatDecimal(micro, USDT_DECIMALS);
const sum = (rows: readonly StepRecord[], side: 'into' | 'out') => rows.reduce((total, row) => total + BigInt(row[side]), 0n);

export const getMoneyFlowHandler = handleOperator(getMoneyFlow, async (context, { site, query }) => {
  const rows = await stepsOf(context, site, Number(query.days));
  const [into, out] = [sum(rows, 'into'), sum(rows, 'out')];
  const from = rows[0]?.step.getTime() ?? context.clock.now();
  const { rows: counted } = await context.pool.query<{ members: number }>(MEMBERS, [site.id, from]);
  return {
    data: {
      steps: rows.map((row) => ({ at: row.step.toISOString(), into: text(BigInt(row.into)), out: text(BigInt(row.out)) })),
      into: text(into),
      out: text(out),
      net: text(into - out),
      members: counted[0].members,
    },
  };
});
