// A spin worked out again from its seeds: in the browser and in Node alike, asking nobody for the verdict.
import { asciiBytes, bytesOfHex, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import { readDecimal } from '@maru/engine/money/decimal.ts';
import { SLOT_GAMES } from '@maru/engine/slot/slot-games.ts';
import { paysOf, slotPayout, spinReels, stopsOf, symbolOfLine } from '@maru/engine/slot/slot-spin.ts';
import type { SlotSpin } from './contract.ts';

/** What enters the stream: SHA-256 of the member's own seed as it was typed. */
export const clientBytes = (clientSeed: string): Uint8Array => sha256(asciiBytes(clientSeed));

export interface SpinCheck {
  /** The seed has the hash that was shown before. */
  isSealMet: boolean;
  areReelsRight: boolean;
  isPayoutRight: boolean;
}

/** Undefined while the server's seed is not shown yet. */
export function checkSpin(spin: SlotSpin, decimals: number): SpinCheck | undefined {
  if (spin.seed === null) return undefined;
  const seed = bytesOfHex(spin.seed);
  const game = spin.slotId - 1;
  const reels = spinReels(game, seed, clientBytes(spin.clientSeed), spin.nonce);
  const stake = readDecimal(spin.point, decimals);
  const payout = readDecimal(spin.payout, decimals);
  return {
    isSealMet: hexOfBytes(sha256(seed)) === spin.seal,
    areReelsRight: stopsOf(reels).join() === spin.stops.join(),
    isPayoutRight: typeof stake === 'number' && slotPayout(stake, paysOf(game, reels)) === payout,
  };
}

export const isSpinRight = (check: SpinCheck): boolean => check.isSealMet && check.areReelsRight && check.isPayoutRight;

/** The lines that pay at these stops: which line, of which symbol. */
export function winningLines(slotId: number, stops: readonly number[]): { line: number; symbol: number }[] {
  const game = SLOT_GAMES[slotId - 1];
  const word = stops.reduce((all, stop, reel) => all | (stop << (reel * 5)), 0);
  return game.lines.map((line, i) => ({ line: i, symbol: symbolOfLine(game, line, word) })).filter(({ symbol }) => symbol >= 0);
}
