// CommitSlot: the hash of a member's next slot seed, before its first spin; the seed used so far is shown, and must be the one that was sealed.
import { SLOT, SLOT_HASH, SLOT_SERIAL, SLOT_SPINS } from '../layout-rounds.ts';
import { DIGEST_WORDS } from '../wire/round-terms.ts';
import { isSealOf } from '../draw/sha256.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { isOpen } from '../ledger/open-account.ts';
import { Reject } from '../reject.ts';
import { areDigests } from '../rounds/draws.ts';
import { openTables } from '../rounds/option.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { writeEvent } from '../wire/event.ts';

const Head = CommandHeadWord;
const { CommitSlot } = CommandWord;

export function commitSlot(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const length = words[at + Head.further];
  const hash = at + CommitSlot.hash;
  const shown = at + CommitSlot.seed;
  if ((length !== DIGEST_WORDS && length !== DIGEST_WORDS * 2) || !areDigests(words, hash, length === DIGEST_WORDS ? 1 : 2))
    return refuse(s, Reject.PARAM_MALFORMED);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  const row = account * SLOT;
  // No rows yet on a site that never had rounds or slots.
  const serial = s.rounds.slots[row + SLOT_SERIAL] || 0;
  const isShown = length !== DIGEST_WORDS;
  if (isShown !== serial > 0 || (isShown && !isSealOf(s.rounds.slots, row + SLOT_HASH, words, shown)))
    return refuse(s, Reject.SLOT_MISMATCH);
  openTables(s);
  const { slots } = s.rounds;
  if (isShown) {
    const seed = [...words.subarray(shown, shown + DIGEST_WORDS)];
    writeEvent(e, 'SlotSeedShown', account, -1, { serial, spins: slots[row + SLOT_SPINS], seed });
  }
  slots.set(words.subarray(hash, hash + DIGEST_WORDS), row + SLOT_HASH);
  slots[row + SLOT_SERIAL] = serial + 1;
  slots[row + SLOT_SPINS] = 0;
  const sealed = [...slots.subarray(row + SLOT_HASH, row + SLOT_HASH + DIGEST_WORDS)];
  writeEvent(e, 'SlotCommitted', account, -1, { serial: serial + 1, hash: sealed });
  return 0;
}
