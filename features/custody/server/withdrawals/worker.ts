// Which operator works on a withdrawal now: a claim that nobody renewed for a while is nobody's.
export const CLAIMED_MS = 30 * 60_000;

export interface Worked {
  workedBy: number | null;
  workedSince: number | null;
}

export const workerOf = ({ workedBy, workedSince }: Worked, now: number): number | null =>
  workedBy !== null && workedSince !== null && now - workedSince < CLAIMED_MS ? workedBy : null;
