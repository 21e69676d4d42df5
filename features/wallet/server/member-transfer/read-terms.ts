// What a member may send now and how much of it: for the page, which shows its limits before anything is typed.
import { memberProtectionOf } from '@maru/account/admin-contract.ts';
import { withdrawalHoldOf } from '@maru/account/contract.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { memberTransferTerms, type SendableCoin } from '../../member-transfer-contract.ts';
import { type Coin, coinsOf, worthOfCoin } from '../convert/convert-coins.ts';
import { rateWords } from '../convert/pair-rate.ts';
import { usdt } from './read-move.ts';
import { ownLimitOf, sentBy, termsOfTransfers } from './transfer-terms.ts';

export const memberTransferTermsHandler = handle(memberTransferTerms, async (context, { site, session }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { pool, clock, services } = context;
  const [terms, sent, own, held, protection] = await Promise.all([
    termsOfTransfers(pool, site.id),
    sentBy(pool, site, session, clock.now()),
    ownLimitOf(context, site.id, session.member),
    services.use(withdrawalHoldOf)(site.id, session.member),
    services.use(memberProtectionOf)(site.id, session.member),
  ]);
  const left = Math.min(terms.dayMost - sent.day, own === null ? Number.POSITIVE_INFINITY : own - sent.today);
  const coins = await Promise.all(coinsOf(site).map((coin) => presentCoin(context, site, session.account, coin)));
  const waits =
    held !== undefined ? ('HELD' as const) : protection?.hasWithdrawPassword === true ? ('OPEN' as const) : ('NO_PASSWORD' as const);
  return {
    data: {
      state: terms.paused === null ? waits : ('PAUSED' as const),
      heldUntil: held?.until?.toISOString() ?? null,
      least: usdt(terms.least),
      most: usdt(terms.most),
      dayMost: usdt(terms.dayMost),
      dayLeft: usdt(left),
      secondFrom: usdt(terms.secondFrom),
      hasSecondFactor: protection?.hasSecondFactor ?? false,
      coins,
    },
  };
});

async function presentCoin(context: AppContext, site: SiteConfig, account: number, coin: Coin): Promise<SendableCoin> {
  const { walletType, currency, decimals, name, asset } = coin;
  const { withdrawable } = await context.engine.query<{ withdrawable: number }>(site.id, 'custodyFigures', account, asset);
  const worth = worthOfCoin(context, site, coin);
  return {
    walletType,
    currency,
    decimals,
    name,
    available: formatDecimal(Math.max(0, withdrawable), decimals, true),
    price: worth === undefined ? null : rateWords(worth, decimals - USDT_DECIMALS),
  };
}
