// The naive engine's PlaceBet: each rule of a bet in turn, then the stake into escrow.
import type { Command, CommandKind } from '../../wire/command.ts';
import { HouseAccount } from '../../ledger/account.ts';
import { POWER_BALL_MARKETS } from '../../rounds/power-ball-markets.ts';
import { Reject } from '../../reject.ts';
import { balance, listed, type Naive, post } from './model.ts';
import {
  binaryOf,
  draws,
  nothing,
  ownLimitFault,
  type NaiveOption,
  type NaiveRound,
  payoutOf,
  playOf,
  roundOf,
  type Terms,
} from './rounds-model.ts';

type Bet = Extract<Command, { kind: typeof CommandKind.PlaceBet }>;

const FROZEN = 32 | 32_768;
const EXCLUDED = 128;
const NO_INVEST = 16;
const MAX = 4_503_599_627_370_496n;

export function placeBet(s: Naive, c: Bet, betId: number): number {
  const player = playerFault(s, c.account);
  if (player) return player;
  const option = s.rounds.options.get(c.option);
  if (option === undefined) return Reject.ROUND_OPTION_UNKNOWN;
  if (!Number.isSafeInteger(c.ordinal) || c.ordinal < 0 || c.ordinal >= 2 ** 32) return Reject.PARAM_MALFORMED;
  if ((c.ordinal + 1) * option.duration <= s.time) return Reject.INVEST_CLOSED;
  const { terms } = option.terms.findLast(({ from }) => from <= c.ordinal)!;
  if ((terms.flags & 1) === 0) return Reject.ROUND_OPTION_PAUSED;
  const feed = feedFault(s, option);
  if (feed) return feed;
  const odds = oddsOf(option, terms, c);
  if (odds === 0) return Reject.INVALID_BET_TYPE;
  const strike = strikeFault(s, c, (terms.flags & 2) !== 0);
  if (strike) return strike;
  const whileRunning = draws(option.kind) || (terms.flags & 2) !== 0;
  const begin = (whileRunning ? c.ordinal : c.ordinal - 1) * option.duration;
  if (s.time < begin) return Reject.INVEST_NOT_OPEN;
  if (s.time >= begin + option.duration - terms.cutoffMs) return Reject.INVEST_CLOSED;
  const known = roundOf(s, c.option, c.ordinal);
  if (draws(option.kind) && known?.seal === undefined) return Reject.DRAW_NOT_COMMITTED;
  const limit = limitFault(s, c, terms, known);
  if (limit) return limit;
  const round = known ?? {
    option,
    ordinal: c.ordinal,
    isOpened: false,
    seal: undefined,
    terms,
    told: 0,
    verdict: undefined,
    done: nothing(),
  };
  const bet = { id: betId, account: c.account, round, market: c.market, stake: BigInt(c.stake), odds: BigInt(odds) };
  const whole = { ...bet, strike: BigInt(c.strike?.price ?? 0), placedAt: s.time };
  const occupancy = capacityFault(s, c, payoutOf(whole), known);
  if (occupancy) return occupancy;
  if (known === undefined) s.rounds.open.push(round);
  if (!round.isOpened) {
    Object.assign(round, { isOpened: true, terms });
    s.rounds.told.push(`opened ${c.option}/${c.ordinal} under ${terms.flags} sold at ${terms.saleFee} ${terms.saleVolatility}`);
  }
  s.rounds.bets.push(whole);
  const play = playOf(s, c.account);
  play.staked += whole.stake;
  play.played.push(s.time);
  post(s, binaryOf(c.account), HouseAccount.RoundsEscrow, whole.stake);
  s.rounds.told.push(`placed ${betId} of ${c.account} on ${c.option}/${c.ordinal}/${c.market} ${c.stake} at ${odds} from ${whole.strike}`);
  return 0;
}

export function playerFault(s: Naive, account: number): number {
  const known = s.accounts.get(account);
  if (known === undefined) return Reject.ACCOUNT_UNKNOWN;
  if ((known.flags & FROZEN) !== 0) return Reject.ACCOUNT_FROZEN;
  if ((known.flags & EXCLUDED) !== 0) return Reject.SELF_EXCLUDED;
  return (known.flags & NO_INVEST) !== 0 ? Reject.PARTNER_MAY_NOT_INVEST : 0;
}

/** The feed must run; a halt of the whole site stops bets, a symbol's own operator switches do not. */
export function feedFault(s: Naive, option: NaiveOption): number {
  if ((s.siteSwitches & 4) !== 0) return Reject.TRADING_HALTED;
  if (draws(option.kind)) return 0;
  const symbol = listed(s, option.symbol);
  if (symbol === undefined) return Reject.SYMBOL_CLOSED;
  const bits = s.siteSwitches | symbol.switches;
  if ((bits & 32) !== 0) return Reject.TRADING_HALTED;
  if ((bits & 8) !== 0) return Reject.MARKET_CLOSED;
  return (bits & 16) !== 0 ? Reject.PRICE_STALE : 0;
}

function oddsOf(option: NaiveOption, terms: Terms, c: Bet): number {
  const most = draws(option.kind) ? POWER_BALL_MARKETS.length - 1 : 1;
  if (!Number.isSafeInteger(c.market) || c.market < 0 || c.market > most) return 0;
  if (!draws(option.kind)) return c.market === 0 ? terms.oddsUp : terms.oddsDown;
  return (option.odds.get(c.market) ?? []).findLast(({ from }) => from <= c.ordinal)?.odds ?? 0;
}

function strikeFault(s: Naive, c: Bet, isOwn: boolean): number {
  if ((c.strike !== undefined) !== isOwn) return Reject.PARAM_MALFORMED;
  if (c.strike === undefined) return 0;
  const { price, time } = c.strike;
  if (!Number.isSafeInteger(price) || price < 1 || price > 4_294_967_295 || time > s.time || time < 0) return Reject.PARAM_MALFORMED;
  return s.time - time > 2_000 ? Reject.PRICE_STALE : 0;
}

function limitFault(s: Naive, c: Bet, terms: Terms, round: NaiveRound | undefined): number {
  if (!Number.isSafeInteger(c.stake) || c.stake <= 0) return Reject.AMOUNT_NOT_POSITIVE;
  if (c.stake < terms.minStake) return Reject.BELOW_MINIMUM;
  if (c.stake > terms.maxStake) return Reject.ABOVE_MAXIMUM;
  const stake = BigInt(c.stake);
  const inRound = s.rounds.bets.filter((b) => round !== undefined && b.round === round);
  const sumOf = (bets: typeof inRound) => bets.reduce((all, b) => all + b.stake, 0n);
  if (sumOf(inRound.filter((b) => b.account === c.account)) + stake > BigInt(terms.maxMemberRound)) return Reject.MEMBER_ROUND_LIMIT;
  if (sumOf(inRound.filter((b) => b.market === c.market)) + stake > BigInt(terms.maxSideExposure)) return Reject.SIDE_EXPOSURE_FULL;
  const own = ownLimitFault(s, c.account, stake);
  if (own) return own;
  return s.rounds.bets.filter((b) => b.account === c.account).length >= 500 ? Reject.TOO_MANY_BETS : 0;
}

function capacityFault(s: Naive, c: Bet, payout: bigint, round: NaiveRound | undefined): number {
  const stake = BigInt(c.stake);
  const held = balance(s, binaryOf(c.account));
  if (stake > held) return Reject.INSUFFICIENT_BALANCE;
  const could = (bets: typeof s.rounds.bets) => bets.reduce((all, b) => all + payoutOf(b), 0n);
  const house = balance(s, HouseAccount.Rounds);
  const open = s.rounds.bets.reduce((all, b) => all + b.stake, 0n);
  const isTooLarge =
    held + could(s.rounds.bets.filter((b) => b.account === c.account)) + payout >= MAX ||
    house - could(s.rounds.bets) - payout <= -MAX ||
    house + open + stake >= MAX;
  if (isTooLarge) return Reject.QUANTITY_TOO_LARGE;
  const { orders, levels } = s.occupancy.capacity;
  const isFull = s.rounds.bets.length >= orders || (round === undefined && s.rounds.open.length >= Math.max(128, levels >> 3));
  return isFull ? Reject.CAPACITY_FULL : 0;
}
