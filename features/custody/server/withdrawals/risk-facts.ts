// What is known of a withdrawal and its member at the moment when the rules look.
import { tradingResultSince, withdrawalHoldOf } from '@maru/account/contract.ts';
import { loginDeviceOf, operatorsBehind } from '@maru/account/admin-contract.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { tradedBetween } from '@maru/wallet/admin-contract.ts';
import { listsNaming } from '../rules/sanctions.ts';
import { travelFrom } from '../rules/site-rules.ts';
import { wonOf } from '../rules/travel-rule.ts';
import type { RiskFacts } from './judge.ts';
import { usdtValue } from './usdt-value.ts';

const WEEK_MS = 7 * DAY_MS;

export type FactContext = Pick<AppContext, 'pool' | 'clock' | 'engine' | 'services' | 'sites'>;

interface AskedRow {
  value: number;
  address: string;
  login: string | null;
  before: number;
  dayCount: number;
  dayValue: number;
  lookedAt: number;
}

const ASKED = `SELECT w.value::float8 AS value, w.address, w.login, c.out_looked_at::float8 AS "lookedAt",
   (SELECT count(*)::int FROM custody_withdrawal o WHERE o.site_id = w.site_id AND o.account = w.account AND o.state = 'CONFIRMED') AS before,
   (SELECT count(*)::int FROM custody_withdrawal o WHERE o.site_id = w.site_id AND o.account = w.account AND o.asked_ms > $3) AS "dayCount",
   (SELECT coalesce(sum(o.value), 0)::float8 FROM custody_withdrawal o WHERE o.site_id = w.site_id AND o.account = w.account AND o.asked_ms > $3
      AND o.state NOT IN ('REFUSED', 'CANCELLED', 'FAILED')) AS "dayValue"
 FROM custody_withdrawal w JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 WHERE w.site_id = $1 AND w.withdrawal_id = $2`;

interface Of {
  id: number;
  account: number;
  payee: number | null;
  amount: number;
  fee: number;
}

export async function gatherFacts(context: FactContext, site: SiteConfig, { id, account, payee, amount, fee }: Of): Promise<RiskFacts> {
  const { pool, clock, services } = context;
  const now = clock.now();
  const { rows } = await pool.query<AskedRow>(ASKED, [site.id, id, now - DAY_MS]);
  const { address, login, ...asked } = rows[0];
  const member = services.use(memberDirectory).memberOf(site.id, account) ?? 0;
  const [sanctions, device, held, dayResult, week, fromWon, behind] = await Promise.all([
    services.use(listsNaming)(site.id, address),
    login === null ? undefined : services.use(loginDeviceOf)(site.id, member, login),
    services.use(withdrawalHoldOf)(site.id, member),
    services.find(tradingResultSince)?.(site.id, account, now - DAY_MS),
    weekOf(context, site, account, now),
    travelFrom(pool, site.id),
    services.use(operatorsBehind)(pool, site.id, member),
  ]);
  return {
    ...asked,
    ...week,
    amount: amount + fee,
    isInside: payee !== null,
    isHeld: held !== undefined,
    isOperator: behind.length > 0,
    device,
    dayResult,
    sanctions,
    won: wonOf(context, site, asked.value),
    travelFrom: fromWon,
    now,
  };
}

/** What came in from chains within seven days, and what was traded since the first of it. */
async function weekOf(
  context: FactContext,
  site: SiteConfig,
  account: number,
  now: number,
): Promise<Pick<RiskFacts, 'weekDeposits' | 'weekTraded'>> {
  const { rows } = await context.pool.query<{ asset: number; amount: number; seq: number | null }>(
    `SELECT d.asset, sum(d.amount)::float8 AS amount, min(s.seq)::float8 AS seq
     FROM custody_deposit d JOIN custody_deposit_step s ON s.deposit_id = d.deposit_id AND s.state = 'CREDITED'
     WHERE d.site_id = $1 AND d.account = $2 AND d.state IN ('CREDITED', 'UNLOCKED') AND s.at_ms > $3 GROUP BY d.asset`,
    [site.id, account, now - WEEK_MS],
  );
  if (rows.length === 0) return { weekDeposits: 0, weekTraded: undefined };
  const values = await Promise.all(rows.map(({ asset, amount }) => usdtValue(context, site, asset, amount)));
  const weekDeposits = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const seqs = rows.flatMap(({ seq }) => (seq === null ? [] : [seq]));
  const traded = seqs.length === 0 ? undefined : await context.services.find(tradedBetween)?.(site, account, [Math.min(...seqs)]);
  return { weekDeposits, weekTraded: traded?.[0] };
}
