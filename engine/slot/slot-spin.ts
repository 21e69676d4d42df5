// One spin: where the reels stop is a function of seed, client seed and nonce alone, what they pay of the pay table.
import { openStream } from '../draw/hmac-stream.ts';
import { hexOfBytes } from '../draw/sha256.ts';
import { mulDivFloor } from '../money/rounding.ts';
import { SEEN_ROWS, SLOT_GAMES, SLOT_STOPS, type SlotGame } from './slot-games.ts';

/** Names the rule in every spin; another rule gets another name. */
const RULE = 'maru-slot-1';
const STOP_BITS = 5;
const WILD = 0;

/** The stream's label, as an auditor types it: rule, game, client seed in hex, nonce. */
export function slotLabel(game: number, client: Uint8Array, nonce: number): string {
  return `${RULE}|${SLOT_GAMES[game].code}|${hexOfBytes(client)}|${nonce}`;
}

/** Seed and client seed 32 bytes each (the client's: SHA-256 of what the member typed). Answers the three stops in one word, five bits each. */
export function spinReels(game: number, seed: Uint8Array, client: Uint8Array, nonce: number): number {
  const next = openStream(seed, slotLabel(game, client, nonce));
  let word = 0;
  for (let reel = 0; reel < SLOT_GAMES[game].reels.length; reel++) word |= next(SLOT_STOPS) << (reel * STOP_BITS);
  return word;
}

export function stopsOf(word: number): number[] {
  return [0, STOP_BITS, STOP_BITS * 2].map((shift) => (word >>> shift) & (SLOT_STOPS - 1));
}

/** The symbol in a row of a reel that stands at `stop`. */
export function symbolAt({ reels }: SlotGame, reel: number, stop: number, row: number): number {
  return reels[reel][(stop + row) & (SLOT_STOPS - 1)];
}

/** The symbol that a line pays, -1 = none: three of one, the wild standing for any; three wilds pay their own. */
export function symbolOfLine(game: SlotGame, line: readonly number[], word: number): number {
  let found = WILD;
  for (let reel = 0; reel < line.length; reel++) {
    const symbol = symbolAt(game, reel, (word >>> (reel * STOP_BITS)) & (SLOT_STOPS - 1), line[reel]);
    if (symbol === WILD || symbol === found) continue;
    if (found !== WILD) return -1;
    found = symbol;
  }
  return found;
}

/** What all lines pay together, in hundredths of the stake. */
export function paysOf(game: number, word: number): number {
  const played = SLOT_GAMES[game];
  let pays = 0;
  for (let i = 0; i < played.lines.length; i++) {
    const symbol = symbolOfLine(played, played.lines[i], word);
    if (symbol >= 0) pays += played.symbols[symbol].pays;
  }
  return pays;
}

/** floor(stake * pays / 100), in the currency's smallest unit, like every payout (rules 1.2). */
export function slotPayout(stake: number, pays: number): number {
  return mulDivFloor(stake, pays, 100);
}

/** The nine symbols one sees, row by row. */
export function seenSymbols(game: number, word: number): number[][] {
  const stops = stopsOf(word);
  return Array.from({ length: SEEN_ROWS }, (_, row) => stops.map((stop, reel) => symbolAt(SLOT_GAMES[game], reel, stop, row)));
}
