// The road of past rounds: equal results in a row share a column, a longer run goes on in the next.
import type { Outcome } from '../contract.ts';

/** Outcomes oldest first; columns from the left. */
export function columnsOf(outcomes: readonly Outcome[], rows: number): Outcome[][] {
  const columns: Outcome[][] = [];
  for (const outcome of outcomes) {
    const last = columns.at(-1);
    if (last !== undefined && last[0].result === outcome.result && last.length < rows) last.push(outcome);
    else columns.push([outcome]);
  }
  return columns;
}

export function sumsOf(outcomes: readonly Outcome[]) {
  const of = (result: string) => outcomes.filter((each) => each.result === result).length;
  const [up, down] = [of('UP'), of('DOWN')];
  let run = 0;
  let runOf: 'UP' | 'DOWN' = 'UP';
  let length = 0;
  outcomes.forEach((each, i) => {
    length = i > 0 && outcomes[i - 1].result === each.result ? length + 1 : 1;
    if ((each.result === 'UP' || each.result === 'DOWN') && length > run) [run, runOf] = [length, each.result];
  });
  return { all: outcomes.length, up, down, tie: of('TIE'), void: of('VOID'), run, runOf };
}
