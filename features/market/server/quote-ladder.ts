// The counterparty's quote ladder: the feed's depth in ticks and lots, a little wider when prices move fast, gone when the depth is old.

/** Levels a side that a site's book takes. */
export const LADDER_LEVELS = 25;
/** A picture older than this is withdrawn: mirrored quotes must not be a free option (rules 3.3). */
export const LADDER_MAX_AGE_MS = 500;
/** Share of the usual move between two looks that each side steps back. */
const WIDTH_SHARE = 0.5;
const LOOK_MS = 100;

export interface Ladder {
  /** Flat pairs (ticks, lots), best first. Empty when withdrawn. */
  bids: readonly number[];
  asks: readonly number[];
  /** Our clock when the depth behind it arrived. */
  receivedAt: number;
}

export const noLadder: Ladder = { bids: [], asks: [], receivedAt: 0 };

/** Watches how far the middle moves between looks: an average that forgets in about three seconds. */
export class RecentMove {
  #twiceMid = 0;
  #lookedAt = 0;
  #average = 0;

  look(twiceMid: number, now: number): void {
    if (now - this.#lookedAt < LOOK_MS) return;
    if (this.#twiceMid > 0 && now - this.#lookedAt < 10 * LOOK_MS) {
      const move = Math.abs(twiceMid - this.#twiceMid) / 2;
      this.#average += (move - this.#average) / 30;
    }
    this.#twiceMid = twiceMid;
    this.#lookedAt = now;
  }

  /** Ticks that a side steps back, in whole steps of the venue's own price grid. */
  width(grid: number): number {
    return Math.floor((this.#average * WIDTH_SHARE) / grid) * grid;
  }
}

/** The venue's price step as far as its levels show it: 1, 10 or 100 ticks. */
function gridOf(prices: readonly number[]): number {
  let grid = 100;
  for (let i = 0; i < Math.min(prices.length, 16); i += 2) while (prices[i] % grid !== 0) grid /= 10;
  return grid;
}

export function mirrorLadder(bids: readonly number[], asks: readonly number[], receivedAt: number, move: RecentMove): Ladder {
  const width = move.width(Math.min(gridOf(bids), gridOf(asks)));
  return { bids: stepBack(bids, -width), asks: stepBack(asks, width), receivedAt };
}

function stepBack(pairs: readonly number[], shift: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < pairs.length && out.length < LADDER_LEVELS * 2; i += 2) {
    if (pairs[i] + shift > 0 && pairs[i + 1] >= 1) out.push(pairs[i] + shift, pairs[i + 1]);
  }
  return out;
}

export function isLadderFresh(ladder: Ladder, now: number): boolean {
  return ladder.bids.length + ladder.asks.length > 0 && now - ladder.receivedAt <= LADDER_MAX_AGE_MS;
}
