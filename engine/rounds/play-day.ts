// When a site's day begins and ends, also where its clocks change: the site tells its offset and the next change as instants, since the
// engine knows no calendar (docs/decisions/0024).
import { MARK_CHANGE_AT, MARK_CHANGE_BY, MARK_DAY_OFFSET } from '../layout-rounds.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { openTables } from './option.ts';
import { isWhole } from './set-round-option.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { writeEvent } from '../wire/event.ts';
import { ClockChangeWord } from '../wire/round-terms.ts';
import { DAY_MS } from '../time.ts';

const Head = CommandHeadWord;
const { SetPlayLimits } = CommandWord;

/** No clock on earth is put forward or back by more. */
const MOST_CHANGE = 43_200_000;
const MOST_TIME = 2 ** 52;

/** The midnight that begins the date of `time`, of the clock as it then stood; `at` past it only where that midnight was skipped. */
export function beginOfDay(s: EngineState, time: number): number {
  const [offset, at, by] = clockOf(s);
  const date = dateOf(s, time);
  const old = date - offset;
  if (old < at) return old;
  const begin = old - by;
  return begin > at ? begin : at;
}

/** The midnight that ends it. */
export function endOfDay(s: EngineState, time: number): number {
  const [offset, at, by] = clockOf(s);
  const old = dateOf(s, time) + DAY_MS - offset;
  const end = old - by;
  if (end > at) return end;
  return old < at ? old : at;
}

/** Offset before the next or last change of clocks, its instant, and by how much they are put forward. */
function clockOf(s: EngineState): readonly [offset: number, at: number, by: number] {
  const { marks } = s.rounds;
  return [marks[MARK_DAY_OFFSET], marks[MARK_CHANGE_AT], marks[MARK_CHANGE_BY]];
}

/** Midnight of its date on the wall, as milliseconds of the wall. */
function dateOf(s: EngineState, time: number): number {
  const [offset, at, by] = clockOf(s);
  const wall = time + offset + (time < at ? 0 : by);
  return wall - (wall % DAY_MS);
}

/** SetPlayLimits of the site. Days that have begun end as they were to, wherever the next ones begin. */
export function setPlayDay(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const { dayLoss, dayStake, dayPlayMs } = SetPlayLimits;
  const dayOffsetMs = words[at + SetPlayLimits.dayOffsetMs];
  if (words[at + dayLoss] !== -1 || words[at + dayStake] !== -1 || words[at + dayPlayMs] !== -1) return refuse(s, Reject.PARAM_MALFORMED);
  if (!isWhole(dayOffsetMs, 0, DAY_MS - 1)) return refuse(s, Reject.PARAM_MALFORMED);
  const changes = words[at + Head.further] !== 0;
  const change = at + SetPlayLimits.change;
  const [changeAt, changeBy] = changes ? [words[change + ClockChangeWord.at], words[change + ClockChangeWord.byMs]] : [0, 0];
  if (changes && (words[at + Head.further] !== 2 || !isWhole(changeAt, 1, MOST_TIME) || !isWhole(changeBy, 0 - MOST_CHANGE, MOST_CHANGE)))
    return refuse(s, Reject.PARAM_MALFORMED);
  openTables(s);
  const { marks } = s.rounds;
  marks[MARK_DAY_OFFSET] = dayOffsetMs;
  marks[MARK_CHANGE_AT] = changeAt;
  marks[MARK_CHANGE_BY] = changeBy;
  writeEvent(e, 'PlayDaySet', -1, -1, { dayOffsetMs, changeAt, changeByMs: changeBy });
  return 0;
}
