// Small figures of the HTTP benches: quantiles, and a yardstick of what the machine does at this moment.
import { createHash } from 'node:crypto';

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** SHA-256 of 64 KiB blocks a second, one core, 200 ms: how fast this machine is right now. */
export function yardstickLoop(): number {
  const block = Buffer.alloc(65_536, 7);
  const until = performance.now() + 200;
  let count = 0;
  while (performance.now() < until) {
    createHash('sha256').update(block).digest();
    count++;
  }
  return count * 5;
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function lcg(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state * 2 ** -32;
  };
}

/** Every line sends its next call as soon as the last one is answered; `onRefused` hears of each that was not taken. */
export async function flood(
  lines: readonly { next(): Promise<{ status: number; code: string; ms: number }> }[],
  ms: number,
  onRefused: (refusal: string) => void,
): Promise<{ perSecond: number; times: number[] }> {
  const before = performance.now();
  const until = before + ms;
  const times: number[] = [];
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < until) {
        const { status, code, ms: took } = await line.next();
        if (status === 200) times.push(took);
        else onRefused(`${status} ${code}`);
      }
    }),
  );
  return { perSecond: (times.length * 1000) / (performance.now() - before), times };
}
