// SellBet: an open bet of a running price round goes back to the house for what sale-value.ts gives, where the option allows it.
import {
  BET,
  BET_MARKET,
  BET_PAYOUT,
  BET_ROUND,
  BET_STAKE,
  BET_STRIKE,
  MARKETS,
  OPTION,
  OPTION_SYMBOL,
  PLAY,
  PLAY_WAITING,
  ROUND,
  ROUND_CUTOFF,
  ROUND_FLAGS,
  ROUND_OPTION,
  ROUND_ORDINAL,
  ROUND_SALE_FEE,
  ROUND_SALE_VOLATILITY,
  ROUND_STATE,
  ROUND_STRIKE,
} from '../layout-rounds.ts';
import { META_TIME } from '../layout.ts';
import { SHUT_FLAGS } from '../wire/command-kind.ts';
import { RoundFlag } from '../wire/round-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { flagsOf } from '../futures/set-account-flags.ts';
import { HouseAccount, binaryWallet, PostingReason } from '../ledger/account.ts';
import { isOpen } from '../ledger/open-account.ts';
import { post } from '../ledger/post.ts';
import { MAX_PRICE_TICKS } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { durationOf } from './option.ts';
import { checkFeed, FRESH_MS } from './place-bet.ts';
import { countLoss } from './play-limits.ts';
import { countBet, dropBet, findBet, RoundState } from './round-life.ts';
import { chanceOf, saleValue } from './sale-value.ts';
import { isWhole } from './set-round-option.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { writeEvent } from '../wire/event.ts';

const Head = CommandHeadWord;
const { SellBet } = CommandWord;

const draft = { slot: 0, strike: 0, value: 0 };

export function sellBet(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const betId = words[at + SellBet.betId];
  const price = words[at + SellBet.price];
  const refusal = checkBet(s, account, betId) || checkPrices(s, words, at) || checkValue(s, words[at + SellBet.least], price);
  if (refusal !== 0) return refusal;
  const { rounds, bets, stakes, options, play } = s.rounds;
  const { slot, value } = draft;
  const round = bets[slot * BET + BET_ROUND];
  const [market, stake] = [bets[slot * BET + BET_MARKET], bets[slot * BET + BET_STAKE]];
  const [option, ordinal] = [rounds[round * ROUND + ROUND_OPTION], rounds[round * ROUND + ROUND_ORDINAL]];
  if (bets[slot * BET + BET_STRIKE] === 0) rounds[round * ROUND + ROUND_STRIKE] = draft.strike;
  countBet(s, slot, -1);
  stakes[round * MARKETS + market] -= stake;
  countLoss(s, account, stake - value);
  dropBet(s, slot);
  const wallet = binaryWallet(account);
  post(s, e, account, -1, HouseAccount.RoundsEscrow, HouseAccount.Rounds, stake, PostingReason.RoundLoss, betId);
  post(s, e, account, -1, HouseAccount.Rounds, wallet, value, PostingReason.RoundSale, betId);
  const sale = { betId, option, ordinal, market, stake, value, price };
  const after = { balance: s.ledger[wallet], waiting: play[account * PLAY + PLAY_WAITING], sideStake: stakes[round * MARKETS + market] };
  writeEvent(e, 'BetSold', account, options[option * OPTION + OPTION_SYMBOL], { ...sale, ...after });
  return 0;
}

function checkBet(s: EngineState, account: number, betId: number): number {
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  if ((flagsOf(s, account) & SHUT_FLAGS) !== 0) return refuse(s, Reject.ACCOUNT_FROZEN);
  draft.slot = findBet(s, account, betId);
  if (draft.slot < 0) return refuse(s, Reject.BET_UNKNOWN);
  const { rounds, bets } = s.rounds;
  const row = bets[draft.slot * BET + BET_ROUND] * ROUND;
  const option = rounds[row + ROUND_OPTION];
  if ((rounds[row + ROUND_FLAGS] & RoundFlag.EarlySale) === 0) return refuse(s, Reject.EARLY_SALE_NOT_ALLOWED);
  // While the round runs, up to as long before its end as betting closes before a boundary.
  const startAt = rounds[row + ROUND_ORDINAL] * durationOf(s, option);
  const until = startAt + durationOf(s, option) - rounds[row + ROUND_CUTOFF];
  const time = s.meta[META_TIME];
  if (time < startAt || time >= until || rounds[row + ROUND_STATE] !== RoundState.Open)
    return refuse(s, Reject.EARLY_SALE_NOT_ALLOWED, until, time);
  return checkFeed(s, option);
}

/** A fresh price, and the round's strike: the same for every sale of the round. */
function checkPrices(s: EngineState, words: Float64Array, at: number): number {
  const [least, price, tickTime, strike] = [
    words[at + SellBet.least],
    words[at + SellBet.price],
    words[at + SellBet.tickTime],
    words[at + SellBet.strike],
  ];
  const time = s.meta[META_TIME];
  if (words[at + Head.further] !== 1 || !isWhole(least, 0, Number.MAX_SAFE_INTEGER) || !isWhole(tickTime, 0, time))
    return refuse(s, Reject.PARAM_MALFORMED);
  if (!isWhole(price, 1, MAX_PRICE_TICKS) || !isWhole(strike, 0, MAX_PRICE_TICKS)) return refuse(s, Reject.PARAM_MALFORMED);
  const { rounds, bets } = s.rounds;
  const own = bets[draft.slot * BET + BET_STRIKE];
  const told = rounds[bets[draft.slot * BET + BET_ROUND] * ROUND + ROUND_STRIKE];
  const isRight = own !== 0 ? strike === 0 : strike !== 0 && (told === 0 || strike === told);
  if (!isRight) return refuse(s, Reject.PARAM_MALFORMED, told, strike);
  draft.strike = own !== 0 ? own : strike;
  return time - tickTime > FRESH_MS ? refuse(s, Reject.PRICE_STALE, FRESH_MS, time - tickTime) : 0;
}

function checkValue(s: EngineState, least: number, price: number): number {
  const { rounds, bets } = s.rounds;
  const bet = draft.slot * BET;
  const row = bets[bet + BET_ROUND] * ROUND;
  const endAt = (rounds[row + ROUND_ORDINAL] + 1) * durationOf(s, rounds[row + ROUND_OPTION]);
  const left = endAt - s.meta[META_TIME];
  const chance = chanceOf(bets[bet + BET_MARKET], price, draft.strike, left, rounds[row + ROUND_SALE_VOLATILITY]);
  draft.value = saleValue(bets[bet + BET_PAYOUT], chance, rounds[row + ROUND_SALE_FEE]);
  return draft.value < least ? refuse(s, Reject.SALE_BELOW_LEAST, draft.value, least) : 0;
}
