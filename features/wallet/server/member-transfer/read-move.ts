// What a member wants to send, measured: the coin, its units, its worth in USDT, and that the site, the member's own money and its limits let it.
import { accountOf, Purse } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { memberProtectionOf } from '@maru/account/admin-contract.ts';
import { withdrawalHoldOf } from '@maru/account/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { actingMember } from '@maru/member/contract.ts';
import { type Coin, coinsOf, worthOfCoin } from '../convert/convert-coins.ts';
import { amountOf } from '../convert/pair.ts';
import { worthOf } from '../convert/pair-rate.ts';
import { refuseUnused } from '../purses.ts';
import { type Sent, type TransferTerms } from './transfer-terms.ts';

export interface Move {
  coin: Coin;
  amount: number;
  /** Micro-USDT. */
  value: number;
}

export const usdt = (micro: number): string => formatDecimal(Math.max(0, micro), USDT_DECIMALS, true);

/** Neither a blocked member sends nor one whose protection was just changed, nor one that nothing but its login protects. */
export async function refuseUnready(context: AppContext, site: SiteConfig, session: Session, terms: TransferTerms): Promise<void> {
  const { services } = context;
  await services.use(actingMember)(site, session.member);
  if (terms.paused !== null) throw new Refusal('TRANSFER_PAUSED');
  const [held, protection] = await Promise.all([
    services.use(withdrawalHoldOf)(site.id, session.member),
    services.use(memberProtectionOf)(site.id, session.member),
  ]);
  if (held !== undefined) throw new Refusal('TRANSFER_HELD', { until: held.until?.toISOString() ?? null, reason: held.reason });
  if (protection?.hasWithdrawPassword !== true) throw new Refusal('TRANSFER_NO_PASSWORD', { field: 'password' });
}

export function coinNamed(site: SiteConfig, walletType: string): Coin {
  refuseUnused(site, walletType, 'walletType');
  const coin = coinsOf(site).find((known) => known.walletType === walletType);
  if (coin === undefined) throw new Refusal('WALLET_NOT_USED', { field: 'walletType' });
  return coin;
}

export function readMove(context: AppContext, site: SiteConfig, { walletType, point }: { walletType: string; point: string }): Move {
  const coin = coinNamed(site, walletType);
  const amount = amountOf(point, coin);
  const worth = worthOfCoin(context, site, coin);
  if (worth === undefined) throw new Refusal('TRANSFER_NO_PRICE', { field: 'walletType', coin: coin.currency });
  return { coin, amount, value: worthOf(amount, worth) };
}

export function refuseBeyond({ value }: Move, terms: TransferTerms, sent: Sent, own: number | null): void {
  if (value < terms.least) throw new Refusal('TRANSFER_LEAST', { field: 'point', limit: usdt(terms.least) });
  if (value > terms.most) throw new Refusal('TRANSFER_MOST', { field: 'point', limit: usdt(terms.most) });
  refuseBeyondDay(value, terms, sent, own);
}

export function refuseBeyondDay(value: number, terms: TransferTerms, sent: Sent, own: number | null): void {
  if (sent.day + value > terms.dayMost)
    throw new Refusal('TRANSFER_DAY', { field: 'point', limit: usdt(terms.dayMost), left: usdt(terms.dayMost - sent.day) });
  if (own !== null && sent.today + value > own) throw new Refusal('TRANSFER_OWN_LIMIT', { field: 'point', limit: usdt(own) });
}

/** As the engine will look at it once more, within the command itself. */
export async function refuseMoreThanThere({ engine }: AppContext, site: number, account: number, { coin, amount }: Move): Promise<void> {
  const [held, { withdrawable }] = await Promise.all([
    engine.query<number>(site, 'ledger', accountOf(account, coin.asset, Purse.Available)),
    engine.query<{ withdrawable: number }>(site, 'custodyFigures', account, coin.asset),
  ]);
  if (amount <= withdrawable) return;
  const limit = formatDecimal(Math.max(0, amount > held ? held : withdrawable), coin.decimals, true);
  throw new Refusal(amount > held ? 'INSUFFICIENT_BALANCE' : 'BALANCE_LOCKED', { field: 'point', limit, unit: coin.currency });
}

/** From so much within a day on a second factor is asked for; slices of it count together. */
export const needsSecond = (value: number, { secondFrom }: TransferTerms, { day }: Sent): boolean => day + value >= secondFrom;

export async function refuseWithoutSecond(
  { services }: AppContext,
  { site, member }: Pick<Session, 'site' | 'member'>,
  { secondFrom }: TransferTerms,
): Promise<void> {
  const protection = await services.use(memberProtectionOf)(site, member);
  if (protection?.hasSecondFactor !== true) throw new Refusal('TRANSFER_NO_SECOND_FACTOR', { limit: usdt(secondFrom) });
}
