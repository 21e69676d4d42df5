// What a member may still stake today by its own limits, and SetPlayLimits: tighter ones bind at once, looser ones after a day.
import {
  LIMITS,
  LIMITS_FROM,
  LIMITS_MOST,
  LIMITS_PENDING,
  PLAY,
  PLAY_DAY,
  PLAY_DAY_END,
  PLAY_DAY_FIRST,
  PLAY_DAY_LOSS,
  PLAY_DAY_STAKE,
  PLAY_WAITING,
} from '../layout-rounds.ts';
import { META_TIME } from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { isOpen } from '../ledger/open-account.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { openTables } from './option.ts';
import { DAY_MS } from '../time.ts';
import { beginOfDay, endOfDay, setPlayDay } from './play-day.ts';
import { isWhole } from './set-round-option.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { writeEvent } from '../wire/event.ts';

const Head = CommandHeadWord;
const { SetPlayLimits } = CommandWord;

const MOST_LIMIT = 2 ** 52;
/** Of the three limits: its word in the command, and the most that it may say. */
const OWN = [SetPlayLimits.dayLoss, SetPlayLimits.dayStake, SetPlayLimits.dayPlayMs] as const;
const MOST = [MOST_LIMIT, MOST_LIMIT, DAY_MS] as const;
const KINDS = 3;
const [LOSS, STAKE, TIME] = [0, 1, 2];
/** A word that leaves its limit as it is. */
const AS_IT_IS = -1;

/** Begins the member's day anew when one has passed. */
export function rollDay(s: EngineState, account: number, time: number): void {
  const { play } = s.rounds;
  const row = account * PLAY;
  const ended = play[row + PLAY_DAY_END];
  if (time < ended) return;
  // A site that moved its days meanwhile begins none within the one before.
  const begin = beginOfDay(s, time);
  play[row + PLAY_DAY] = begin > ended ? begin : ended;
  play[row + PLAY_DAY_END] = endOfDay(s, time);
  play[row + PLAY_DAY_STAKE] = 0;
  play[row + PLAY_DAY_LOSS] = 0;
  play[row + PLAY_DAY_FIRST] = 0;
}

/** Limits, stakes, net loss and first play as they count at `time`; nothing is written. `from` is 0 for a limit that no other waits to follow. */
export const playNow = { most: [0, 0, 0], pending: [0, 0, 0], from: [0, 0, 0], staked: 0, lost: 0, firstAt: 0 };

export function readPlay(s: EngineState, account: number, time: number): void {
  const { play, limits } = s.rounds;
  for (let k = 0; k < KINDS; k++) {
    const own = account * LIMITS + k;
    const from = limits[own + LIMITS_FROM];
    const waits = from !== 0 && time < from;
    playNow.most[k] = limits[own + (from !== 0 && !waits ? LIMITS_PENDING : LIMITS_MOST)];
    playNow.pending[k] = waits ? limits[own + LIMITS_PENDING] : 0;
    playNow.from[k] = waits ? from : 0;
  }
  const row = account * PLAY;
  const isToday = time < play[row + PLAY_DAY_END];
  playNow.staked = isToday ? play[row + PLAY_DAY_STAKE] : 0;
  playNow.lost = isToday ? play[row + PLAY_DAY_LOSS] : 0;
  playNow.firstAt = isToday ? play[row + PLAY_DAY_FIRST] : 0;
}

/** 0, or why the member's own limits refuse this stake: the limit and what is left of it. What is open counts as lost until it is settled. */
export function checkOwnLimits(s: EngineState, account: number, stake: number): number {
  const time = s.meta[META_TIME];
  readPlay(s, account, time);
  const { most, staked, lost, firstAt } = playNow;
  if (most[TIME] !== 0 && firstAt !== 0 && time >= firstAt + most[TIME])
    return refuse(s, Reject.OWN_TIME_LIMIT, most[TIME], s.rounds.play[account * PLAY + PLAY_DAY_END]);
  if (most[STAKE] !== 0 && staked + stake > most[STAKE]) return refuse(s, Reject.OWN_STAKE_LIMIT, most[STAKE], leftOf(most[STAKE], staked));
  const atRisk = lost + s.rounds.play[account * PLAY + PLAY_WAITING];
  if (most[LOSS] !== 0 && atRisk + stake > most[LOSS]) return refuse(s, Reject.OWN_LOSS_LIMIT, most[LOSS], leftOf(most[LOSS], atRisk));
  return 0;
}

const leftOf = (limit: number, used: number) => (used > limit ? 0 : limit - used);

/** Keeps a bet's stake, or gives it back (less than 0) to the day it was placed in. */
export function countStake(s: EngineState, account: number, stake: number, placedAt: number): void {
  const { play } = s.rounds;
  const row = account * PLAY;
  rollDay(s, account, s.meta[META_TIME]);
  if (placedAt < play[row + PLAY_DAY]) return;
  play[row + PLAY_DAY_STAKE] += stake;
  if (play[row + PLAY_DAY_FIRST] === 0) play[row + PLAY_DAY_FIRST] = placedAt;
}

/** `lost` less than 0 = won. */
export function countLoss(s: EngineState, account: number, lost: number): void {
  rollDay(s, account, s.meta[META_TIME]);
  s.rounds.play[account * PLAY + PLAY_DAY_LOSS] += lost;
}

export function setPlayLimits(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  if (account === -1) return setPlayDay(s, e, words, at);
  for (let k = 0; k < KINDS; k++) if (!isWhole(words[at + OWN[k]], AS_IT_IS, MOST[k])) return refuse(s, Reject.PARAM_MALFORMED);
  if (words[at + SetPlayLimits.dayOffsetMs] !== AS_IT_IS || words[at + Head.further] !== 0) return refuse(s, Reject.PARAM_MALFORMED);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  openTables(s);
  readPlay(s, account, s.meta[META_TIME]);
  for (let k = 0; k < KINDS; k++) setOwn(s, account * LIMITS + k, k, words[at + OWN[k]]);
  const row = account * LIMITS;
  const [dayLoss, dayStake, dayPlayMs, pendingLoss, pendingStake, pendingPlayMs, lossFrom, stakeFrom, playFrom] =
    s.rounds.limits.subarray(row);
  const pending = { pendingLoss, pendingStake, pendingPlayMs, lossFrom, stakeFrom, playFrom };
  writeEvent(e, 'PlayLimitsSet', account, -1, { dayLoss, dayStake, dayPlayMs, ...pending });
  return 0;
}

/** One limit of the row that `readPlay` has read: each waits for itself. */
function setOwn(s: EngineState, own: number, k: number, word: number): void {
  const { limits } = s.rounds;
  const { most, pending, from } = playNow;
  const waits = from[k] !== 0;
  const before = waits ? pending[k] : most[k];
  const wanted = word === AS_IT_IS ? before : word;
  const binding = tighter(most[k], wanted);
  const isLater = binding !== wanted;
  limits[own + LIMITS_MOST] = binding;
  limits[own + LIMITS_PENDING] = isLater ? wanted : 0;
  // Whoever asks for less than what is to come does not wait longer for it.
  limits[own + LIMITS_FROM] = !isLater ? 0 : waits && tighter(before, wanted) === wanted ? from[k] : s.meta[META_TIME] + DAY_MS;
}

/** The smaller of two limits, 0 being none. */
function tighter(now: number, wanted: number): number {
  if (now === 0) return wanted;
  return wanted === 0 || wanted > now ? now : wanted;
}
