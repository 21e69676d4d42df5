// Early sale: what an open bet is worth now by the published formula, and its sale at no less than the member was shown.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { RoundFlag } from '@maru/engine/wire/round-terms.ts';
import { rateText } from '@maru/engine/money/decimal.ts';
import { chanceOf, saleValue } from '@maru/engine/rounds/sale-value.ts';
import type { OpenBet, OpenRound } from '@maru/engine/rounds/views.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { saleQuote, sellBet } from '../contract.ts';
import { presentBet } from './present-round.ts';
import { findBet, outcomeOf } from './round-queries.ts';
import { isoText, payoutOf, pointOf, pointText, priceText } from './round-text.ts';
import { roundsService } from './rounds-service.ts';
import { memberOf, repeatedBet, sendForMember } from './send.ts';
import { roundTimes, type SiteOption, siteOptions } from './site-options.ts';

const WAIT_MS = 3000;
/** A tick that the settlement would not take as its strike prices no sale either (rules 11.4). */
const GAP_MS = 2_000;

export const saleQuoteHandler = handle(saleQuote, async (context, call) => {
  const { site } = call;
  const bet = await openBet(context, call, call.query.id);
  if (bet === undefined) throw new Refusal('BET_UNKNOWN', { field: 'id' });
  const option = siteOptions(site)[bet.option];
  const now = context.clock.now();
  const { startAt, endAt } = roundTimes(option, bet.ordinal);
  // The round's own terms, which a change of its option leaves alone.
  const { flags, cutoffMs, saleFee, saleVolatility } = await termsOfRound(context, call, bet);
  const sellUntil = endAt - cutoffMs;
  if ((flags & RoundFlag.EarlySale) === 0 || now < startAt || now >= sellUntil)
    throw new Refusal('EARLY_SALE_NOT_ALLOWED', { field: 'id' });
  const { price, time } = context.services.use(roundsService).strikeNow(option);
  const strike = await strikeOf(context, option, bet);
  const chance = chanceOf(bet.market, price, strike, endAt - now, saleVolatility);
  const payout = payoutOf(bet.stake, bet.odds);
  return {
    data: {
      tradeHistoryId: bet.betId,
      point: pointText(site, saleValue(payout, chance, saleFee)),
      expectPoint: pointText(site, payout),
      chance: rateText(chance),
      fee: rateText(saleFee),
      volatility: rateText(saleVolatility),
      strike: priceText(option, strike) ?? '',
      price: priceText(option, price) ?? '',
      priceAt: isoText(time),
      time: isoText(now),
      sellUntil: isoText(sellUntil),
    },
  };
});

export const sellBetHandler = handle(sellBet, async (context, call) => {
  const { id, point } = call.body;
  const least = pointOf(call.site, point);
  const { account } = memberOf(call);
  const words = { kind: CommandKind.SellBet, betId: id, least, ...(await pricesOf(context, call, id)) };
  // Asked again it meets another price: the request is the bet and what it must bring.
  const reply = await sendForMember(context, call, encodeFields(account, -1, words), `sell|${id}|${least}`);
  const sequence = repeatedBet(reply.events)?.firstSeq ?? reply.seq;
  if (!(await context.projections.waitFor(call.site.id, sequence, WAIT_MS))) throw new EngineBusy('projection behind');
  const found = await findBet(context, call.site.id, account, id);
  if (found === undefined) throw new Refusal('BET_UNKNOWN', { field: 'id' });
  return { data: presentBet(call.site, siteOptions(call.site)[found.option], found, outcomeOf(found)), sequence };
});

async function openBet({ engine }: AppContext, call: Call, id: number): Promise<OpenBet | undefined> {
  const open = await engine.query<readonly OpenBet[]>(call.site.id, 'roundBets', memberOf(call).account, -1);
  return open.find(({ betId }) => betId === id);
}

async function termsOfRound({ engine }: AppContext, call: Call, { option, ordinal }: OpenBet): Promise<OpenRound['terms']> {
  const open = await engine.query<readonly OpenRound[]>(call.site.id, 'openRounds');
  const round = open.find((each) => each.option === option && each.ordinal === ordinal);
  if (round === undefined) throw new Refusal('BET_UNKNOWN', { field: 'id' });
  return round.terms;
}

/** What the engine is to value the bet by. One that is over needs none: its sale is either told again or refused. */
async function pricesOf(context: AppContext, call: Call, id: number): Promise<{ price: number; tickTime: number; strike: number }> {
  const bet = await openBet(context, call, id);
  const option = bet === undefined ? undefined : siteOptions(call.site)[bet.option];
  if (bet === undefined || option?.data === undefined) return { price: 1, tickTime: 0, strike: 0 };
  // Before its round runs there is no strike yet; the engine says what is wrong.
  if (context.clock.now() < roundTimes(option, bet.ordinal).startAt) return { price: 1, tickTime: 0, strike: 0 };
  const { price, time } = context.services.use(roundsService).strikeNow(option);
  return { price, tickTime: time, strike: bet.strike === 0 ? await strikeOf(context, option, bet) : 0 };
}

/** The bet's own strike, or its round's: the very tick that the settlement is given. */
export async function strikeOf(context: AppContext, option: SiteOption, bet: Pick<OpenBet, 'ordinal' | 'strike'>): Promise<number> {
  if (bet.strike !== 0) return bet.strike;
  const { startAt } = roundTimes(option, bet.ordinal);
  const found = await context.services.use(roundsService).boundaries.find(option.data?.code ?? '', startAt);
  if (found?.tick === undefined || found.isHalted || startAt - found.tick.receivedAt > GAP_MS)
    throw new Refusal('PRICE_STALE', { field: 'id' });
  return found.tick.price;
}
