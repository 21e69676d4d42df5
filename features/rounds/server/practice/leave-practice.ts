// A practice bet that ends before its round: taken back before the cut-off, or sold early at the published formula.
import { chanceOf, saleValue } from '@maru/engine/rounds/sale-value.ts';
import { rateText } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { cancelPractice, practiceQuote, sellPractice } from '../../practice-contract.ts';
import { isoText, payoutOf, pointOf, pointText, priceText } from '../round-text.ts';
import { strikeOf } from '../sell-bet.ts';
import { memberOf } from '../send.ts';
import { roundTimes, siteOptions } from '../site-options.ts';
import { ofAmount, priceNow } from './place-practice.ts';
import { findPractice, leaveBet, Left, openBetsOf, presentPractice, type PracticeRow } from './practice-bets.ts';
import { addToPurse } from './practice-purse.ts';
import { once, unchecked } from './practice-request.ts';
import { practiceService } from './practice-service.ts';

const unknown = () => new Refusal('BET_UNKNOWN', { field: 'id' });

export const cancelPracticeHandler = handle(cancelPractice, async (context, call) => {
  const { site } = call;
  const { answer, isNew } = await once(context, call, `cancel|${call.body.id}`, unchecked, async ({ client, account, now }) => {
    const bet = await findPractice(client, site.id, account, call.body.id);
    if (bet?.status !== 0) throw unknown();
    // An in-round bet knows its strike (rules 11.3).
    if (bet.strike > 0 || now >= bet.closesMs) throw new Refusal('BET_CANCEL_OVER', { field: 'id' });
    await addToPurse(client, site.id, account, bet.stake);
    return presentPractice(site, await leaveBet(client, bet, Left.TakenBack, bet.stake, now));
  });
  if (isNew) context.services.use(practiceService).left(site, memberOf(call).member, answer);
  return { data: answer };
});

export const practiceQuoteHandler = handle(practiceQuote, async (context, call) => {
  const { site, query } = call;
  const bet = (await openBetsOf(context, site.id, memberOf(call).account)).find(({ betId }) => betId === query.id);
  if (bet === undefined) throw unknown();
  const strike = await saleStrikeOf(context, site, bet);
  const { value, chance, price } = valueOf(context, site, bet, strike, context.clock.now());
  return {
    data: {
      tradeHistoryId: bet.betId,
      point: pointText(site, value),
      chance: rateText(chance),
      fee: rateText(bet.saleFee),
      price: priceText(siteOptions(site)[bet.option], price) ?? '',
      sellUntil: isoText(bet.sellUntilMs as number),
    },
  };
});

export const sellPracticeHandler = handle(sellPractice, async (context, call) => {
  const { site } = call;
  const { id, point } = call.body;
  const least = pointOf(site, point);
  const open = (await openBetsOf(context, site.id, memberOf(call).account)).find(({ betId }) => betId === id);
  const strike = open && (await saleStrikeOf(context, site, open));
  const { answer, isNew } = await once(context, call, `sell|${id}|${least}`, unchecked, async ({ client, account, now }) => {
    const bet = await findPractice(client, site.id, account, id);
    if (bet?.status !== 0 || strike === undefined) throw unknown();
    const { value } = valueOf(context, site, bet, strike, now);
    if (value < least) throw ofAmount(site, 'SALE_BELOW_LEAST', value, least);
    await addToPurse(client, site.id, account, value);
    return presentPractice(site, await leaveBet(client, bet, Left.Sold, value, now));
  });
  if (isNew) context.services.use(practiceService).left(site, memberOf(call).member, answer);
  return { data: answer };
});

/** An old boundary is a row: asked for before the purse is held, so that nobody who holds a connection waits for another. */
function saleStrikeOf(context: AppContext, site: SiteConfig, bet: PracticeRow): Promise<number> {
  needSale(site, bet, context.clock.now());
  return strikeOf(context, siteOptions(site)[bet.option], bet);
}

function needSale(site: SiteConfig, { option, ordinal, sellUntilMs }: PracticeRow, now: number): void {
  const { startAt } = roundTimes(siteOptions(site)[option], ordinal);
  if (sellUntilMs === null || now < startAt || now >= sellUntilMs) throw new Refusal('EARLY_SALE_NOT_ALLOWED', { field: 'id' });
}

/** By the terms that the bet found, at the price of the moment. */
function valueOf(context: AppContext, site: SiteConfig, bet: PracticeRow, strike: number, now: number) {
  needSale(site, bet, now);
  const option = siteOptions(site)[bet.option];
  const price = priceNow(context, option, now);
  const chance = chanceOf(bet.market, price, strike, roundTimes(option, bet.ordinal).endAt - now, bet.saleVolatility);
  return { value: saleValue(payoutOf(bet.stake, bet.odds), chance, bet.saleFee), chance, price };
}
