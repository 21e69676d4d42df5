// The markets of power ball (rules 12.3) as data: what each covers, how many of all outcomes it wins, its default odds and its names.
import { mulDivHalfEven } from '../money/rounding.ts';

/** Five of 28 balls in 98,280 ways, times ten power balls. */
export const POWER_BALL_OUTCOMES = 982_800;
/** Odds and rates are integers of 10^-8; odds include the stake. */
export const ODDS_ONE = 100_000_000;

/** Where a market stands on the board: row by row, first the power ball's half, then the normal balls'. */
export type MarketRow = 'power' | 'powerPair' | 'powerBand' | 'powerNumber' | 'sum' | 'sumPair' | 'sumSize' | 'sumBand' | 'cross';

export interface PowerBallMarket {
  /** Word on the wire. The market's number is its place in the list and never changes. */
  readonly code: string;
  readonly row: MarketRow;
  /** As it stands on its cell, Korean and English; `POWER_BALL_ROW_NAMES` goes before it elsewhere. */
  readonly ko: string;
  readonly en: string;
  /** One bit for each power ball that wins. */
  readonly powers: number;
  /** Sums of the five balls that win, both ends included. */
  readonly from: number;
  readonly to: number;
  /** Parity that the sum must have: 0 even, 1 odd, -1 either. */
  readonly parity: number;
  /** How many of POWER_BALL_OUTCOMES win; counted one by one in the test. */
  readonly outcomes: number;
  readonly defaultOdds: number;
}

export const POWER_BALL_ROW_NAMES: Readonly<Record<MarketRow, { ko: string; en: string }>> = {
  power: { ko: '파워볼', en: 'Power ball' },
  powerPair: { ko: '파워볼', en: 'Power ball' },
  powerBand: { ko: '파워볼 구간', en: 'Power ball band' },
  powerNumber: { ko: '파워볼 숫자', en: 'Power ball number' },
  sum: { ko: '일반볼 합', en: 'Sum' },
  sumPair: { ko: '일반볼 합', en: 'Sum' },
  sumSize: { ko: '일반볼 합', en: 'Sum' },
  sumBand: { ko: '일반볼 합 구간', en: 'Sum band' },
  cross: { ko: '파워볼 · 합', en: 'Power ball · sum' },
};

const ANY_POWER = 0b11_1111_1111;
const LOWEST = 15;
const HIGHEST = 130;
const ODD = 0b10_1010_1010;
const EVEN = 0b01_0101_0101;
const UNDER = 0b00_0001_1111;
const OVER = 0b11_1110_0000;

function power(code: string, row: MarketRow, ko: string, en: string, powers: number, outcomes: number, odds: number): PowerBallMarket {
  return { code, row, ko, en, powers, from: LOWEST, to: HIGHEST, parity: -1, outcomes, defaultOdds: odds };
}

function sum(
  code: string,
  row: MarketRow,
  ko: string,
  en: string,
  [from, to, parity]: readonly [number, number, number],
  outcomes: number,
  odds: number,
): PowerBallMarket {
  return { code, row, ko, en, powers: ANY_POWER, from, to, parity, outcomes, defaultOdds: odds };
}

function cross(code: string, ko: string, en: string, powers: number, parity: number): PowerBallMarket {
  return { code, row: 'cross', ko, en, powers, from: LOWEST, to: HIGHEST, parity, outcomes: 245_700, defaultOdds: 320_000_000 };
}

const number = (n: number): PowerBallMarket => power(`PB_${n}`, 'powerNumber', `${n}`, `${n}`, 1 << n, 98_280, 900_000_000);

// Odds of the sum's letter bands are not given by the rules ("set"): the next lower round figure that returns about 93 %, like small and large.
export const POWER_BALL_MARKETS: readonly PowerBallMarket[] = [
  power('PB_ODD', 'power', '홀', 'Odd', ODD, 491_400, 195_000_000),
  power('PB_EVEN', 'power', '짝', 'Even', EVEN, 491_400, 195_000_000),
  power('PB_UNDER', 'power', '언더', 'Under', UNDER, 491_400, 195_000_000),
  power('PB_OVER', 'power', '오버', 'Over', OVER, 491_400, 195_000_000),
  power('PB_ODD_UNDER', 'powerPair', '홀 언더', 'Odd under', ODD & UNDER, 196_560, 412_000_000),
  power('PB_EVEN_OVER', 'powerPair', '짝 오버', 'Even over', EVEN & OVER, 196_560, 412_000_000),
  power('PB_ODD_OVER', 'powerPair', '홀 오버', 'Odd over', ODD & OVER, 294_840, 302_000_000),
  power('PB_EVEN_UNDER', 'powerPair', '짝 언더', 'Even under', EVEN & UNDER, 294_840, 302_000_000),
  power('PB_A', 'powerBand', 'A', 'A', 0b00_0000_0111, 294_840, 315_000_000),
  power('PB_B', 'powerBand', 'B', 'B', 0b00_0001_1000, 196_560, 460_000_000),
  power('PB_C', 'powerBand', 'C', 'C', 0b00_0110_0000, 196_560, 460_000_000),
  power('PB_D', 'powerBand', 'D', 'D', 0b11_1000_0000, 294_840, 315_000_000),
  number(0),
  number(1),
  number(2),
  number(3),
  number(4),
  number(5),
  number(6),
  number(7),
  number(8),
  number(9),
  sum('SUM_ODD', 'sum', '홀', 'Odd', [LOWEST, HIGHEST, 1], 491_400, 195_000_000),
  sum('SUM_EVEN', 'sum', '짝', 'Even', [LOWEST, HIGHEST, 0], 491_400, 195_000_000),
  sum('SUM_UNDER', 'sum', '언더', 'Under', [LOWEST, 72, -1], 491_400, 195_000_000),
  sum('SUM_OVER', 'sum', '오버', 'Over', [73, HIGHEST, -1], 491_400, 195_000_000),
  sum('SUM_ODD_UNDER', 'sumPair', '홀 언더', 'Odd under', [LOWEST, 72, 1], 240_100, 370_000_000),
  sum('SUM_EVEN_OVER', 'sumPair', '짝 오버', 'Even over', [73, HIGHEST, 0], 240_100, 370_000_000),
  sum('SUM_ODD_OVER', 'sumPair', '홀 오버', 'Odd over', [73, HIGHEST, 1], 251_300, 370_000_000),
  sum('SUM_EVEN_UNDER', 'sumPair', '짝 언더', 'Even under', [LOWEST, 72, 0], 251_300, 370_000_000),
  sum('SUM_SMALL', 'sumSize', '소', 'Small', [LOWEST, 64, -1], 315_200, 290_000_000),
  sum('SUM_MEDIUM', 'sumSize', '중', 'Medium', [65, 80, -1], 352_400, 260_000_000),
  sum('SUM_LARGE', 'sumSize', '대', 'Large', [81, HIGHEST, -1], 315_200, 290_000_000),
  sum('SUM_A', 'sumBand', 'A', 'A', [LOWEST, 35, -1], 11_250, 8_100_000_000),
  sum('SUM_B', 'sumBand', 'B', 'B', [36, 49, -1], 73_850, 1_230_000_000),
  sum('SUM_C', 'sumBand', 'C', 'C', [50, 57, -1], 101_500, 900_000_000),
  sum('SUM_D', 'sumBand', 'D', 'D', [58, 65, -1], 149_440, 610_000_000),
  sum('SUM_E', 'sumBand', 'E', 'E', [66, 78, -1], 289_420, 315_000_000),
  sum('SUM_F', 'sumBand', 'F', 'F', [79, HIGHEST, -1], 357_340, 255_000_000),
  cross('CROSS_ODD_ODD', '홀 · 홀', 'Odd · odd', ODD, 1),
  cross('CROSS_ODD_EVEN', '홀 · 짝', 'Odd · even', ODD, 0),
  cross('CROSS_EVEN_ODD', '짝 · 홀', 'Even · odd', EVEN, 1),
  cross('CROSS_EVEN_EVEN', '짝 · 짝', 'Even · even', EVEN, 0),
];

/** The house must keep something: probability times odds below 1, in integers; and a win must give more than the stake. */
export function guardsHouse(market: number, odds: number): boolean {
  return Number.isSafeInteger(odds) && odds > ODDS_ONE && POWER_BALL_MARKETS[market].outcomes * odds < POWER_BALL_OUTCOMES * ODDS_ONE;
}

/** What a market gives back of all stakes in the long run, in millionths: for pages that show it beside the odds. */
export function returnPpm(market: number, odds: number): number {
  return mulDivHalfEven(POWER_BALL_MARKETS[market].outcomes, odds, POWER_BALL_OUTCOMES * 100);
}
