// One clock paints everything that is live: 20, 10 or 4 times a second by how hard the device works, never while the page is hidden.

export const tiersHz = [20, 10, 4] as const;
export type TierHz = (typeof tiersHz)[number];

export interface ClockWorld {
  now(): number;
  /** Calls once, in the first frame after `waitMs`. */
  inFrame(waitMs: number, run: () => void): void;
  isHidden(): boolean;
  onVisible(run: () => void): void;
  startTier: TierHz;
}

export interface FlushClock {
  /** Asks for a flush; many requests make one. */
  request(): void;
  /** Called at each flush, in the order of registration. */
  onFlush(work: () => void): () => void;
  tier(): TierHz;
  /** A fixed tier, or `auto` for the measured one. */
  setTier(tier: TierHz | 'auto'): void;
}

/** A flush may take this share of its interval before the tier falls, and must stay under the lower one to rise again. */
const fallShare = 0.45;
const riseShare = 0.12;
const riseAfterMs = 15_000;

export function createFlushClock(world: ClockWorld): FlushClock {
  const works = new Set<() => void>();
  let tier = world.startTier;
  let isFixed = false;
  let isWaiting = false;
  let isAsked = false;
  let lastFlushMs = -1e9;
  /** Smoothed cost of a flush: its own work and how late its frame came. */
  let costMs = 0;
  let calmSinceMs = world.now();

  const weigh = (spentMs: number) => {
    costMs += (spentMs - costMs) * 0.1;
    if (isFixed) return;
    const intervalMs = 1000 / tier;
    const at = tiersHz.indexOf(tier);
    const now = world.now();
    if (costMs > intervalMs * riseShare) calmSinceMs = now;
    if (costMs > intervalMs * fallShare && at < tiersHz.length - 1) {
      tier = tiersHz[at + 1];
      costMs = 0;
      calmSinceMs = now;
    } else if (at > 0 && tier !== world.startTier && now - calmSinceMs > riseAfterMs) {
      tier = tiersHz[at - 1];
      calmSinceMs = now;
    }
  };

  const flush = (dueMs: number) => {
    isWaiting = false;
    if (world.isHidden()) return;
    const startMs = world.now();
    isAsked = false;
    lastFlushMs = startMs;
    for (const work of works) work();
    // One frame of lateness is ordinary.
    weigh(world.now() - startMs + Math.max(0, startMs - dueMs - 17));
    if (isAsked) arm();
  };

  const arm = () => {
    if (isWaiting || world.isHidden()) return;
    isWaiting = true;
    const waitMs = Math.max(0, lastFlushMs + 1000 / tier - world.now());
    const dueMs = world.now() + waitMs;
    world.inFrame(waitMs, () => flush(dueMs));
  };

  world.onVisible(() => {
    if (isAsked) arm();
  });

  return {
    request() {
      isAsked = true;
      arm();
    },
    onFlush(work) {
      works.add(work);
      return () => works.delete(work);
    },
    tier: () => tier,
    setTier(wanted) {
      isFixed = wanted !== 'auto';
      tier = wanted === 'auto' ? world.startTier : wanted;
    },
  };
}

function browserWorld(): ClockWorld {
  return {
    now: () => performance.now(),
    // A frame of 60 Hz is spent waiting for the frame itself.
    inFrame: (waitMs, run) => void (waitMs > 16 ? setTimeout(() => requestAnimationFrame(run), waitMs - 16) : requestAnimationFrame(run)),
    isHidden: () => document.hidden,
    onVisible: (run) => document.addEventListener('visibilitychange', () => void (document.hidden || run())),
    startTier: matchMedia('(pointer: coarse)').matches ? 10 : 20,
  };
}

const stillWorld: ClockWorld = { now: () => 0, inFrame: () => undefined, isHidden: () => true, onVisible: () => undefined, startTier: 20 };

/** The page's one clock; outside a browser it never ticks. */
export const flushClock = createFlushClock(typeof document === 'undefined' ? stillWorld : browserWorld());
