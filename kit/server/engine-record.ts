// The last look at a record before it can be journaled: what is written is replayed for ever, so nothing malformed may pass.
import { CommandKind, HEADER_WORDS, recordLength } from '@maru/engine/wire/command.ts';

const KINDS: ReadonlySet<number> = new Set(Object.values(CommandKind));

/** What is wrong with the record of `length` words at `offset`; undefined when nothing is. */
export function recordFault(words: Float64Array, offset: number, length: number): string | undefined {
  if (length < HEADER_WORDS || offset + length > words.length) return `${length} words are no record`;
  for (let i = offset; i < offset + length; i++) {
    if (!Number.isSafeInteger(words[i])) return `word ${i - offset} is ${words[i]}`;
  }
  if (!KINDS.has(words[offset])) return `unknown kind ${words[offset]}`;
  if (recordLength(words, offset) !== length) return `${length} words, by its head ${recordLength(words, offset)}`;
  return undefined;
}
