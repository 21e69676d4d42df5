// The typed arrays of timed rounds: options, rounds, bets, what each member plays, slot seeds. A site without any of it keeps none of it.
import {
  BET,
  BET_SLOTS,
  DRAW_ODDS,
  LIMITS,
  LINKS,
  MARKETS,
  MARKS,
  MOST_DRAWS,
  MOST_OPTIONS,
  OPTION,
  PLAY,
  ROUND,
  SLOT,
} from '../layout-rounds.ts';
import type { Capacity } from '../capacity.ts';
import { realRows } from '../rows.ts';

const NONE: Float64Array = new Float64Array(0);

export class RoundTables {
  readonly marks = new Float64Array(MARKS);
  options = NONE;
  drawOdds = NONE;
  rounds = NONE;
  /** Stakes by market of each round. */
  stakes = NONE;
  bets = NONE;
  betTimes = NONE;
  betLinks = new Int32Array(0);
  play = NONE;
  limits = NONE;
  slots = NONE;

  /** Makes room, once: with the first option, limit or slot seed of the site (META_ROUNDS). */
  open(c: Capacity): void {
    if (this.options.length !== 0) return;
    this.options = realRows(MOST_OPTIONS * OPTION);
    this.drawOdds = new Float64Array(MOST_DRAWS * MARKETS * DRAW_ODDS);
    this.rounds = realRows(roundCapacity(c) * ROUND);
    this.stakes = realRows(roundCapacity(c) * MARKETS);
    this.bets = realRows(betCapacity(c) * BET);
    this.betTimes = new Float64Array(betCapacity(c));
    this.betLinks = new Int32Array(betCapacity(c) * LINKS);
    this.play = realRows(c.accounts * PLAY);
    this.limits = new Float64Array(c.accounts * LIMITS);
    this.slots = new Float64Array(c.accounts * SLOT);
  }
}

/** As many open bets as orders. */
export function betCapacity(c: Capacity): number {
  return c.orders < BET_SLOTS ? c.orders : BET_SLOTS;
}

/** Every option with a round that runs, one that takes bets, and some that wait for their settlement. */
export function roundCapacity(c: Capacity): number {
  const capacity = c.levels >> 3;
  return capacity > MOST_OPTIONS ? capacity : MOST_OPTIONS;
}
