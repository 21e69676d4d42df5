// Rounds that hours leave out: of the symbol (B), whose strike or close would have no price, and of the game's own.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { type Holiday, marketReader } from '@maru/market/contract.ts';
import type { TradeRound } from '../contract.ts';
import { isInHours, nextInHours } from '../own-hours.ts';
import { presentRound, type RoundFacts } from './present-round.ts';
import { roundsService } from './rounds-service.ts';
import { bettingOrdinal, roundTimes, type SiteOption } from './site-options.ts';

/** A strike is a tick of these last ms before its moment (rules 11.4): the market must have been open by then. */
const STRIKE_MS = 2_000;
/** Openings of symbol and game that are tried until both are open. */
const MOST_TRIES = 20;

type Market = Pick<AppContext, 'services'>;

/** Both boundaries have a price to be had, within the game's own hours. An in-round bet brings its own strike. */
export function isWithinHours(context: Market, option: SiteOption, ordinal: number): boolean {
  return isMarketOpen(context, option, ordinal) && isGameOpen(context, option, ordinal);
}

function isMarketOpen({ services }: Market, option: SiteOption, ordinal: number): boolean {
  const market = services.find(marketReader);
  const symbol = option.data?.code;
  if (market === undefined || symbol === undefined) return true;
  const { startAt, endAt } = roundTimes(option, ordinal);
  return market.isOpenAt(symbol, endAt) && (option.isInRound || market.isOpenAt(symbol, startAt - STRIKE_MS));
}

/** The trading holiday that leaves a round out. */
export function holidayOf({ services }: Market, option: SiteOption, ordinal: number): Holiday | undefined {
  const market = services.find(marketReader);
  const symbol = option.data?.code;
  if (market === undefined || symbol === undefined) return undefined;
  const { startAt, endAt } = roundTimes(option, ordinal);
  return market.holidayAt(symbol, endAt) ?? (option.isInRound ? undefined : market.holidayAt(symbol, startAt - STRIKE_MS));
}

/** Refuses a bet in a round that hours leave out, saying which. */
export function needInHours(context: Market, option: SiteOption, ordinal: number): void {
  if (isWithinHours(context, option, ordinal)) return;
  const holiday = isGameOpen(context, option, ordinal) ? holidayOf(context, option, ordinal) : undefined;
  if (holiday === undefined) throw new Refusal('ROUND_OUT_OF_HOURS', { field: 'tradeRoundId' });
  throw new Refusal('ROUND_HOLIDAY', { field: 'tradeRoundId', holiday: holiday.name, endsAt: holiday.endsAt });
}

/** A round that has bets goes on taking them to its cut-off: changed hours hold for those that nobody has opened. */
function isGameOpen({ services }: Market, option: SiteOption, ordinal: number): boolean {
  const { row, timeZone, site } = option;
  if (row.hours === undefined) return true;
  const { startAt, endAt } = roundTimes(option, ordinal);
  if (isInHours(row.hours, timeZone, startAt) && isInHours(row.hours, timeZone, endAt - 1)) return true;
  return services.find(roundsService)?.rounds.find(site, option.option, ordinal) !== undefined;
}

/** Whatever its hours say: a holiday that only the feed knows of. */
function isShutByFeed({ services }: Market, { data }: SiteOption): boolean {
  return data !== undefined && services.find(marketReader)?.state(data.code) === 'closed';
}

/** No bet is taken at `now`: hours leave the round out that would take it, or the market is closed whatever they say. */
export function isShutAt(context: Market, option: SiteOption, now: number): boolean {
  return isShutByFeed(context, option) || !isWithinHours(context, option, bettingOrdinal(option, now));
}

/** A round as everybody is told it: closed, where it is left out and nobody has a bet in it. */
export function toldRound(context: Market, site: SiteConfig, option: SiteOption, facts: RoundFacts, now: number): TradeRound {
  const round = presentRound(site, option, facts, now);
  if (round.status !== 0) return round;
  const isTaken = facts.upCount + facts.downCount > 0;
  const shut = () => (holidayOf(context, option, facts.ordinal) === undefined ? 'CLOSED' : 'HOLIDAY');
  if (!isTaken && !isWithinHours(context, option, facts.ordinal)) return { ...round, phase: shut() };
  // Of a day to come the feed says nothing.
  if (!['BETTING', 'LOCKED', 'RUNNING'].includes(round.phase) || !isShutByFeed(context, option)) return round;
  if (!isTaken) return { ...round, phase: shut() };
  return round.phase === 'BETTING' ? { ...round, phase: 'LOCKED' } : round;
}

/** When the game opens next, if it takes no bets at `now`; null: it does, or nobody knows. */
export function nextOpeningOf(context: Market, option: SiteOption, now: number): number | null {
  const ordinal = bettingOrdinal(option, now);
  const market = context.services.find(marketReader);
  const code = option.data?.code;
  const told = isShutByFeed(context, option) && code !== undefined ? (market?.opensAt(code) ?? now) : now;
  if (told <= now && isWithinHours(context, option, ordinal)) return null;
  const { startAt, endAt } = roundTimes(option, ordinal);
  const { hours } = option.row;
  const isOpenMarket = (at: number) => market === undefined || code === undefined || market.isOpenAt(code, at);
  // Before its closing the market is open still: the opening after the round is meant.
  let at = Math.max(told, isOpenMarket(endAt) && !isMarketOpen(context, option, ordinal) ? startAt : endAt);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const own = hours === undefined ? at : nextInHours(hours, option.timeZone, at);
    if (own === undefined) return null;
    if (own > at) at = own;
    else if (isOpenMarket(at)) return at;
    else at = market?.opensAfter(code ?? '', at) ?? at;
  }
  return null;
}
