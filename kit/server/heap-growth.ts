// How far a heap may grow before V8 collects: a long-running server is judged by what it keeps (R14, bench/soak).
import { setFlagsFromString } from 'node:v8';

/**
 * Of this process and all its threads: an old space is collected when it has grown by half since the last time. Left to itself V8 waits, on a
 * machine with room, until it is four times what lives, and resident memory swings by that much. What may live is not limited by it.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
