// What wallets do when a member leaves: what is promised and not paid yet stands in the way, what is left goes to the house as given up.
import { EventKind } from '@maru/engine/wire/event.ts';
import { Asset, PostingReason, assetOf, houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { EquityView } from '@maru/engine/view-account.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { type HeldMoney, leavingMoney } from '@maru/account/contract.ts';
import { leavingParts, type Obstacle } from '@maru/member/contract.ts';
import type { WalletType } from '../contract.ts';
import { totalOf } from '../total.ts';
import { walletTypesOf } from '../wallet-kinds.ts';
import { conversionTerms } from './conversion-terms.ts';
import { ratesOf } from './exchange-rate.ts';
import { accountOfWallet, currencyOf } from './purses.ts';
import { atRates } from './rates/rate-service.ts';
import { heldBy } from './ask-demo-money.ts';

export function registerLeaving(context: AppContext): void {
  context.services.find(leavingParts)?.register({
    name: 'wallet',
    obstacles: ({ site, account }) => obstaclesOf(context, site, account),
  });
  context.services.provide(leavingMoney, {
    held: (site, account) => heldOf(context, site, account),
    giveUp: (site, account) => giveUp(context, site, account),
  });
}

async function obstaclesOf({ pool, engine }: AppContext, site: number, account: number): Promise<Obstacle[]> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM wallet_coupon_use WHERE site_id = $1 AND account = $2 AND seq IS NULL)::int
       + (SELECT count(*) FROM wallet_quote WHERE site_id = $1 AND account = $2 AND state = 'TAKEN')::int
       + (SELECT count(*) FROM wallet_member_transfer WHERE site_id = $1 AND $2 IN (account, payee) AND state = 'TAKEN')::int
       + (SELECT count(*) FROM wallet_demo_gift WHERE site_id = $1 AND account = $2 AND posted_seq IS NULL)::int
       + (SELECT count(*) FROM wallet_entry e JOIN wallet_entry_row r USING (entry_id) WHERE e.site_id = $1 AND r.account = $2
            AND e.approved_at IS NOT NULL AND e.posted_at IS NULL AND r.seq IS NULL AND r.fault IS NULL)::int AS n`,
    [site, account],
  );
  const { fundingDebt } = await engine.query<EquityView>(site, 'equity', account);
  const list: Obstacle[] = [];
  const { n } = rows[0];
  if (n > 0)
    list.push({
      kind: 'PAYMENTS',
      name: { ko: '입금 처리 중인 금액', en: 'payments under way' },
      count: n,
      path: '/dnw_history/history_list',
    });
  if (fundingDebt > 0)
    list.push({ kind: 'DEBT', name: { ko: '미납 펀딩비', en: 'unpaid funding' }, count: null, path: '/dnw_history/asset' });
  return list;
}

interface Holding {
  type: WalletType;
  ledger: number;
  amount: number;
}

/** Wallets that hold something, used by the site or not. */
async function balancesOf({ engine }: AppContext, site: SiteConfig, account: number): Promise<Holding[]> {
  const list: Holding[] = [];
  for (const type of walletTypesOf(site)) {
    const ledger = accountOfWallet(site, type, account);
    const amount = ledger === undefined ? 0 : await engine.query<number>(site.id, 'ledger', ledger);
    if (ledger !== undefined && amount > 0) list.push({ type, ledger, amount });
  }
  return list;
}

async function heldOf(context: AppContext, site: SiteConfig, account: number): Promise<HeldMoney> {
  const balances = await balancesOf(context, site, account);
  const coins = totalOf(
    balances
      .filter(({ ledger }) => assetOf(ledger) > Asset.Binary)
      .map(({ type, amount }) => ({ ...currencyOf(site, type), amount: formatDecimal(amount, currencyOf(site, type).decimals) })),
    ratesOf(context, site),
  );
  const total = (await heldBy(context, site, account)) + Number(coins.micro);
  const wallets = balances.map(({ type, amount }) => {
    const { currency, decimals } = currencyOf(site, type);
    return { type, currency, point: formatDecimal(amount, decimals, true) };
  });
  const isPriced = coins.without.length === 0 && (!balances.some(({ type }) => type === 'BINARY') || hasRate(context, site));
  return { total: Math.max(0, total), isPriced, wallets };
}

function hasRate(context: AppContext, site: SiteConfig): boolean {
  try {
    conversionTerms(atRates(context, site));
    return true;
  } catch {
    return false;
  }
}

/** Each of a sum that is there: repeated, it finds nothing more. The house's dust purse of the same currency takes it. */
async function giveUp(context: AppContext, site: SiteConfig, account: number): Promise<void> {
  for (const { ledger, amount } of await balancesOf(context, site, account)) {
    const record = encodeTransfer({
      debit: ledger,
      credit: houseAccount(assetOf(ledger), Purse.Dust),
      amount,
      reason: PostingReason.GivenUp,
      ref: account,
    });
    const { events } = await context.engine.submit(site.id, record);
    if (events[0] === EventKind.CommandRejected) throw new Error(`giving up was refused: ${rejections.get(events[6])?.name ?? events[6]}`);
  }
}
