// The slot: its return counted over every position of its reels, a spin beside its description, payouts in whole units, a simulation.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asciiBytes, sha256 } from '../draw/sha256.ts';
import { SLOT_GAMES, SLOT_POSITIONS, SLOT_STOPS } from './slot-games.ts';
import { paysOf, seenSymbols, slotLabel, slotPayout, spinReels, stopsOf, symbolOfLine } from './slot-spin.ts';

const seed = sha256(asciiBytes('slot seed'));
const client = sha256(asciiBytes('client seed'));

describe('the published figures of each game', () => {
  it.each(SLOT_GAMES.map((game, i) => [game.code, i] as const))('%s: counted over every position', (_code, game) => {
    let [all, winning, most] = [0, 0, 0];
    for (let word = 0; word < SLOT_POSITIONS; word++) {
      const pays = paysOf(game, word);
      all += pays;
      if (pays > 0) winning++;
      if (pays > most) most = pays;
    }
    const { paysOfAll, winningPositions, mostPays } = SLOT_GAMES[game];
    expect({ all, winning, most }).toEqual({ all: paysOfAll, winning: winningPositions, most: mostPays });
    // The house keeps something, and no more than a twentieth.
    expect(all).toBeLessThan(SLOT_POSITIONS * 100);
    expect(all).toBeGreaterThan(SLOT_POSITIONS * 95);
  });

  it.each(SLOT_GAMES.map((game) => [game.code, game] as const))(
    '%s: full reels, known symbols, lines within what is seen',
    (_code, game) => {
      for (const reel of game.reels) {
        expect(reel).toHaveLength(SLOT_STOPS);
        for (const symbol of reel) expect(game.symbols[symbol]).toBeDefined();
      }
      for (const line of game.lines) expect(line.every((row) => [0, 1, 2].includes(row))).toBe(true);
      expect(new Set(game.symbols.map((symbol) => symbol.code)).size).toBe(game.symbols.length);
    },
  );

  it('the first game returns 96.5576 %', () => {
    expect((SLOT_GAMES[0].paysOfAll / SLOT_POSITIONS).toFixed(4)).toBe('96.5576');
  });
});

describe('lines', () => {
  const [game] = SLOT_GAMES;
  const middle = [1, 1, 1];
  /** A position whose middle row shows these symbols, if the reels have one. */
  const showing = (symbols: readonly number[]) =>
    symbols.reduce((word, symbol, reel) => word | (((game.reels[reel].indexOf(symbol) + SLOT_STOPS - 1) % SLOT_STOPS) << (reel * 5)), 0);
  it.each([
    ['three of one', [6, 6, 6], 6],
    ['a wild stands for any', [0, 3, 3], 3],
    ['two wilds as well', [2, 0, 0], 2],
    ['wilds around', [0, 5, 0], 5],
    ['three wilds pay their own', [0, 0, 0], 0],
    ['two and another', [4, 4, 5], -1],
    ['a wild between two kinds', [4, 0, 5], -1],
  ])('%s', (_name, symbols, expected) => {
    const word = showing(symbols);
    expect(seenSymbols(0, word)[1]).toEqual(symbols);
    expect(symbolOfLine(game, middle, word)).toBe(expected);
  });
});

describe('a spin', () => {
  it('is what its description says: three words of 32, five bits a reel', () => {
    for (let nonce = 0; nonce < 100; nonce++) {
      const block = createHmac('sha256', seed)
        .update(`maru-slot-1|maru-reels-1|${Buffer.from(client).toString('hex')}|${nonce}|0`)
        .digest();
      expect(stopsOf(spinReels(0, seed, client, nonce))).toEqual([0, 4, 8].map((at) => block.readUInt32BE(at) % 32));
    }
  });

  it('seed, client seed and nonce each change it', () => {
    const other = sha256(seed);
    const words = [
      spinReels(0, seed, client, 0),
      spinReels(0, other, client, 0),
      spinReels(0, seed, other, 0),
      spinReels(0, seed, client, 1),
    ];
    expect(new Set(words).size).toBe(4);
    expect(slotLabel(0, Uint8Array.of(1), 7)).toBe('maru-slot-1|maru-reels-1|01|7');
  });

  it.each([
    [1, 150, 1],
    [1, 50, 0],
    [333_333, 150, 499_999],
    [10_000_000, 5_150, 515_000_000],
    [0, 5_000, 0],
  ])('a stake of %i at %i hundredths pays %i: cut down', (stake, pays, paid) => {
    expect(slotPayout(stake, pays)).toBe(paid);
  });

  it('30,000 spins of one seed return what was counted, within four deviations', () => {
    const spins = 30_000;
    let pays = 0;
    for (let nonce = 0; nonce < spins; nonce++) pays += paysOf(0, spinReels(0, seed, client, nonce));
    const mean = SLOT_GAMES[0].paysOfAll / SLOT_POSITIONS;
    let squares = 0;
    for (let word = 0; word < SLOT_POSITIONS; word++) squares += (paysOf(0, word) - mean) ** 2;
    const deviation = Math.sqrt(squares / SLOT_POSITIONS / spins);
    expect(Math.abs(pays / spins - mean)).toBeLessThan(4 * deviation);
  });
});
