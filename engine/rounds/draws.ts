// CommitDraw and RevealDraw: the hash of a draw's seed before its first bet, the seed after the cut-off; the engine draws itself (rules 12.2).
import { ROUND, ROUND_COMMITTED, ROUND_DUE, ROUND_HASH, ROUND_STATE } from '../layout-rounds.ts';
import { META_TIME } from '../layout.ts';
import { DIGEST_WORDS } from '../wire/round-terms.ts';
import { bytesOfWords, isSealOf } from '../draw/sha256.ts';
import { RoundResult, VoidReason } from '../wire/event-kind.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { configOf, isDraw, isOption } from './option.ts';
import { closesAt, isOver, MOST_ORDINAL } from './place-bet.ts';
import { drawPowerBall, packDraw } from './power-ball.ts';
import { cutoffOf, findRound, hasCapacityForRound, keepTerms, RoundState, shapeRound } from './round-life.ts';
import { isWhole } from './set-round-option.ts';
import { decide } from './settle-round.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { writeEvent } from '../wire/event.ts';

const Head = CommandHeadWord;
const { CommitDraw, RevealDraw } = CommandWord;

const MOST_WORD = 2 ** 32 - 1;

/** Words of the record at `from` are digests. */
export function areDigests(words: Float64Array, from: number, count: number): boolean {
  for (let k = 0; k < count * DIGEST_WORDS; k++) if (!isWhole(words[from + k], 0, MOST_WORD)) return false;
  return true;
}

export function commitDraw(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const [option, ordinal] = [words[at + CommitDraw.option], words[at + CommitDraw.ordinal]];
  if (!isOption(s, option) || !isDraw(s, option)) return refuse(s, Reject.ROUND_OPTION_UNKNOWN);
  if (!isWhole(ordinal, 0, MOST_ORDINAL - 1) || words[at + Head.further] !== DIGEST_WORDS || !areDigests(words, at + CommitDraw.hash, 1))
    return refuse(s, Reject.PARAM_MALFORMED);
  if (isOver(s, option, ordinal)) return refuse(s, Reject.INVEST_CLOSED, 0, s.meta[META_TIME]);
  const config = configOf(s, option, ordinal);
  const closes = closesAt(s, option, config, ordinal);
  if (s.meta[META_TIME] >= closes) return refuse(s, Reject.INVEST_CLOSED, closes, s.meta[META_TIME]);
  if (findRound(s, option, ordinal) >= 0) return refuse(s, Reject.DRAW_COMMITTED_ALREADY);
  if (!hasCapacityForRound(s)) return refuse(s, Reject.CAPACITY_FULL);
  const round = shapeRound(s, option, ordinal);
  keepTerms(s, round, config);
  const row = round * ROUND;
  const hash = words.subarray(at + CommitDraw.hash, at + CommitDraw.hash + DIGEST_WORDS);
  s.rounds.rounds[row + ROUND_COMMITTED] = 1;
  s.rounds.rounds.set(hash, row + ROUND_HASH);
  writeEvent(e, 'DrawCommitted', -1, -1, { option, ordinal, hash: [...hash] });
  return 0;
}

export function revealDraw(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const [option, ordinal] = [words[at + RevealDraw.option], words[at + RevealDraw.ordinal]];
  if (!isOption(s, option) || !isDraw(s, option)) return refuse(s, Reject.ROUND_OPTION_UNKNOWN);
  const seed = at + RevealDraw.seed;
  const entropy = at + RevealDraw.entropy;
  if (words[at + Head.further] !== DIGEST_WORDS * 2 || !areDigests(words, seed, 2)) return refuse(s, Reject.PARAM_MALFORMED);
  const round = findRound(s, option, ordinal);
  const { rounds } = s.rounds;
  const row = round * ROUND;
  if (round < 0 || rounds[row + ROUND_STATE] !== RoundState.Open) return refuse(s, Reject.ROUND_SETTLED_ALREADY);
  const closes = cutoffOf(s, round);
  const time = s.meta[META_TIME];
  if (time < closes) return refuse(s, Reject.ROUND_NOT_DUE, closes, time);
  if (!isSealOf(rounds, row + ROUND_HASH, words, seed)) return refuse(s, Reject.DRAW_MISMATCH);
  const isLate = time >= rounds[row + ROUND_DUE];
  const draw = drawPowerBall(bytesOfWords(words, seed), (option + 1) * MOST_ORDINAL + ordinal, bytesOfWords(words, entropy));
  const result = packDraw(draw);
  writeEvent(e, 'DrawSeedShown', -1, -1, { option, ordinal, seed: [...words.subarray(seed, entropy)] });
  writeEvent(e, 'DrawEntropyShown', -1, -1, { option, ordinal, entropy: [...words.subarray(entropy, entropy + DIGEST_WORDS)] });
  if (isLate) decide(s, e, round, RoundResult.Void, VoidReason.TooLate, -1, -1);
  else {
    writeEvent(e, 'DrawRevealed', -1, -1, { option, ordinal, result });
    decide(s, e, round, RoundResult.Drawn, VoidReason.None, -1, result);
  }
  return 0;
}
