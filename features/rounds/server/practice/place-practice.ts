// Places a practice bet: held to the very terms, window and price that the engine holds a real one to.
import type { RoundTerms } from '@maru/engine/rounds/views.ts';
import { RoundFlag } from '@maru/engine/wire/round-terms.ts';
import { type RejectName, rejections } from '@maru/engine/reject.ts';
import { FRESH_MS } from '@maru/engine/rounds/place-bet.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { needProduct } from '@maru/kit/server/restrictions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { placePractice } from '../../practice-contract.ts';
import { optionOfRound, ordinalOfRound } from '../../round-codes.ts';
import { needInHours } from '../round-hours.ts';
import { marketOf, pointFigure, pointOf } from '../round-text.ts';
import { roundsService } from '../rounds-service.ts';
import { memberOf } from '../send.ts';
import { requestedOption, roundTimes, type SiteOption } from '../site-options.ts';
import { dropBehind, insertBet, openSums, presentPractice } from './practice-bets.ts';
import { addToPurse, needMayPractise } from './practice-purse.ts';
import { type Held, once } from './practice-request.ts';
import { practiceService } from './practice-service.ts';

/** Practice bets that a member may have open. */
const MOST_OPEN = 50;
/** One bet in so many takes along what the member keeps no longer. */
const TIDY_EVERY = 16;

export const placePracticeHandler = handle(placePractice, async (context, call) => {
  const { site } = call;
  const { point, tradeRoundId, type } = call.body;
  const stake = pointOf(site, point);
  const { answer, isNew } = await once(
    context,
    call,
    `bet|${tradeRoundId}|${type}|${stake}`,
    async () => {
      const requested = { ...requestedOf(call, tradeRoundId, type), stake };
      await needMayPractise(context, site, memberOf(call));
      const terms = await context.engine.query<RoundTerms | null>(site.id, 'roundTerms', requested.option.option, requested.ordinal);
      return { requested, terms };
    },
    async (held, { requested, terms }) => {
      const strike = allow(context, site, terms, requested, held.now);
      return presentPractice(site, await place(site, terms as RoundTerms, { ...requested, strike }, held));
    },
  );
  if (isNew) context.services.use(practiceService).placed(site, memberOf(call).member, answer);
  return { data: answer };
});

/** The round and market that are asked for, where the site and the caller's country have them. */
function requestedOf(call: Call, tradeRoundId: number, type: string): Omit<Requested, 'stake'> {
  const option = requestedOption(call.site, optionOfRound(tradeRoundId) + 1);
  needProduct(call, 'binary');
  if (option.family === 'P') throw new Refusal('ROUND_OPTION_UNKNOWN', { field: 'tradeRoundId' });
  const market = marketOf(option, type);
  if (market === undefined) throw new Refusal('INVALID_BET_TYPE', { field: 'type' });
  return { option, ordinal: ordinalOfRound(tradeRoundId), market };
}

interface Requested {
  option: SiteOption;
  ordinal: number;
  market: number;
  stake: number;
}

/** Every check of the round and the stake, in the engine's order; answers the strike of an in-round bet, 0 of the others. */
function allow(
  context: AppContext,
  site: SiteConfig,
  terms: RoundTerms | null,
  { option, ordinal, market, stake }: Requested,
  now: number,
): number {
  needInHours(context, option, ordinal);
  if (roundTimes(option, ordinal).endAt <= now) throw refusalOf('INVEST_CLOSED', 0, now);
  if (terms === null) throw new Refusal('ROUND_OPTION_PAUSED', { field: 'tradeOptionId' });
  if ((terms.flags & RoundFlag.Play) === 0) throw refusalOf('ROUND_OPTION_PAUSED', 0, 0);
  if (terms.fault !== 0) throw refusalOf(rejections.get(terms.fault)?.name ?? 'TRADING_HALTED', 0, 0);
  if (terms.odds[market] === 0) throw refusalOf('INVALID_BET_TYPE', 0, 0);
  const strike = (terms.flags & RoundFlag.InRound) === 0 ? 0 : priceNow(context, option, now);
  if (now < terms.opensAt) throw refusalOf('INVEST_NOT_OPEN', terms.opensAt, now);
  if (now >= terms.closesAt) throw refusalOf('INVEST_CLOSED', terms.closesAt, now);
  if (stake <= 0) throw refusalOf('AMOUNT_NOT_POSITIVE', 0, stake);
  if (stake < terms.minStake) throw ofAmount(site, 'BELOW_MINIMUM', terms.minStake, stake);
  if (stake > terms.maxStake) throw ofAmount(site, 'ABOVE_MAXIMUM', terms.maxStake, stake);
  return strike;
}

async function place(site: SiteConfig, terms: RoundTerms, bet: Requested & { strike: number }, { client, account, purse, now }: Held) {
  const { option, ordinal, market, stake, strike } = bet;
  const open = await openSums(client, site.id, account, { option: option.option, ordinal });
  const own = open.staked + stake;
  if (own > terms.maxMemberRound) throw ofAmount(site, 'MEMBER_ROUND_LIMIT', terms.maxMemberRound, own);
  if (open.bets >= MOST_OPEN) throw refusalOf('TOO_MANY_BETS', MOST_OPEN, MOST_OPEN);
  if (stake > purse.balance) throw ofAmount(site, 'INSUFFICIENT_BALANCE', purse.balance, stake);
  await addToPurse(client, site.id, account, -stake);
  const { endAt } = roundTimes(option, ordinal);
  const placed = await insertBet(client, site.id, account, {
    option: option.option,
    ordinal,
    market,
    stake,
    odds: terms.odds[market],
    strike,
    placedMs: now,
    closesMs: terms.closesAt,
    endMs: endAt,
    sellUntilMs: (terms.flags & RoundFlag.EarlySale) === 0 ? null : endAt - terms.cutoffMs,
    saleFee: terms.saleFee,
    saleVolatility: terms.saleVolatility,
  });
  if (placed.betId % TIDY_EVERY === 0) await dropBehind(client, site.id, account);
  return placed;
}

/** The fresh price of the moment, as the engine wants it. */
export function priceNow({ services }: AppContext, option: SiteOption, now: number): number {
  const { price, time } = services.use(roundsService).strikeNow(option);
  if (now - time > FRESH_MS) throw refusalOf('PRICE_STALE', FRESH_MS, now - time);
  return price;
}

const fields = new Map([...rejections.values()].map(({ name, field }) => [name, field]));

/** As the engine's own rejection of that name would be told. */
function refusalOf(name: RejectName, limit: number | string, offered: number | string, unit?: string): Refusal {
  const field = fields.get(name) ?? '';
  return new Refusal(name, { ...(field !== '' && { field }), limit: String(limit), offered: String(offered), ...(unit && { unit }) });
}

export const ofAmount = (site: SiteConfig, name: RejectName, limit: number, offered: number): Refusal =>
  refusalOf(name, pointFigure(site, limit), pointFigure(site, offered), site.binaryCurrency);
