// CancelBet: a member takes a bet back before the cut-off, whole and for nothing; not where its strike is known already.
import {
  BET,
  BET_MARKET,
  BET_ROUND,
  BET_STAKE,
  MARKETS,
  OPTION,
  OPTION_SYMBOL,
  PLAY,
  PLAY_WAITING,
  ROUND,
  ROUND_OPTION,
  ROUND_ORDINAL,
  ROUND_STATE,
} from '../layout-rounds.ts';
import { META_TIME } from '../layout.ts';
import { SHUT_FLAGS } from '../wire/command-kind.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { flagsOf } from '../futures/set-account-flags.ts';
import { HouseAccount, binaryWallet, PostingReason } from '../ledger/account.ts';
import { isOpen } from '../ledger/open-account.ts';
import { post } from '../ledger/post.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { countStake } from './play-limits.ts';
import { countBet, cutoffOf, dropBet, findBet, isInRound, RoundState } from './round-life.ts';
import { writeEvent } from '../wire/event.ts';

export function cancelBet(s: EngineState, e: EventBuffer, account: number, betId: number): number {
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  if ((flagsOf(s, account) & SHUT_FLAGS) !== 0) return refuse(s, Reject.ACCOUNT_FROZEN);
  const slot = findBet(s, account, betId);
  if (slot < 0) return refuse(s, Reject.BET_UNKNOWN);
  const { rounds, bets, betTimes, stakes, options, play } = s.rounds;
  const row = slot * BET;
  const round = bets[row + BET_ROUND];
  const option = rounds[round * ROUND + ROUND_OPTION];
  const ordinal = rounds[round * ROUND + ROUND_ORDINAL];
  const isOver = isInRound(s, round) || s.meta[META_TIME] >= cutoffOf(s, round);
  if (isOver || rounds[round * ROUND + ROUND_STATE] !== RoundState.Open) return refuse(s, Reject.BET_CANCEL_OVER);
  const stake = bets[row + BET_STAKE];
  const market = bets[row + BET_MARKET];
  countBet(s, slot, -1);
  stakes[round * MARKETS + market] -= stake;
  countStake(s, account, 0 - stake, betTimes[slot]);
  dropBet(s, slot);
  const wallet = binaryWallet(account);
  post(s, e, account, -1, HouseAccount.RoundsEscrow, wallet, stake, PostingReason.RoundRefund, betId);
  const after = { balance: s.ledger[wallet], waiting: play[account * PLAY + PLAY_WAITING], sideStake: stakes[round * MARKETS + market] };
  writeEvent(e, 'BetCancelled', account, options[option * OPTION + OPTION_SYMBOL], { betId, option, ordinal, market, stake, ...after });
  return 0;
}
