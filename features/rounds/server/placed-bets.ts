// When open bets were placed and at which odds: events that end a bet no longer say, and its owner is told all the same.
import { EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import type { OpenRoundView } from './open-rounds.ts';

const Head = EventHeadWord;
const { BetPlaced } = EventWord;

/** What an end leaves out. */
export interface Placement {
  placedMs: number;
  odds: number;
  strike: number;
}

const WAIT_MS = 60_000;

export class PlacedBets {
  readonly #sites = new Map<number, Map<number, Placement>>();

  /** One event of a batch: notes what was placed; of what ended it answers the placement, and forgets it. */
  take(site: number, e: Float64Array, i: number): Placement | undefined {
    if (e[i] === EventKind.BetPlaced)
      this.#of(site).set(e[i + BetPlaced.betId], {
        placedMs: e[i + Head.time],
        odds: e[i + BetPlaced.odds],
        strike: e[i + BetPlaced.strike],
      });
    if (e[i] !== EventKind.BetCancelled && e[i] !== EventKind.BetSold && e[i] !== EventKind.BetSettled) return undefined;
    const found = this.#of(site).get(e[i + BetPlaced.betId]);
    this.#of(site).delete(e[i + BetPlaced.betId]);
    return found;
  }

  /** Bets of the rounds that were open when the server started, from their rows. */
  async load({ pool, projections, engine }: AppContext, site: number, rounds: readonly OpenRoundView[]): Promise<void> {
    if (rounds.length === 0) return;
    await projections.waitFor(site, appliedSeq(engine, site), WAIT_MS);
    const { rows } = await pool.query<Placement & { betId: number }>(
      `SELECT b.bet_id AS "betId", b.placed_ms AS "placedMs", b.odds, b.strike FROM rounds_bet b
        JOIN unnest($2::smallint[], $3::bigint[]) AS r (option, ordinal) USING (option, ordinal) WHERE b.site_id = $1 AND b.status = 0`,
      [site, rounds.map(({ option }) => option), rounds.map(({ ordinal }) => ordinal)],
    );
    const known = this.#of(site);
    for (const { betId, ...placement } of rows) if (!known.has(betId)) known.set(betId, placement);
  }

  #of(site: number): Map<number, Placement> {
    let bets = this.#sites.get(site);
    if (bets === undefined) this.#sites.set(site, (bets = new Map()));
    return bets;
  }
}
