// What a draw says beyond its numbers: the words of its chips, and the columns of a road.
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { wins } from '@maru/engine/rounds/power-ball.ts';
import type { DrawRow } from '../../power-ball-contract.ts';

export interface DrawSigns {
  sum: number;
  isSumOdd: boolean;
  isSumOver: boolean;
  size: 'SUM_SMALL' | 'SUM_MEDIUM' | 'SUM_LARGE';
  power: number;
  isPowerOdd: boolean;
  isPowerOver: boolean;
}

const OVER_SUM = 73;
const OVER_POWER = 5;
const sizes = ['SUM_SMALL', 'SUM_MEDIUM', 'SUM_LARGE'] as const;

/** `balls`: five and the power ball. */
export function signsOf(balls: readonly number[]): DrawSigns {
  const power = balls[5];
  const sum = balls.slice(0, 5).reduce((all, ball) => all + ball, 0);
  const size =
    sizes.find((code) =>
      wins(
        POWER_BALL_MARKETS.findIndex((each) => each.code === code),
        { power, sum },
      ),
    ) ?? 'SUM_MEDIUM';
  return {
    sum,
    isSumOdd: sum % 2 === 1,
    isSumOver: sum >= OVER_SUM,
    size,
    power,
    isPowerOdd: power % 2 === 1,
    isPowerOver: power >= OVER_POWER,
  };
}

export interface RoadCell {
  draw: DrawRow;
  /** undefined: void. */
  isFirst: boolean | undefined;
}

/** Oldest first: equal ones in a row share a column, a run longer than `rows` goes on in the next. */
export function roadOf(draws: readonly DrawRow[], rows: number, isFirst: (signs: DrawSigns) => boolean): RoadCell[][] {
  const columns: RoadCell[][] = [];
  for (const draw of draws) {
    const cell = { draw, isFirst: draw.balls === null ? undefined : isFirst(signsOf(draw.balls)) };
    const last = columns.at(-1);
    if (last !== undefined && last[0].isFirst === cell.isFirst && last.length < rows) last.push(cell);
    else columns.push([cell]);
  }
  return columns;
}

/**
 * Whether the balls of a settled bet's draw are still to be seen: they are being shown, or the page has not turned to the next round
 * yet and its news came first.
 */
export const isUntold = (
  { tradeRoundId, isTakenBack }: { tradeRoundId: number; isTakenBack: boolean },
  shownId: number | undefined,
  bettingId: number | undefined,
): boolean => !isTakenBack && (tradeRoundId === shownId || (bettingId !== undefined && tradeRoundId >= bettingId));
