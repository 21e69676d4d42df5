// Rounds that hours leave out: of the symbol (B), whose strike or close would have no price, and of the game's own.
import type { AppContext } from '@maru/kit/server/context.ts';
import { marketReader } from '@maru/market/contract.ts';
import type { TradeRound } from '../contract.ts';
import { isInHours, nextInHours } from '../own-hours.ts';
import { ordinalOfRound } from '../round-codes.ts';
import { roundsRoom } from './rounds-room.ts';
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

/** A round that has bets goes on taking them to its cut-off: changed hours hold for those that nobody has opened. */
function isGameOpen({ services }: Market, option: SiteOption, ordinal: number): boolean {
  const { row, timeZone, site } = option;
  if (row.hours === undefined) return true;
  const { startAt, endAt } = roundTimes(option, ordinal);
  if (isInHours(row.hours, timeZone, startAt) && isInHours(row.hours, timeZone, endAt - 1)) return true;
  return services.find(roundsRoom)?.rounds.find(site, option.option, ordinal) !== undefined;
}

/** A round as it is told: one that hours leave out is closed, unless bets of before are in it. */
export function withinHours(context: Market, option: SiteOption, round: TradeRound): TradeRound {
  const { status, pool, tradeRoundId } = round;
  if (status !== 0 || pool.upCount + pool.downCount > 0 || isWithinHours(context, option, ordinalOfRound(tradeRoundId))) return round;
  return { ...round, phase: 'CLOSED' };
}

/** When the game opens next, if the round that takes bets at `now` is out of hours; else null. */
export function nextOpeningOf(context: Market, option: SiteOption, now: number): number | null {
  const ordinal = bettingOrdinal(option, now);
  if (isWithinHours(context, option, ordinal)) return null;
  const market = context.services.find(marketReader);
  const { startAt, endAt } = roundTimes(option, ordinal);
  const { hours } = option.row;
  const code = option.data?.code;
  const isOpenMarket = (at: number) => market === undefined || code === undefined || market.isOpenAt(code, at);
  // Before its closing the market is open still: the opening after the round is meant.
  let at = isOpenMarket(endAt) && !isMarketOpen(context, option, ordinal) ? startAt : endAt;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const own = hours === undefined ? at : nextInHours(hours, option.timeZone, at);
    if (own === undefined) return null;
    if (own > at) at = own;
    else if (isOpenMarket(at)) return at;
    else at = market?.opensAfter(code ?? '', at) ?? at;
  }
  return null;
}
