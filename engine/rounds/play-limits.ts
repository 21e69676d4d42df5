// What a member may still stake today by its own limits, and SetPlayLimits: tighter ones bind at once, looser ones after a day.
import {
  PLAY,
  PLAY_DAY,
  PLAY_DAY_LOSS,
  PLAY_DAY_OFFSET,
  PLAY_DAY_STAKE,
  PLAY_MOST_LOSS,
  PLAY_MOST_STAKE,
  PLAY_PENDING_FROM,
  PLAY_PENDING_LOSS,
  PLAY_PENDING_STAKE,
  PLAY_UNTIL,
  PLAY_WAITING,
} from '../layout-rounds.ts';
import { META_TIME } from '../layout.ts';
import { EventKind } from '../event-kind.ts';
import type { EventBuffer } from '../event-buffer.ts';
import { isOpen } from '../ledger/open-account.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { openTables } from './option.ts';
import { isWhole } from './set-round-option.ts';

export const DAY_MS = 86_400_000;
const MOST_LIMIT = 2 ** 52;
const MOST_TIME = 2 ** 52;

/** When the member's day of `time` began. */
function dayOf(s: EngineState, row: number, time: number): number {
  return time - ((time + s.rounds.play[row + PLAY_DAY_OFFSET]) % DAY_MS);
}

/** Begins the member's day anew when one has passed. */
export function rollDay(s: EngineState, account: number, time: number): void {
  const { play } = s.rounds;
  const row = account * PLAY;
  if (time < play[row + PLAY_DAY] + DAY_MS && play[row + PLAY_DAY] !== 0) return;
  play[row + PLAY_DAY] = dayOf(s, row, time);
  play[row + PLAY_DAY_STAKE] = 0;
  play[row + PLAY_DAY_LOSS] = 0;
}

/** Limits, stakes and net loss as they count at `time`; nothing is written. */
export const playNow = { mostLoss: 0, mostStake: 0, staked: 0, lost: 0 };

export function readPlay(s: EngineState, account: number, time: number): void {
  const { play } = s.rounds;
  const row = account * PLAY;
  const from = play[row + PLAY_PENDING_FROM];
  const isLooser = from !== 0 && time >= from;
  playNow.mostLoss = play[row + (isLooser ? PLAY_PENDING_LOSS : PLAY_MOST_LOSS)];
  playNow.mostStake = play[row + (isLooser ? PLAY_PENDING_STAKE : PLAY_MOST_STAKE)];
  const isToday = time < play[row + PLAY_DAY] + DAY_MS;
  playNow.staked = isToday ? play[row + PLAY_DAY_STAKE] : 0;
  playNow.lost = isToday ? play[row + PLAY_DAY_LOSS] : 0;
}

/** 0, or why the member's own limits refuse this stake. What is open counts as lost until it is settled. */
export function checkOwnLimits(s: EngineState, account: number, stake: number): number {
  const { play } = s.rounds;
  const time = s.meta[META_TIME];
  const until = play[account * PLAY + PLAY_UNTIL];
  if (until !== 0 && time >= until) return refuse(s, Reject.OWN_TIME_LIMIT, until, time);
  readPlay(s, account, time);
  const { mostLoss, mostStake, staked, lost } = playNow;
  if (mostStake !== 0 && staked + stake > mostStake) return refuse(s, Reject.OWN_STAKE_LIMIT, mostStake, staked + stake);
  const atRisk = lost + play[account * PLAY + PLAY_WAITING] + stake;
  if (mostLoss !== 0 && atRisk > mostLoss) return refuse(s, Reject.OWN_LOSS_LIMIT, mostLoss, atRisk);
  return 0;
}

/** Keeps a bet's stake (sign 1), or gives it back to the day it was placed in (sign -1). */
export function countStake(s: EngineState, account: number, stake: number, placedAt: number): void {
  const { play } = s.rounds;
  rollDay(s, account, s.meta[META_TIME]);
  if (placedAt >= play[account * PLAY + PLAY_DAY]) play[account * PLAY + PLAY_DAY_STAKE] += stake;
}

/** `lost` less than 0 = won. */
export function countLoss(s: EngineState, account: number, lost: number): void {
  rollDay(s, account, s.meta[META_TIME]);
  s.rounds.play[account * PLAY + PLAY_DAY_LOSS] += lost;
}

export function setPlayLimits(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + 2];
  const [loss, stake, until, offset] = [words[at + 7], words[at + 8], words[at + 9], words[at + 10]];
  if (!isWhole(loss, 0, MOST_LIMIT) || !isWhole(stake, 0, MOST_LIMIT) || !isWhole(until, 0, MOST_TIME) || !isWhole(offset, 0, DAY_MS - 1))
    return refuse(s, Reject.PARAM_MALFORMED);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  openTables(s);
  const { play } = s.rounds;
  const row = account * PLAY;
  const time = s.meta[META_TIME];
  readPlay(s, account, time);
  const now = { ...playNow };
  if (play[row + PLAY_DAY_OFFSET] !== offset) moveDay(s, row, offset, time);
  play[row + PLAY_MOST_LOSS] = tighter(now.mostLoss, loss);
  play[row + PLAY_MOST_STAKE] = tighter(now.mostStake, stake);
  const waits = play[row + PLAY_MOST_LOSS] !== loss || play[row + PLAY_MOST_STAKE] !== stake;
  play[row + PLAY_PENDING_LOSS] = waits ? loss : 0;
  play[row + PLAY_PENDING_STAKE] = waits ? stake : 0;
  play[row + PLAY_PENDING_FROM] = waits ? time + DAY_MS : 0;
  play[row + PLAY_UNTIL] = until;
  const event = e.begin(EventKind.PlayLimitsSet, account, -1);
  e.words.set([play[row + PLAY_MOST_LOSS], play[row + PLAY_MOST_STAKE], until, offset], event + 6);
  e.words.set(play.subarray(row + PLAY_PENDING_LOSS, row + PLAY_PENDING_FROM + 1), event + 10);
  return 0;
}

/** The day begins elsewhere from now on; what was staked and lost in the present one counts on. */
function moveDay(s: EngineState, row: number, offset: number, time: number): void {
  const { play } = s.rounds;
  const isToday = time < play[row + PLAY_DAY] + DAY_MS;
  play[row + PLAY_DAY_OFFSET] = offset;
  if (isToday && play[row + PLAY_DAY] !== 0) play[row + PLAY_DAY] = dayOf(s, row, time);
}

/** The smaller of two limits, 0 being none. */
function tighter(now: number, wanted: number): number {
  if (now === 0) return wanted;
  return wanted === 0 || wanted > now ? now : wanted;
}
