// Orders of one request on their way to the engine: all are ready before the first is sent, so that they go as one message, in their order.

/** Resolves when it is an order's turn to be sent. */
export type Turn = () => Promise<void>;

export interface SentTogether {
  /** Runs what is done for one of them; `work` waits for its turn last of all, or fails without. */
  run<T>(part: number, work: (turn: Turn) => Promise<T>): Promise<T>;
}

export function sentTogether(count: number): SentTogether {
  const turns: (() => void)[] = [];
  let missing = count;
  const arrived = () => {
    missing--;
    // Not before the last one waits too: then each goes on in the order of the parts, and nothing else comes between.
    if (missing === 0) queueMicrotask(() => turns.forEach((go) => go()));
  };
  return {
    async run(part, work) {
      let isWaiting = true;
      const turn = () =>
        new Promise<void>((go) => {
          isWaiting = false;
          turns[part] = go;
          arrived();
        });
      try {
        return await work(turn);
      } finally {
        if (isWaiting) arrived();
      }
    },
  };
}
