// Power ball's draw (rules 12.1, 12.2): five of 28 balls without replacement and a power ball of 0 to 9, a function of seed, round and entropy alone.
import { openStream } from '../draw/hmac-stream.ts';
import { hexOfBytes } from '../draw/sha256.ts';
import { POWER_BALL_MARKETS } from './power-ball-markets.ts';

const POOL = 28;
const DRAWN = 5;
const POWERS = 10;
/** Names the rule in every draw; another rule gets another name. */
const RULE = 'maru-power-ball-1';

export interface PowerBallDraw {
  /** In the order they were drawn, 1 to 28. */
  readonly balls: readonly number[];
  readonly power: number;
  readonly sum: number;
}

/** The stream's label, as an auditor types it: rule, round id, entropy in hex. */
export function powerBallLabel(roundId: number, entropy: Uint8Array): string {
  return `${RULE}|${roundId}|${hexOfBytes(entropy)}`;
}

/** `seed` and `entropy` 32 bytes each; `roundId` = (option + 1) * 2^32 + ordinal. Each ball is the n-th, counted from 0, of those left in rising order. */
export function drawPowerBall(seed: Uint8Array, roundId: number, entropy: Uint8Array): PowerBallDraw {
  const next = openStream(seed, powerBallLabel(roundId, entropy));
  const left = Array.from({ length: POOL }, (_, i) => i + 1);
  const balls: number[] = [];
  for (let i = 0; i < DRAWN; i++) balls.push(...left.splice(next(left.length), 1));
  return toDraw(balls, next(POWERS));
}

function toDraw(balls: readonly number[], power: number): PowerBallDraw {
  return { balls, power, sum: balls.reduce((all, ball) => all + ball, 0) };
}

/** The draw in one word of 29 bits, for events and rounds: five bits a ball in drawn order, the power ball above them. */
export function packDraw(draw: PowerBallDraw): number {
  return draw.balls.reduce((word, ball, i) => word | (ball << (i * 5)), draw.power << 25);
}

export function unpackDraw(word: number): PowerBallDraw {
  return toDraw(
    Array.from({ length: DRAWN }, (_, i) => (word >>> (i * 5)) & 31),
    word >>> 25,
  );
}

/** Whether `market` (its place in POWER_BALL_MARKETS) wins with `draw`. */
export function wins(market: number, draw: { readonly power: number; readonly sum: number }): boolean {
  const m = POWER_BALL_MARKETS[market];
  return ((m.powers >> draw.power) & 1) === 1 && draw.sum >= m.from && draw.sum <= m.to && (m.parity < 0 || (draw.sum & 1) === m.parity);
}
