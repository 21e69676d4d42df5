// Checks one draw without a verdict of the server's: the seed is the sealed one, the public value came after the cut-off, and both give these balls.
import { bytesOfHex, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import { drawPowerBall } from '@maru/engine/rounds/power-ball.ts';
import { ENTROPY_TICKS, ENTROPY_WAIT_MS, entropyHash } from './evidence.ts';
import { isBeaconRound } from './evidence-beacon.ts';
import type { DrawProof, DrawRow } from './power-ball-contract.ts';

export interface DrawCheck {
  name: 'seal' | 'entropy' | 'draw';
  isRight: boolean;
}

const hashOfHex = (hex: string): string => hexOfBytes(sha256(bytesOfHex(hex)));

/** Of a draw with all that made it. */
export function checkDraw(proof: DrawProof): DrawCheck[] {
  return [
    { name: 'seal', isRight: isSealMet(proof) },
    { name: 'entropy', isRight: isValueMet(proof) },
    { name: 'draw', isRight: isDrawnAgain(proof) },
  ];
}

/** What a row of the list allows: the seed under its seal, and the balls from seed and public value. */
export const isRowRight = (row: DrawRow): boolean => isSealMet(row) && isDrawnAgain(row);

const isSealMet = ({ seal, seed }: DrawRow): boolean => seed !== null && hashOfHex(seed) === seal;

function isDrawnAgain({ tradeRoundId, seed, entropy, balls }: DrawRow): boolean {
  if (seed === null || entropy === null || balls === null) return false;
  const draw = drawPowerBall(bytesOfHex(seed), tradeRoundId, bytesOfHex(entropy));
  return [...draw.balls, draw.power].join() === balls.join();
}

function isValueMet({ entropy, entropyOf, betCloseAt }: DrawProof): boolean {
  if (entropy === null || entropyOf === null) return false;
  const closeAt = Date.parse(betCloseAt);
  if (entropyOf.after !== String(closeAt) || entropyHash(entropyOf) !== entropy) return false;
  if (entropyOf.kind === 'beacon') return isBeaconRound(entropyOf);
  const times = entropyOf.ticks.map(({ receivedAt }) => Number(receivedAt));
  const isInOrder = times.every((at, i) => at > closeAt && at <= closeAt + ENTROPY_WAIT_MS && (i === 0 || at >= times[i - 1]));
  return times.length === ENTROPY_TICKS && isInOrder;
}
