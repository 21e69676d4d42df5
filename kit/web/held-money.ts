// Money that comes while a result is still being shown: figures of it wait, so that none of them tells the outcome early.
let holds = 0;
const waiting: (() => void)[] = [];

/** Until the answer is called, once or more often. */
export function holdMoney(): () => void {
  let isHeld = true;
  holds += 1;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holds -= 1;
    if (holds === 0) for (const tell of waiting.splice(0)) tell();
  };
}

/** At once, or in its order when nothing is held any more. */
export function whenShown(tell: () => void): void {
  if (holds === 0) tell();
  else waiting.push(tell);
}
