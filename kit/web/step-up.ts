// Asking a member to prove the second factor again when a call is refused for want of it; account gives the question once at start.
import type { Failure } from './failure.ts';

/** True when it was proven: the call is made again. */
type Ask = (refused: Failure) => Promise<boolean>;
let ask: Ask | undefined;

export function stepUpBy(asking: Ask): void {
  ask = asking;
}

export const isStepUpWanted = (refused: Failure): boolean => refused.code === 'SECOND_FACTOR_NEEDED' && ask !== undefined;
export const stepUp = (refused: Failure): Promise<boolean> => ask?.(refused) ?? Promise.resolve(false);
