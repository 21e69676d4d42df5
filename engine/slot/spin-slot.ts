// SpinSlot: one stake, three reels, its payout, in one step. The seed must be the sealed one; the nonce counts the seed's spins.
import { MARK_COULD_PAY, MARK_STAKES, PLAY, PLAY_COULD_WIN, SLOT, SLOT_HASH, SLOT_SERIAL, SLOT_SPINS } from '../layout-rounds.ts';
import { META_SITE_SWITCHES, META_TIME } from '../layout.ts';
import { SwitchBit } from '../wire/command-kind.ts';
import { DIGEST_WORDS } from '../wire/round-terms.ts';
import { bytesOfWords, isSealOf } from '../draw/sha256.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { placed } from '../futures/place-order.ts';
import { HouseAccount, binaryWallet, PostingReason, MAX_MEMBER_BALANCE } from '../ledger/account.ts';
import { post } from '../ledger/post.ts';
import { Reject } from '../reject.ts';
import { areDigests } from '../rounds/draws.ts';
import { checkPlayer } from '../rounds/place-bet.ts';
import { checkOwnLimits, countLoss, countStake } from '../rounds/play-limits.ts';
import { isWhole } from '../rounds/set-round-option.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { SLOT_GAMES } from './slot-games.ts';
import { paysOf, slotPayout, spinReels } from './slot-spin.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';
import { writeEvent } from '../wire/event.ts';

const Head = CommandHeadWord;
const { SpinSlot } = CommandWord;

/** A spin's id: which seed of the account above, its nonce below. */
export const SPINS_OF_SEED = 2 ** 32;
export const spinIdOf = (serial: number, nonce: number): number => serial * SPINS_OF_SEED + nonce;

export function spinSlot(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const [account, game, stake] = [words[at + Head.account], words[at + SpinSlot.game], words[at + SpinSlot.stake]];
  const seed = at + SpinSlot.seed;
  const refusal = checkPlayer(s, account) || checkSpin(s, account, words, at) || checkStake(s, account, game, stake);
  if (refusal !== 0) return refusal;
  const { slots } = s.rounds;
  const row = account * SLOT;
  const [serial, nonce] = [slots[row + SLOT_SERIAL], slots[row + SLOT_SPINS]];
  const reels = spinReels(game, bytesOfWords(words, seed), bytesOfWords(words, seed + DIGEST_WORDS), nonce);
  const payout = slotPayout(stake, paysOf(game, reels));
  slots[row + SLOT_SPINS] = nonce + 1;
  placed.orderId = spinIdOf(serial, nonce);
  placed.filledLots = payout;
  const purse = binaryWallet(account);
  post(s, e, account, -1, purse, HouseAccount.Rounds, stake, PostingReason.SlotStake, placed.orderId);
  post(s, e, account, -1, HouseAccount.Rounds, purse, payout, PostingReason.SlotPayout, placed.orderId);
  countStake(s, account, stake, s.meta[META_TIME]);
  countLoss(s, account, stake - payout);
  writeEvent(e, 'SlotSpun', account, -1, { game, serial, nonce, stake, payout, reels, balance: s.ledger[purse] });
  return 0;
}

function checkSpin(s: EngineState, account: number, words: Float64Array, at: number): number {
  if ((s.meta[META_SITE_SWITCHES] & SwitchBit.Halt) !== 0) return refuse(s, Reject.TRADING_HALTED);
  if (!isWhole(words[at + SpinSlot.game], 0, SLOT_GAMES.length - 1)) return refuse(s, Reject.SLOT_GAME_UNKNOWN);
  const seed = at + SpinSlot.seed;
  if (words[at + Head.further] !== DIGEST_WORDS * 2 || !areDigests(words, seed, 2)) return refuse(s, Reject.PARAM_MALFORMED);
  const { slots } = s.rounds;
  const row = account * SLOT;
  if (!(slots[row + SLOT_SERIAL] > 0)) return refuse(s, Reject.SLOT_NOT_COMMITTED);
  return isSealOf(slots, row + SLOT_HASH, words, seed) ? 0 : refuse(s, Reject.SLOT_MISMATCH);
}

/** Whatever the reels show, no balance leaves what is counted exactly. */
function checkStake(s: EngineState, account: number, game: number, stake: number): number {
  if (!Number.isSafeInteger(stake) || stake <= 0) return refuse(s, Reject.AMOUNT_NOT_POSITIVE, 0, stake);
  const refusal = checkOwnLimits(s, account, stake);
  if (refusal !== 0) return refusal;
  const balance = s.ledger[binaryWallet(account)];
  if (stake > balance) return refuse(s, Reject.INSUFFICIENT_BALANCE, balance, stake);
  const { marks, play } = s.rounds;
  const house = s.ledger[HouseAccount.Rounds];
  const payout = slotPayout(stake, SLOT_GAMES[game].mostPays);
  const isCountable =
    balance + play[account * PLAY + PLAY_COULD_WIN] + payout < MAX_MEMBER_BALANCE &&
    house - marks[MARK_COULD_PAY] - payout > -MAX_MEMBER_BALANCE &&
    house + marks[MARK_STAKES] + stake < MAX_MEMBER_BALANCE;
  return isCountable ? 0 : refuse(s, Reject.QUANTITY_TOO_LARGE, 0, stake);
}
