// More demo money: once a day, for whoever holds less than a tenth of what a new member gets.
import type { EquityView } from '@maru/engine/view-account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { welcomeGift } from '@maru/account/contract.ts';
import { formerAccounts, refuseLeaving } from '@maru/member/contract.ts';
import { askDemoMoney, type DemoMoney, getDemoMoney } from '../demo-money-contract.ts';
import { giftOf } from './demo-gift.ts';
import { atRates } from './rates/rate-service.ts';
import { binaryInUsdt } from './wallet-equity.ts';
/** A tenth of what a new member gets, whole micro-USDT. */
const littleOf = (amount: number) => Math.floor(amount / 10);

interface Newest {
  serial: number;
  asked: number;
  isPaid: boolean;
}

export const getDemoMoneyHandler = handle(getDemoMoney, async (context, { site, session }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  return { data: await stateOf(context, site, session.account) };
});

export const askDemoMoneyHandler = handle(askDemoMoney, async (context, { site, session }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const amount = giftOf(context, site);
  if (amount === 0) throw new Refusal('DEMO_MONEY_OFF');
  const { account } = session;
  const now = context.clock.now();
  const newest = await newestOf(context, site.id, account);
  if (newest !== undefined && now < newest.asked + DAY_MS) throw tooEarly(newest.asked);
  const below = littleOf(amount);
  if ((await heldBy(context, site, account)) >= below)
    throw new Refusal('DEMO_MONEY_ENOUGH', { below: formatDecimal(below, USDT_DECIMALS, true) });
  const { rowCount } = await inTransaction(context.pool, async (client) => {
    await context.services.use(refuseLeaving)(client, site.id, account);
    return client.query(
      'INSERT INTO wallet_demo_gift (site_id, account, serial, amount, asked_ms) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [site.id, account, (newest?.serial ?? -1) + 1, amount, now],
    );
  });
  // Another of the same moment was first.
  if (rowCount === 0) throw tooEarly(now);
  await context.services.use(welcomeGift).pay(site.id);
  return { data: await stateOf(context, site, account) };
});

const tooEarly = (asked: number) => new Refusal('DEMO_MONEY_TODAY', { opensAt: new Date(asked + DAY_MS).toISOString() });

async function stateOf(context: AppContext, site: SiteConfig, account: number): Promise<DemoMoney> {
  const amount = giftOf(context, site);
  if (amount === 0) return { amount: null, receivedAt: null, below: null, opensAt: null };
  const newest = await newestOf(context, site.id, account);
  const opens = newest === undefined ? 0 : newest.asked + DAY_MS;
  return {
    amount: formatDecimal(amount, USDT_DECIMALS),
    receivedAt: newest?.isPaid === true ? new Date(newest.asked).toISOString() : null,
    below: formatDecimal(littleOf(amount), USDT_DECIMALS),
    opensAt: opens > context.clock.now() ? new Date(opens).toISOString() : null,
  };
}

/** The person's: leaving and coming back shortens no day. */
async function newestOf({ pool, services }: AppContext, site: number, account: number): Promise<Newest | undefined> {
  const formers = (await services.find(formerAccounts)?.(pool, site, account)) ?? [];
  const { rows } = await pool.query<Newest>(
    `SELECT CASE WHEN account = $2 THEN serial ELSE -1 END AS serial, asked_ms::float8 AS asked, posted_seq IS NOT NULL AS "isPaid"
     FROM wallet_demo_gift WHERE site_id = $1 AND account = ANY ($3::int[]) ORDER BY account = $2 DESC, asked_ms DESC LIMIT 1`,
    [site, account, [account, ...formers]],
  );
  return rows[0];
}

/** Over all wallets with margin, stakes and open results, in micro-USDT. */
export async function heldBy(context: AppContext, site: SiteConfig, account: number): Promise<number> {
  const view = await context.engine.query<EquityView>(site.id, 'equity', account);
  const games = binaryInUsdt(atRates(context, site))(view.binary + view.waiting);
  return view.futures + view.unrealized - view.fundingDebt + view.usdt + games;
}
