// The tables of coin custody: deposits, withdrawals, and what they rule over. A site without any keeps none of it.
import { CUSTODY_MARKS, MARK_DEPOSITS, MARK_OPEN_DEPOSITS, MARK_OPEN_WITHDRAWALS, MARK_WITHDRAWALS } from '../layout-custody.ts';
import { META_CUSTODY } from '../layout.ts';
import type { EngineState } from '../state.ts';
import { Figures } from './figures.ts';
import { Register } from './register.ts';

export class CustodyTables {
  readonly marks = new Float64Array(CUSTODY_MARKS);
  readonly deposits = new Register(this.marks, MARK_DEPOSITS, MARK_OPEN_DEPOSITS);
  readonly withdrawals = new Register(this.marks, MARK_WITHDRAWALS, MARK_OPEN_WITHDRAWALS);
  readonly figures = new Figures(this.marks);

  /** Room for what the marks say, before it is loaded. */
  reserve(): void {
    this.deposits.reserve();
    this.withdrawals.reserve();
    this.figures.reserve();
  }
}

/** The site's first number: from now on the tables are part of its state. */
export function openCustody(s: EngineState): void {
  s.meta[META_CUSTODY] = 1;
}
