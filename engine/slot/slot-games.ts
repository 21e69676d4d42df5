// The embedded slot games as data: reels, lines, pay table, and the return that follows from them exactly.

export interface SlotSymbol {
  readonly code: string;
  readonly ko: string;
  readonly en: string;
  /** What three of it on one line pay, in hundredths of the stake. */
  readonly pays: number;
}

export interface SlotGame {
  readonly code: string;
  readonly ko: string;
  readonly en: string;
  /** The first is wild: it stands for every other. */
  readonly symbols: readonly SlotSymbol[];
  /** Each reel's symbols in order, as many on every reel; a power of two. Three are seen, the stop being the uppermost. */
  readonly reels: readonly (readonly number[])[];
  /** Row seen on each reel: 0 uppermost, 2 lowest. Every line pays by itself. */
  readonly lines: readonly (readonly number[])[];
  /** Over all positions of the reels: what they pay together in hundredths of a stake, how many pay at all, the most that one pays. */
  readonly paysOfAll: number;
  readonly winningPositions: number;
  readonly mostPays: number;
}

export const SLOT_STOPS = 32;
export const SLOT_POSITIONS = SLOT_STOPS ** 3;
export const SEEN_ROWS = 3;

/** A game's number is its place and never changes. */
export const SLOT_GAMES: readonly SlotGame[] = [
  {
    code: 'maru-reels-1',
    ko: '마루 릴',
    en: 'Maru Reels',
    symbols: [
      { code: 'maru', ko: '마루', en: 'Maru', pays: 5000 },
      { code: 'tiger', ko: '호랑이', en: 'Tiger', pays: 1500 },
      { code: 'moon', ko: '달', en: 'Moon', pays: 750 },
      { code: 'pine', ko: '소나무', en: 'Pine', pays: 400 },
      { code: 'magpie', ko: '까치', en: 'Magpie', pays: 250 },
      { code: 'lantern', ko: '등불', en: 'Lantern', pays: 150 },
      { code: 'coin', ko: '엽전', en: 'Coin', pays: 100 },
    ],
    reels: [
      [0, 3, 6, 3, 6, 1, 3, 6, 2, 4, 5, 6, 1, 6, 4, 5, 0, 1, 2, 3, 5, 2, 5, 6, 4, 5, 2, 5, 4, 6, 4, 3],
      [5, 3, 6, 4, 1, 5, 4, 2, 6, 3, 4, 6, 3, 5, 4, 6, 3, 0, 1, 3, 6, 5, 2, 5, 4, 5, 4, 6, 2, 0, 1, 2],
      [1, 5, 4, 1, 6, 2, 4, 5, 6, 5, 0, 5, 3, 6, 5, 6, 2, 3, 4, 6, 2, 3, 5, 6, 1, 4, 3, 4, 2, 6, 3, 4],
    ],
    lines: [
      [1, 1, 1],
      [0, 0, 0],
      [2, 2, 2],
      [0, 1, 2],
      [2, 1, 0],
    ],
    paysOfAll: 3_164_000,
    winningPositions: 8_731,
    mostPays: 5_150,
  },
];
