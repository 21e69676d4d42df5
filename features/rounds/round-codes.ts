// The specification's games by code: what they are of, how long a round lasts, when its betting closes (rules 11.1, 11.3).

export const roundCodes = ['R.5', 'R1', 'R2', 'R5', 'B1', 'B2', 'B5', 'P1', 'P2', 'P5'] as const;
export type RoundCode = (typeof roundCodes)[number];

/** R: symbols that always trade. B: symbols with trading hours. P: power ball. */
export type RoundFamily = 'R' | 'B' | 'P';

const SECONDS: Readonly<Record<string, number>> = { '.5': 30, '1': 60, '2': 120, '5': 300 };

export const familyOf = (code: RoundCode): RoundFamily => code[0] as RoundFamily;
export const durationMsOf = (code: RoundCode): number => SECONDS[code.slice(1)] * 1000;

/** Ids of rounds derive from option and time: option above, ordinal below. */
const ORDINALS = 2 ** 32;

export const roundIdOf = (option: number, ordinal: number): number => (option + 1) * ORDINALS + ordinal;
export const optionOfRound = (tradeRoundId: number): number => Math.floor(tradeRoundId / ORDINALS) - 1;
export const ordinalOfRound = (tradeRoundId: number): number => tradeRoundId % ORDINALS;

export interface RoundTimes {
  betOpenAt: number;
  betCloseAt: number;
  startAt: number;
  endAt: number;
}

/** A round's moments. `isInside`: bets from its start until before its end, as of draws and where the strike is the price that a bet meets. */
export function timesOf(ordinal: number, durationMs: number, cutoffMs: number, isInside: boolean): RoundTimes {
  const startAt = ordinal * durationMs;
  const endAt = startAt + durationMs;
  return isInside
    ? { betOpenAt: startAt, betCloseAt: endAt - cutoffMs, startAt, endAt }
    : { betOpenAt: startAt - durationMs, betCloseAt: startAt - cutoffMs, startAt, endAt };
}
