// Rows follow the engine's events by a moment, on a busy server by seconds: what lists them is asked once a burst is over, and once more.

/** A burst of fills is one question. */
const settledMs = 600;
/** By then rows are there that were late for the first. */
const lateMs = 3_000;

export interface LateRows {
  /** Something was told whose rows are on their way. `isLast`: there is no later question for them. */
  told(ask: (isLast: boolean) => void): void;
  stop(): void;
}

export function lateRows(): LateRows {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  return {
    told(ask) {
      stop();
      timers = [settledMs, lateMs].map((ms) => setTimeout(ask, ms, ms === lateMs));
    },
    stop,
  };
}
