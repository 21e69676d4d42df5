// Rounds with bets as this process knows them: who staked what, and what is still to be settled. Fed by the engine's events.
import { BetMarket } from '@maru/engine/wire/round-terms.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord, RoundResult } from '@maru/engine/wire/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { roundIdOf } from '../round-codes.ts';
import { emptyRound, type RoundFacts } from './present-round.ts';

const Head = EventHeadWord;
const { BetPlaced, RoundOpened, RoundSettled } = EventWord;

export interface LiveRound extends RoundFacts {
  startAt: number;
  endAt: number;
  closesAt: number;
}

/** Told rounds are kept so long after their end, then SQL knows them. */
const KEPT_MS = 15 * 60_000;

/** What the engine's view of an open round tells. */
export interface OpenRoundView {
  option: number;
  ordinal: number;
  startAt: number;
  endAt: number;
  closesAt: number;
  stakes: readonly number[];
  counts?: readonly number[];
}

export class OpenRounds {
  readonly #sites = new Map<number, Map<number, LiveRound>>();
  /** Looked at many times a second: only what is still to be settled, of however many rounds and sites. */
  readonly #unsettled = new Map<LiveRound, number>();

  /** As the engine knows them at the start; what events told meanwhile is newer. */
  load(site: number, views: readonly OpenRoundView[]): void {
    const rounds = this.#of(site);
    for (const view of views) {
      const key = roundIdOf(view.option, view.ordinal);
      if (rounds.has(key)) continue;
      const { startAt, endAt, closesAt, stakes, counts = [] } = view;
      const sum = (list: readonly number[], side: 'up' | 'down') =>
        list.reduce((all, each, market) => ((market === BetMarket.Down) === (side === 'down') ? all + each : all), 0);
      const pool = { up: sum(stakes, 'up'), down: sum(stakes, 'down'), upCount: sum(counts, 'up'), downCount: sum(counts, 'down') };
      const round = { ...emptyRound(view.option, view.ordinal), ...pool, startAt, endAt, closesAt };
      rounds.set(key, round);
      this.#unsettled.set(round, site);
    }
  }

  find(site: number, option: number, ordinal: number): LiveRound | undefined {
    return this.#sites.get(site)?.get(roundIdOf(option, ordinal));
  }

  /** Rounds that are not settled yet. */
  unsettled(): { site: number; round: LiveRound }[] {
    const found: { site: number; round: LiveRound }[] = [];
    for (const [round, site] of this.#unsettled) {
      if (round.status === 0) found.push({ site, round });
      else this.#unsettled.delete(round);
    }
    return found;
  }

  /** Takes a batch in; answers the rounds that changed. */
  take({ site, events: e }: EventBatch): ReadonlySet<LiveRound> {
    const changed = new Set<LiveRound>();
    for (let i = 0; i < e.length; i += EVENT_WORDS) {
      const round = this.#takeEvent(site, e, i);
      if (round !== undefined) changed.add(round);
    }
    return changed;
  }

  #takeEvent(site: number, e: Float64Array, i: number): LiveRound | undefined {
    switch (e[i]) {
      case EventKind.RoundOpened:
        return this.#open(site, e, i);
      case EventKind.BetPlaced:
        return addStake(this.find(site, e[i + BetPlaced.option], e[i + BetPlaced.ordinal]), e, i, 1);
      case EventKind.BetCancelled:
      case EventKind.BetSold:
        return addStake(this.find(site, e[i + BetPlaced.option], e[i + BetPlaced.ordinal]), e, i, -1);
      case EventKind.RoundSettled:
        return settle(this.find(site, e[i + RoundSettled.option], e[i + RoundSettled.ordinal]), e, i);
      default:
        return undefined;
    }
  }

  #open(site: number, e: Float64Array, i: number): LiveRound {
    const rounds = this.#of(site);
    const round = {
      ...emptyRound(e[i + RoundOpened.option], e[i + RoundOpened.ordinal]),
      startAt: e[i + RoundOpened.startAt],
      endAt: e[i + RoundOpened.endAt],
      closesAt: e[i + RoundOpened.closesAt],
    };
    const key = roundIdOf(round.option, round.ordinal);
    const before = rounds.get(key);
    if (before !== undefined) this.#unsettled.delete(before);
    rounds.set(key, round);
    this.#unsettled.set(round, site);
    for (const [old, { endAt, status }] of rounds) if (status !== 0 && endAt < e[i + Head.time] - KEPT_MS) rounds.delete(old);
    return round;
  }

  #of(site: number): Map<number, LiveRound> {
    let rounds = this.#sites.get(site);
    if (rounds === undefined) this.#sites.set(site, (rounds = new Map()));
    return rounds;
  }
}

function addStake(round: LiveRound | undefined, e: Float64Array, i: number, sign: 1 | -1): LiveRound | undefined {
  if (round === undefined) return undefined;
  const isDown = e[i + BetPlaced.market] === BetMarket.Down;
  round[isDown ? 'down' : 'up'] += sign * e[i + BetPlaced.stake];
  round[isDown ? 'downCount' : 'upCount'] += sign;
  return round;
}

function settle(round: LiveRound | undefined, e: Float64Array, i: number): LiveRound | undefined {
  if (round === undefined) return undefined;
  const result = e[i + RoundSettled.result];
  round.result = result;
  round.reason = e[i + RoundSettled.voidReason];
  round.strike = e[i + RoundSettled.strike];
  round.close = e[i + RoundSettled.close];
  if (result === RoundResult.Tie || result === RoundResult.Void) round.status = 3;
  else round.status = result === RoundResult.Down ? 2 : 1;
  return round;
}
