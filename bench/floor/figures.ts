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
