// Bets to the members who listen, one message a member and batch, their results one a round; rounds to whoever watches the option.
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { destinationOf } from '@maru/kit/contract/topic.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { betQueue, roundTopic, type TradeBet } from '../contract.ts';
import { LiveResults, type ResultsToTell } from './live-results.ts';
import type { LiveRound, OpenRounds, OpenRoundView } from './open-rounds.ts';
import { placedAt } from './place-bet.ts';
import { PlacedBets, type Placement } from './placed-bets.ts';
import { type BetFacts, noOutcome, presentBet } from './present-round.ts';
import { toldRound } from './round-hours.ts';
import { isoText } from './round-text.ts';
import { siteOptions } from './site-options.ts';

const Head = EventHeadWord;
const { BetCancelled, BetPlaced, BetSettled, BetSold, RoundFinished } = EventWord;

/** A busy pool is told this often. */
const POOL_MS = 250;
const QUEUE = betQueue.destination;

interface Told {
  kind: 'gameBet' | 'betResult';
  eventId: string;
  seq: number;
  time: number;
  bets: TradeBet[];
}

export class LiveBets {
  readonly #context: AppContext;
  readonly #rounds: OpenRounds;
  /** Rounds whose pool changed since the last telling, by site. */
  readonly #changed = new Map<number, Set<LiveRound>>();
  readonly #placed = new PlacedBets();
  readonly #timer: NodeJS.Timeout;
  readonly #results = new LiveResults((member, bets, told) => this.#tellResults(member, bets, told));

  constructor(context: AppContext, rounds: OpenRounds) {
    this.#context = context;
    this.#rounds = rounds;
    this.#timer = setInterval(() => this.#tellPools(), POOL_MS).unref();
  }

  /** Rounds that were open before this process was. */
  load(site: number, rounds: readonly OpenRoundView[]): Promise<void> {
    return this.#placed.load(this.#context, site, rounds);
  }

  /** A batch that `rounds` has taken in already. */
  take(batch: EventBatch, changed: ReadonlySet<LiveRound>): void {
    const site = this.#context.sites.byId(batch.site);
    if (site === undefined) return;
    for (const round of changed) {
      if (round.status !== 0) this.tellRound(site, round);
      else this.#noteChanged(batch.site, round);
    }
    this.#tellMembers(site, batch);
  }

  tellRound(site: SiteConfig, round: LiveRound): void {
    const option = siteOptions(site)[round.option];
    const { sockets, clock } = this.#context;
    if (option === undefined) return;
    const destination = destinationOf(roundTopic, { tradeOptionId: String(option.tradeOptionId) });
    if (sockets.subscribers(site.id, destination) === 0) return;
    const now = clock.now();
    sockets.publish(site.id, destination, { time: now, round: toldRound(this.#context, site, option, round, now) });
  }

  #noteChanged(site: number, round: LiveRound): void {
    const rounds = this.#changed.get(site) ?? new Set();
    this.#changed.set(site, rounds.add(round));
  }

  #tellPools(): void {
    for (const [id, rounds] of this.#changed) {
      const site = this.#context.sites.byId(id);
      if (site !== undefined) for (const round of rounds) this.tellRound(site, round);
    }
    this.#changed.clear();
  }

  #tellMembers(site: SiteConfig, { events: e }: EventBatch): void {
    const told = new Map<number, Told>();
    for (let i = 0; i < e.length; i += EVENT_WORDS) {
      if (e[i] === EventKind.RoundFinished) {
        this.#results.finish(e[i + RoundFinished.option], e[i + RoundFinished.ordinal], {
          site,
          seq: e[i + Head.seq],
          index: e[i + Head.index],
          time: e[i + Head.time],
        });
        continue;
      }
      const placement = this.#placed.take(site.id, e, i);
      const isResult = e[i] === EventKind.BetSettled;
      const member = isResult || isChange(e[i]) ? this.#listenerOf(site.id, e[i + Head.account]) : undefined;
      if (member === undefined) continue;
      if (isResult) this.#results.note(site.id, member, betAt(e, i, placement));
      else this.#noteBet(told, site, member, betAt(e, i, placement), e, i);
    }
    for (const [member, message] of told) {
      this.#results.tellNow(site.id, member);
      this.#send(site, member, message);
    }
  }

  #noteBet(told: Map<number, Told>, site: SiteConfig, member: number, facts: BetFacts, e: Float64Array, i: number): void {
    const bet = this.#present(site, facts);
    const message = told.get(member);
    if (bet === undefined) return;
    if (message !== undefined) message.bets.push(bet);
    else
      told.set(member, {
        kind: 'gameBet',
        eventId: `${e[i + Head.seq]}-${e[i + Head.index]}`,
        seq: e[i + Head.seq],
        time: e[i + Head.time],
        bets: [bet],
      });
  }

  /** Under the id of the event that ended the round: the newest that the member's queue has told. */
  #tellResults(member: number, bets: readonly BetFacts[], { site, seq, index, time }: ResultsToTell): void {
    const shown = bets.map((bet) => this.#present(site, bet)).filter((bet) => bet !== undefined);
    if (shown.length > 0) this.#send(site, member, { kind: 'betResult', eventId: `${seq}-${index}`, seq, time, bets: shown });
  }

  #send(site: SiteConfig, member: number, { kind, eventId, seq, time, bets }: Told): void {
    const isAlarm = kind === 'betResult' && site.rounds?.hasEndAlarm === true;
    const body = { type: kind, eventId, sequence: seq, time: isoText(time), bets, isAlarm };
    this.#context.sockets.send(site.id, member, QUEUE, body, { eventId });
  }

  #listenerOf(site: number, account: number): number | undefined {
    const member = account < 0 ? undefined : this.#context.services.use(memberDirectory).memberOf(site, account);
    return member !== undefined && this.#context.sockets.wants(site, member, QUEUE) ? member : undefined;
  }

  #present(site: SiteConfig, bet: BetFacts): TradeBet | undefined {
    const option = siteOptions(site)[bet.option];
    if (option === undefined) return undefined;
    return presentBet(site, option, bet, this.#rounds.find(site.id, bet.option, bet.ordinal) ?? noOutcome);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

const isChange = (kind: number): boolean => kind === EventKind.BetPlaced || kind === EventKind.BetCancelled || kind === EventKind.BetSold;

/** The bet as an event leaves it; when and at which odds it was placed is known from before. */
function betAt(e: Float64Array, i: number, placement: Placement = { placedMs: e[i + Head.time], odds: 0, strike: 0 }): BetFacts {
  if (e[i] === EventKind.BetPlaced) return placedAt(e, i);
  const ids = {
    betId: e[i + BetPlaced.betId],
    option: e[i + BetPlaced.option],
    ordinal: e[i + BetPlaced.ordinal],
    market: e[i + BetPlaced.market],
    stake: e[i + BetPlaced.stake],
  };
  const ended = { ...ids, ...placement, settledMs: e[i + Head.time] };
  if (e[i] === EventKind.BetCancelled) return { ...ended, status: 3, ended: 1, payout: e[i + BetCancelled.stake] };
  if (e[i] === EventKind.BetSold)
    return { ...ended, status: e[i + BetSold.value] >= e[i + BetSold.stake] ? 1 : 2, ended: 2, payout: e[i + BetSold.value] };
  return { ...ended, odds: e[i + BetSettled.odds], status: e[i + BetSettled.status], ended: 0, payout: e[i + BetSettled.payout] };
}
