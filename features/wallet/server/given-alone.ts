// What a person has given by coupons without a second one: over all coupons of all its accounts and sites, within the last 24 hours.
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Clock } from '@maru/kit/server/clock.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { accountsOfPerson } from '@maru/operator/admin-contract.ts';
import type { Writer } from '@maru/operator/contract.ts';
import { COUPON_ALONE } from '../coupon-admin-contract.ts';
const MOST = parseDecimal(COUPON_ALONE, USDT_DECIMALS) as number;

/** Accounts of the giver. Until the caller's transaction ends, coupons of this person are made one after the other: of five at once each sees the others. */
export async function holdGiver({ services }: Pick<AppContext, 'services'>, client: Writer, operator: number): Promise<number[]> {
  const accounts = await services.use(accountsOfPerson)(client, operator);
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('wallet.coupon.alone', $1))`, [accounts[0]]);
  return accounts;
}

/** In micro-USDT, never below 0. What went back unused counts no more; what a second person agreed to never did. */
export async function leftAlone(client: Writer, clock: Clock, accounts: readonly number[]): Promise<number> {
  const { rows } = await client.query(
    `SELECT coalesce(sum(point * CASE WHEN ended THEN used ELSE quota END), 0)::float8 AS given
     FROM wallet_coupon WHERE alone_by = ANY($1::bigint[]) AND made_ms > $2`,
    [accounts, clock.now() - DAY_MS],
  );
  return Math.max(0, MOST - (rows[0] as { given: number }).given);
}
