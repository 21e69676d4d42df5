// PlaceBet: a stake on one market of one round, taken in its window only, at odds frozen into the bet (rules 11.3, 11.6, 11.8).
import {
  BET,
  BET_MARKET,
  BET_ODDS,
  BET_PAYOUT,
  BET_ROUND,
  BET_STAKE,
  BET_STRIKE,
  CONFIG_CUTOFF,
  CONFIG_MAX_MEMBER,
  CONFIG_MAX_SIDE,
  CONFIG_MAX_STAKE,
  CONFIG_MIN_STAKE,
  LINKS,
  LINK_OWN_NEXT,
  MARKETS,
  MARK_COULD_PAY,
  MARK_STAKES,
  OPTION,
  OPTION_SYMBOL,
  PLAY,
  PLAY_BETS,
  PLAY_COULD_WIN,
  PLAY_FIRST,
  PLAY_WAITING,
  ROUND,
  ROUND_COMMITTED,
  ROUND_FLAGS,
  ROUND_OPENED,
  ROUND_SALE_FEE,
  ROUND_SALE_VOLATILITY,
} from '../layout-rounds.ts';
import { LIVE, META_SITE_SWITCHES, META_TIME, SWITCHES } from '../layout.ts';
import { AccountFlag, SHUT_FLAGS, SwitchBit } from '../wire/command-kind.ts';
import { BetMarket, BetStrikeWord, RoundFlag } from '../wire/round-terms.ts';
import { EventKind } from '../wire/event-kind.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { placed } from '../futures/place-order.ts';
import { flagsOf } from '../futures/set-account-flags.ts';
import { HouseAccount, binaryWallet, PostingReason, MAX_MEMBER_BALANCE } from '../ledger/account.ts';
import { isOpen } from '../ledger/open-account.ts';
import { post } from '../ledger/post.ts';
import { isListed } from '../market/listed.ts';
import { mulDivFloor } from '../money/rounding.ts';
import { MAX_PRICE_TICKS, RATE_ONE } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { betsWhileRunning, configOf, durationOf, hasFlag, isDraw, isOption, oddsOf } from './option.ts';
import { checkOwnLimits, countStake } from './play-limits.ts';
import { POWER_BALL_MARKETS } from './power-ball-markets.ts';
import { addBet, betIdOf, countBet, findRound, hasCapacityForBet, hasCapacityForRound, keepTerms, shapeRound } from './round-life.ts';
import { isWhole } from './set-round-option.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { writeEvent, writerOf } from '../wire/event.ts';

const Head = CommandHeadWord;
const { PlaceBet } = CommandWord;
const BetPlaced = writerOf(
  'BetPlaced',
  'betId',
  'option',
  'ordinal',
  'market',
  'stake',
  'odds',
  'strike',
  'balance',
  'waiting',
  'sideStake',
);

/** Ordinals that a round's id on the wire has room for. */
export const MOST_ORDINAL = 2 ** 32;
/** Open bets of one member. */
export const MOST_OPEN_BETS = 500;
/** A price older than this prices no bet and no sale. */
export const FRESH_MS = 2_000;
const STRIKE_WORDS = 4;
const FEED_CLOSED = SwitchBit.MarketClosed | SwitchBit.Stale | SwitchBit.FeedHalt;

/** What the checks of one bet worked out. */
const draft = { config: 0, round: -1, odds: 0, payout: 0, strike: 0 };

export function placeBet(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const [option, ordinal, market, stake] = [
    words[at + PlaceBet.option],
    words[at + PlaceBet.ordinal],
    words[at + PlaceBet.market],
    words[at + PlaceBet.stake],
  ];
  const refusal =
    checkPlayer(s, account) ||
    checkRound(s, option, ordinal) ||
    checkMarket(s, option, ordinal, market) ||
    checkStrike(s, option, words, at) ||
    checkWindow(s, option, ordinal) ||
    checkStake(s, account, market, stake) ||
    checkMoney(s, account, stake);
  if (refusal !== 0) return refusal;
  const round = draft.round >= 0 ? draft.round : shapeRound(s, option, ordinal);
  if (s.rounds.rounds[round * ROUND + ROUND_OPENED] === 0) openRound(s, e, round, option, ordinal);
  const slot = addBet(s, round, account);
  const row = slot * BET;
  const { bets, betTimes, stakes } = s.rounds;
  bets[row + BET_MARKET] = market;
  bets[row + BET_STAKE] = stake;
  bets[row + BET_ODDS] = draft.odds;
  bets[row + BET_STRIKE] = draft.strike;
  bets[row + BET_PAYOUT] = draft.payout;
  betTimes[slot] = s.meta[META_TIME];
  countBet(s, slot, 1);
  stakes[round * MARKETS + market] += stake;
  countStake(s, account, stake, s.meta[META_TIME]);
  const betId = betIdOf(s, slot);
  post(s, e, account, -1, binaryWallet(account), HouseAccount.RoundsEscrow, stake, PostingReason.RoundStake, betId);
  placed.orderId = betId;
  placed.filledLots = stake;
  tellBet(s, e, account, slot, option, ordinal);
  return 0;
}

function tellBet(s: EngineState, e: EventBuffer, account: number, slot: number, option: number, ordinal: number): void {
  const { bets, options, play, stakes } = s.rounds;
  const row = slot * BET;
  const event = e.open(EventKind.BetPlaced, account, options[option * OPTION + OPTION_SYMBOL]);
  const w = e.words;
  w[event + BetPlaced.betId] = betIdOf(s, slot);
  w[event + BetPlaced.option] = option;
  w[event + BetPlaced.ordinal] = ordinal;
  w[event + BetPlaced.market] = bets[row + BET_MARKET];
  w[event + BetPlaced.stake] = bets[row + BET_STAKE];
  w[event + BetPlaced.odds] = bets[row + BET_ODDS];
  w[event + BetPlaced.strike] = bets[row + BET_STRIKE];
  w[event + BetPlaced.balance] = s.ledger[binaryWallet(account)];
  w[event + BetPlaced.waiting] = play[account * PLAY + PLAY_WAITING];
  w[event + BetPlaced.sideStake] = stakes[bets[row + BET_ROUND] * MARKETS + bets[row + BET_MARKET]];
}

function openRound(s: EngineState, e: EventBuffer, round: number, option: number, ordinal: number): void {
  const { rounds } = s.rounds;
  const row = round * ROUND;
  rounds[row + ROUND_OPENED] = 1;
  keepTerms(s, round, draft.config);
  const duration = durationOf(s, option);
  writeEvent(e, 'RoundOpened', -1, s.rounds.options[option * OPTION + OPTION_SYMBOL], {
    option,
    ordinal,
    startAt: ordinal * duration,
    endAt: (ordinal + 1) * duration,
    closesAt: closesAt(s, option, draft.config, ordinal),
    flags: rounds[row + ROUND_FLAGS],
    saleFee: rounds[row + ROUND_SALE_FEE],
    saleVolatility: rounds[row + ROUND_SALE_VOLATILITY],
  });
}

/** Who may not play: certain partners, the frozen, the self-excluded (product specification; decisions.md, kept promises). */
export function checkPlayer(s: EngineState, account: number): number {
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  const flags = flagsOf(s, account);
  if ((flags & SHUT_FLAGS) !== 0) return refuse(s, Reject.ACCOUNT_FROZEN);
  if ((flags & AccountFlag.SelfExcluded) !== 0) return refuse(s, Reject.SELF_EXCLUDED);
  return (flags & AccountFlag.MayNotInvest) !== 0 ? refuse(s, Reject.PARTNER_MAY_NOT_INVEST) : 0;
}

/** True when the round ended before now. */
export function isOver(s: EngineState, option: number, ordinal: number): boolean {
  return (ordinal + 1) * durationOf(s, option) <= s.meta[META_TIME];
}

function checkRound(s: EngineState, option: number, ordinal: number): number {
  if (!isOption(s, option)) return refuse(s, Reject.ROUND_OPTION_UNKNOWN);
  if (!isWhole(ordinal, 0, MOST_ORDINAL - 1)) return refuse(s, Reject.PARAM_MALFORMED);
  // Of rounds that are over no terms are kept.
  if (isOver(s, option, ordinal)) return refuse(s, Reject.INVEST_CLOSED, 0, s.meta[META_TIME]);
  draft.config = configOf(s, option, ordinal);
  if (!hasFlag(s, draft.config, RoundFlag.Play)) return refuse(s, Reject.ROUND_OPTION_PAUSED);
  return checkFeed(s, option);
}

/** Bets and early sales want a feed that runs; a site-wide halt stops both. */
export function checkFeed(s: EngineState, option: number): number {
  const fault = feedFault(s, option);
  return fault === 0 ? 0 : refuse(s, fault);
}

/** What stands against bets of an option, 0 = nothing. */
export function feedFault(s: EngineState, option: number): number {
  const site = s.meta[META_SITE_SWITCHES];
  if ((site & SwitchBit.Halt) !== 0) return Reject.TRADING_HALTED;
  if (isDraw(s, option)) return 0;
  // A symbol's operator switches are for its order book: betting that has opened is nobody's to close.
  const symbol = s.rounds.options[option * OPTION + OPTION_SYMBOL];
  if (!isListed(s, symbol)) return Reject.SYMBOL_CLOSED;
  const bits = (s.live[symbol * LIVE + SWITCHES] | site) & FEED_CLOSED;
  if (bits === 0) return 0;
  if ((bits & SwitchBit.FeedHalt) !== 0) return Reject.TRADING_HALTED;
  return (bits & SwitchBit.MarketClosed) !== 0 ? Reject.MARKET_CLOSED : Reject.PRICE_STALE;
}

function checkMarket(s: EngineState, option: number, ordinal: number, market: number): number {
  const most = isDraw(s, option) ? POWER_BALL_MARKETS.length - 1 : BetMarket.Down;
  if (!isWhole(market, 0, most)) return refuse(s, Reject.INVALID_BET_TYPE);
  draft.odds = oddsOf(s, option, draft.config, ordinal, market);
  return draft.odds === 0 ? refuse(s, Reject.INVALID_BET_TYPE) : 0;
}

/** Only an in-round bet has a strike of its own: the fresh price of its moment. */
function checkStrike(s: EngineState, option: number, words: Float64Array, at: number): number {
  draft.strike = 0;
  const isOwn = !isDraw(s, option) && hasFlag(s, draft.config, RoundFlag.InRound);
  if (words[at + Head.further] !== (isOwn ? STRIKE_WORDS : 0)) return refuse(s, Reject.PARAM_MALFORMED);
  if (!isOwn) return 0;
  const strike = at + PlaceBet.strike;
  const [price, time] = [words[strike + BetStrikeWord.price], words[strike + BetStrikeWord.time]];
  if (!isWhole(price, 1, MAX_PRICE_TICKS) || !isWhole(time, 0, s.meta[META_TIME])) return refuse(s, Reject.PARAM_MALFORMED);
  const [idHi, idLo] = [words[strike + BetStrikeWord.idHi], words[strike + BetStrikeWord.idLo]];
  if (!isWhole(idHi, 0, MOST_WORD) || !isWhole(idLo, 0, MOST_WORD)) return refuse(s, Reject.PARAM_MALFORMED);
  draft.strike = price;
  return s.meta[META_TIME] - time > FRESH_MS ? refuse(s, Reject.PRICE_STALE, FRESH_MS, s.meta[META_TIME] - time) : 0;
}

const MOST_WORD = Number.MAX_SAFE_INTEGER;

function checkWindow(s: EngineState, option: number, ordinal: number): number {
  const time = s.meta[META_TIME];
  const from = opensAt(s, option, draft.config, ordinal);
  if (time < from) return refuse(s, Reject.INVEST_NOT_OPEN, from, time);
  const to = closesAt(s, option, draft.config, ordinal);
  if (time >= to) return refuse(s, Reject.INVEST_CLOSED, to, time);
  draft.round = findRound(s, option, ordinal);
  const isSealed = draft.round >= 0 && s.rounds.rounds[draft.round * ROUND + ROUND_COMMITTED] === 1;
  return isDraw(s, option) && !isSealed ? refuse(s, Reject.DRAW_NOT_COMMITTED) : 0;
}

/** Betting of a round opens with the round before it, or with itself where bets are taken while it runs. */
export function opensAt(s: EngineState, option: number, config: number, ordinal: number): number {
  return (betsWhileRunning(s, option, config) ? ordinal : ordinal - 1) * durationOf(s, option);
}

/** The cut-off: the first moment that is too late. */
export function closesAt(s: EngineState, option: number, config: number, ordinal: number): number {
  const boundary = (betsWhileRunning(s, option, config) ? ordinal + 1 : ordinal) * durationOf(s, option);
  return boundary - s.rounds.options[config + CONFIG_CUTOFF];
}

function checkStake(s: EngineState, account: number, market: number, stake: number): number {
  const { options, play, stakes } = s.rounds;
  if (!Number.isSafeInteger(stake) || stake <= 0) return refuse(s, Reject.AMOUNT_NOT_POSITIVE, 0, stake);
  const least = options[draft.config + CONFIG_MIN_STAKE];
  if (stake < least) return refuse(s, Reject.BELOW_MINIMUM, least, stake);
  const most = options[draft.config + CONFIG_MAX_STAKE];
  if (stake > most) return refuse(s, Reject.ABOVE_MAXIMUM, most, stake);
  const own = stakedIn(s, account, draft.round) + stake;
  const mostOwn = options[draft.config + CONFIG_MAX_MEMBER];
  if (own > mostOwn) return refuse(s, Reject.MEMBER_ROUND_LIMIT, mostOwn, own);
  const side = (draft.round < 0 ? 0 : stakes[draft.round * MARKETS + market]) + stake;
  const mostSide = options[draft.config + CONFIG_MAX_SIDE];
  if (side > mostSide) return refuse(s, Reject.SIDE_EXPOSURE_FULL, mostSide, side);
  const refusal = checkOwnLimits(s, account, stake);
  if (refusal !== 0) return refusal;
  return play[account * PLAY + PLAY_BETS] >= MOST_OPEN_BETS ? refuse(s, Reject.TOO_MANY_BETS, MOST_OPEN_BETS, MOST_OPEN_BETS) : 0;
}

/** Open stakes of a member in one round. */
export function stakedIn(s: EngineState, account: number, round: number): number {
  if (round < 0) return 0;
  const { bets, betLinks, play } = s.rounds;
  let sum = 0;
  for (let next = play[account * PLAY + PLAY_FIRST]; next !== 0; next = betLinks[(next - 1) * LINKS + LINK_OWN_NEXT]) {
    if (bets[(next - 1) * BET + BET_ROUND] === round) sum += bets[(next - 1) * BET + BET_STAKE];
  }
  return sum;
}

/** Whatever comes of the bets that are open, no balance leaves what is counted exactly. */
function checkMoney(s: EngineState, account: number, stake: number): number {
  const balance = s.ledger[binaryWallet(account)];
  if (stake > balance) return refuse(s, Reject.INSUFFICIENT_BALANCE, balance, stake);
  const payout = mulDivFloor(stake, draft.odds, RATE_ONE);
  draft.payout = payout;
  const { marks, play } = s.rounds;
  const most = MAX_MEMBER_BALANCE;
  const house = s.ledger[HouseAccount.Rounds];
  const isCountable =
    balance + play[account * PLAY + PLAY_COULD_WIN] + payout < most &&
    house - marks[MARK_COULD_PAY] - payout > -most &&
    house + marks[MARK_STAKES] + stake < most;
  if (!isCountable) return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, stake);
  if (!hasCapacityForBet(s) || (draft.round < 0 && !hasCapacityForRound(s))) return refuse(s, Reject.CAPACITY_FULL);
  return 0;
}
