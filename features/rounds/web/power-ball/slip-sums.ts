// What several picks come to over all 1,160 pairs of power ball and sum: the true maximum, and which of them cannot win together.
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { wins } from '@maru/engine/rounds/power-ball.ts';

const LOWEST_SUM = 15;
const HIGHEST_SUM = 130;
const POWERS = 10;

interface Outcome {
  power: number;
  sum: number;
}

/** Every pair that can be drawn: each sum of five of 28 balls is possible. */
const outcomes: readonly Outcome[] = Array.from({ length: POWERS * (HIGHEST_SUM - LOWEST_SUM + 1) }, (_, i) => ({
  power: i % POWERS,
  sum: LOWEST_SUM + Math.floor(i / POWERS),
}));

/** The most that the picks pay together, whatever is drawn; `pays` are what each pays if it wins, in whole units. */
export function mostPaid(picks: readonly { market: number; pays: bigint }[]): bigint {
  let most = 0n;
  for (const outcome of outcomes) {
    let paid = 0n;
    for (const { market, pays } of picks) if (wins(market, outcome)) paid += pays;
    if (paid > most) most = paid;
  }
  return most;
}

/** Whether one draw can let both win. */
export const canMeet = (a: number, b: number): boolean => outcomes.some((outcome) => wins(a, outcome) && wins(b, outcome));

/** Pairs that exclude each other, in the order of the picks. */
export function pairsApart(markets: readonly number[]): [number, number][] {
  const known = markets.filter((market) => POWER_BALL_MARKETS[market] !== undefined);
  return known.flatMap((a, i) => known.slice(i + 1).flatMap((b): [number, number][] => (canMeet(a, b) ? [] : [[a, b]])));
}
