// What a member may still stake today by its own limits, and SetPlayLimits: tighter ones bind at once, looser ones after a day.
import {
  MARK_DAY_OFFSET,
  PLAY,
  PLAY_DAY,
  PLAY_DAY_FIRST,
  PLAY_DAY_LOSS,
  PLAY_DAY_STAKE,
  PLAY_MOST,
  PLAY_PENDING,
  PLAY_PENDING_FROM,
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
/** Of the three limits, in the order of the command's words. */
const MOST = [MOST_LIMIT, MOST_LIMIT, DAY_MS] as const;
const LIMITS = 3;
const [LOSS, STAKE, TIME] = [0, 1, 2];
/** A word that leaves its limit as it is. */
const AS_IT_IS = -1;

/** When the site's day of `time` began. */
export function dayOf(s: EngineState, time: number): number {
  return time - ((time + s.rounds.marks[MARK_DAY_OFFSET]) % DAY_MS);
}

/** Begins the member's day anew when one has passed. */
export function rollDay(s: EngineState, account: number, time: number): void {
  const { play } = s.rounds;
  const row = account * PLAY;
  if (time < play[row + PLAY_DAY] + DAY_MS && play[row + PLAY_DAY] !== 0) return;
  play[row + PLAY_DAY] = dayOf(s, time);
  play[row + PLAY_DAY_STAKE] = 0;
  play[row + PLAY_DAY_LOSS] = 0;
  play[row + PLAY_DAY_FIRST] = 0;
}

/** Limits, stakes, net loss and first play as they count at `time`; nothing is written. Without pending ones `pendingFrom` is 0. */
export const playNow = { most: [0, 0, 0], pending: [0, 0, 0], pendingFrom: 0, staked: 0, lost: 0, firstAt: 0 };

export function readPlay(s: EngineState, account: number, time: number): void {
  const { play } = s.rounds;
  const row = account * PLAY;
  const from = play[row + PLAY_PENDING_FROM];
  const waits = from !== 0 && time < from;
  const standing = row + (from !== 0 && !waits ? PLAY_PENDING : PLAY_MOST);
  for (let k = 0; k < LIMITS; k++) {
    playNow.most[k] = play[standing + k];
    playNow.pending[k] = waits ? play[row + PLAY_PENDING + k] : 0;
  }
  playNow.pendingFrom = waits ? from : 0;
  const isToday = time < play[row + PLAY_DAY] + DAY_MS;
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
    return refuse(s, Reject.OWN_TIME_LIMIT, most[TIME], s.rounds.play[account * PLAY + PLAY_DAY] + DAY_MS);
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
  const account = words[at + 2];
  const isSite = account === -1;
  for (let k = 0; k < LIMITS; k++)
    if (!isWhole(words[at + 7 + k], AS_IT_IS, isSite ? AS_IT_IS : MOST[k])) return refuse(s, Reject.PARAM_MALFORMED);
  const offset = words[at + 10];
  if (isSite ? !isWhole(offset, 0, DAY_MS - 1) : offset !== AS_IT_IS) return refuse(s, Reject.PARAM_MALFORMED);
  if (!isSite && !isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  openTables(s);
  // Days that have begun end after 24 hours, wherever the next ones begin.
  if (isSite) s.rounds.marks[MARK_DAY_OFFSET] = offset;
  else setOwn(s, account, words, at + 7);
  tell(s, e, account);
  return 0;
}

function setOwn(s: EngineState, account: number, words: Float64Array, at: number): void {
  const { play } = s.rounds;
  const row = account * PLAY;
  const time = s.meta[META_TIME];
  readPlay(s, account, time);
  const { most, pending, pendingFrom } = playNow;
  let waits = false;
  let isLooser = pendingFrom === 0;
  for (let k = 0; k < LIMITS; k++) {
    const before = pendingFrom === 0 ? most[k] : pending[k];
    const wanted = words[at + k] === AS_IT_IS ? before : words[at + k];
    const binding = tighter(most[k], wanted);
    if (binding !== wanted) waits = true;
    if (tighter(before, wanted) !== wanted) isLooser = true;
    play[row + PLAY_MOST + k] = binding;
    play[row + PLAY_PENDING + k] = wanted;
  }
  if (!waits) play.fill(0, row + PLAY_PENDING, row + PLAY_PENDING + LIMITS);
  // Whoever only tightens does not wait longer for the others.
  const from = isLooser ? time + DAY_MS : pendingFrom;
  play[row + PLAY_PENDING_FROM] = waits ? from : 0;
}

function tell(s: EngineState, e: EventBuffer, account: number): void {
  const { play, marks } = s.rounds;
  const event = e.begin(EventKind.PlayLimitsSet, account, -1);
  e.words[event + 9] = marks[MARK_DAY_OFFSET];
  if (account === -1) return;
  const row = account * PLAY;
  e.words.set(play.subarray(row + PLAY_MOST, row + PLAY_MOST + LIMITS), event + 6);
  e.words.set(play.subarray(row + PLAY_PENDING, row + PLAY_PENDING_FROM + 1), event + 10);
}

/** The smaller of two limits, 0 being none. */
function tighter(now: number, wanted: number): number {
  if (now === 0) return wanted;
  return wanted === 0 || wanted > now ? now : wanted;
}
