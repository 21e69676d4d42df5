// What a withdrawal would cost, and all that stands in its way or must be said for it, before anything is asked for.
import { withdrawalHoldOf } from '@maru/account/contract.ts';
import { memberProtectionOf } from '@maru/account/admin-contract.ts';
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { custodyProcesses } from '../../process-contract.ts';
import { quoteWithdrawal, travelFields } from '../../withdraw-contract.ts';
import { listWordOn } from '../allow-list/refuse-unlisted.ts';
import { hasMemo } from '../coin-rows.ts';
import { leftOf, presentLimits } from '../rules/limits.ts';
import { travelWordOn } from '../rules/travel-rule.ts';
import { checkDestination, type Destination } from './check-destination.ts';
import { countAsked, standingOf } from './may-leave.ts';
import { usdtValue } from './usdt-value.ts';
import { digitsOf, termsFor, type WithdrawTerms } from './withdraw-terms.ts';
import { isoOrNull } from '../times.ts';

type Quote = Out<typeof quoteWithdrawal.reply>;
type QuoteCall = Call<Out<typeof quoteWithdrawal.query>>;

export const quoteWithdrawalHandler = handle(quoteWithdrawal, async (context, call) => {
  const { site, session, query } = call;
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  context.services.use(custodyProcesses).wake();
  const { address, memo, point } = query;
  const terms = await termsFor(context, site, query.walletType, address);
  const { account } = session;
  const asked = { site: site.id, account, chain: terms.coin.chain, memo };
  const place = address === undefined ? undefined : await checkDestination(context, { ...asked, address });
  const given = point === undefined ? undefined : readDecimal(point, terms.decimals);
  const amount = typeof given === 'number' ? given : undefined;
  const [money, guards] = await Promise.all([
    moneyPart(context, call, session, { terms, place, amount }),
    guardPart(context, call, session, { terms, place, amount }),
  ]);
  return { data: { walletType: terms.coin.walletType, chain: terms.coin.chain, ...money, ...guards } };
});

interface Typed {
  terms: WithdrawTerms;
  place: Destination | undefined;
  /** In the ledger's units. */
  amount: number | undefined;
}
type MoneyKey =
  | 'currency'
  | 'hasMemo'
  | 'decimals'
  | 'fee'
  | 'least'
  | 'arrives'
  | 'available'
  | 'isInside'
  | 'address'
  | 'memo'
  | 'limitLeft'
  | 'limits'
  | 'paused';

async function moneyPart(
  context: AppContext,
  { site }: QuoteCall,
  session: Session,
  { terms, place, amount }: Typed,
): Promise<Pick<Quote, MoneyKey>> {
  const { coin, currency, decimals } = terms;
  const standing = await standingOf(context, site, session, coin.asset);
  const counted = await countAsked(context.pool, standing, { site: site.id, account: session.account, asset: coin.asset });
  const isInside = place !== undefined && place.payee !== null;
  const fee = isInside ? 0 : coin.outFee;
  const text = (units: number) => formatDecimal(Math.max(0, units), decimals, true);
  const left = leftOf(standing.limits, counted);
  return {
    currency,
    hasMemo: hasMemo(coin.chain),
    decimals: digitsOf(terms),
    fee: text(fee),
    least: text(coin.outLeast),
    arrives: amount !== undefined && amount > fee ? text(amount - fee) : null,
    available: text(standing.withdrawable - counted.waiting),
    isInside,
    address: place?.address ?? null,
    memo: place?.memo ?? null,
    limitLeft: left === null ? null : formatDecimal(left, USDT_DECIMALS, true),
    limits: presentLimits(standing.limits, counted),
    paused: coin.outPause === null ? null : { reason: coin.outPause, until: isoOrNull(coin.outPauseUntil) },
  };
}

type GuardKey = 'hold' | 'allowList' | 'travel' | 'hasSecondFactor' | 'hasPassword';

async function guardPart(
  context: AppContext,
  { site }: QuoteCall,
  session: Session,
  { terms, place, amount }: Typed,
): Promise<Pick<Quote, GuardKey>> {
  const { services, pool, clock } = context;
  const { coin } = terms;
  const [held, protection, word, value] = await Promise.all([
    services.use(withdrawalHoldOf)(site.id, session.member),
    services.use(memberProtectionOf)(site.id, session.member),
    listWordOn(pool, session, place && { ...place, chain: coin.chain }, clock.now()),
    amount === undefined ? 0 : usdtValue(context, site, coin.asset, amount),
  ]);
  const travel = await travelWordOn(context, site, { value, isInside: place !== undefined && place.payee !== null });
  const { entry } = word;
  return {
    hold: held === undefined ? null : { until: held.until?.toISOString() ?? null, reason: held.reason },
    allowList: {
      isOn: word.isOn,
      entry:
        entry === undefined
          ? null
          : { entryId: entry.entryId, label: entry.label, ripeAt: new Date(entry.ripe).toISOString(), isRipe: entry.ripe <= clock.now() },
      refuses: word.refuses,
    },
    travel: {
      isNeeded: travel.isNeeded,
      fromWon: travel.fromWon === null ? null : String(travel.fromWon),
      fields: travel.isNeeded ? [...travelFields] : [],
    },
    hasSecondFactor: protection?.hasSecondFactor ?? false,
    hasPassword: protection?.hasWithdrawPassword ?? false,
  };
}
