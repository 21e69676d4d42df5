// Brings timed rounds to life on a starting server: watches prices, settles what is due, keeps the evidence; says how to stop.
import { EVENT_WORDS, EventKind } from '@maru/engine/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { Boundaries } from './boundaries.ts';
import { Draws, ENTROPY_SYMBOL } from './draws.ts';
import { writeEvidence } from './evidence-store.ts';
import { LiveBets } from './live-bets.ts';
import { OpenRounds, type OpenRoundView } from './open-rounds.ts';
import { type RoundsRoom, roundsRoom } from './rounds-room.ts';
import { SettleDriver } from './settle-driver.ts';
import { isOffered, type SiteOption, siteOptions } from './site-options.ts';

const LOOK_MS = 50;
const UPKEEP_MS = 60_000;
const EVIDENCE_RETRY_MS = 5_000;
/** No bet on a price older than this (decisions.md, staleness). */
const FRESH_MS = 3_000;
const WORD = 2 ** 32;

export function startRounds(context: AppContext): () => Promise<void> {
  const { log, clock } = context;
  const boundaries = new Boundaries(context);
  const draws = new Draws(context);
  const rounds = new OpenRounds();
  const driver = new SettleDriver(context, rounds, boundaries, draws);
  const live = new LiveBets(context, rounds);
  const evidence = new EvidenceQueue(context, rounds, live);
  context.engine.onBatch((batch) => {
    const changed = rounds.take(batch);
    live.take(batch, changed);
    evidence.take(batch);
  });
  let hasOptions = false;
  const room: RoundsRoom = {
    boundaries,
    draws,
    rounds,
    strikeNow: (option) => strikeNow(boundaries, option, clock.now()),
    async openSite(id) {
      const offered = context.sites.all().map((site) => siteOptions(site).filter((option) => isOffered(site, option)));
      hasOptions = offered.some((options) => options.length > 0);
      boundaries.watchWanted(offered.flat().some(({ family }) => family === 'P') ? [ENTROPY_SYMBOL] : []);
      const site = context.sites.byId(id);
      if (site === undefined || siteOptions(site).length === 0) return;
      rounds.load(id, await context.engine.query<OpenRoundView[]>(id, 'openRounds'));
      evidence.want(id);
    },
  };
  context.services.provide(roundsRoom, room);
  const look = async () => {
    const now = clock.now();
    if (hasOptions) await boundaries.look(now);
    await driver.look(now);
  };
  const upkeep = async () => {
    if (!hasOptions) return;
    await draws.prepare(clock.now());
    await boundaries.dropOld(clock.now());
  };
  const stops = [
    every(LOOK_MS, look, (error) => log.warn({ err: error }, 'rounds wait')),
    every(UPKEEP_MS, upkeep, (error) => log.warn({ err: error }, 'the upkeep of rounds waits')),
    every(
      EVIDENCE_RETRY_MS,
      () => evidence.write(),
      (error) => log.warn({ err: error }, 'evidence waits to be written'),
    ),
  ];
  return async () => {
    live.stop();
    boundaries.stop();
    for (const stop of stops) await stop();
  };
}

function strikeNow(boundaries: Boundaries, option: SiteOption, now: number) {
  const tick = boundaries.ticks(option.data?.code ?? '')?.latest;
  if (tick === undefined || now - tick.receivedAt > FRESH_MS) throw new Refusal('PRICE_STALE', { field: 'tradeRoundId' });
  return { price: tick.price, time: tick.receivedAt, idHi: Math.floor(tick.id / WORD), idLo: tick.id % WORD };
}

/** Sites with settled rounds that have no record yet; written once the projection has come that far. */
class EvidenceQueue {
  readonly #context: AppContext;
  readonly #rounds: OpenRounds;
  readonly #live: LiveBets;
  readonly #wanted = new Map<number, number>();
  #isWriting = false;

  constructor(context: AppContext, rounds: OpenRounds, live: LiveBets) {
    this.#context = context;
    this.#rounds = rounds;
    this.#live = live;
  }

  want(site: number, seq = 0): void {
    this.#wanted.set(site, Math.max(seq, this.#wanted.get(site) ?? 0));
  }

  take({ site, events: e, lastSeq }: EventBatch): void {
    for (let i = 0; i < e.length; i += EVENT_WORDS) if (e[i] === EventKind.RoundFinished) this.want(site, lastSeq);
    if (this.#wanted.has(site))
      this.write().catch((error: unknown) => this.#context.log.warn({ err: error }, 'evidence waits to be written'));
  }

  async write(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    try {
      for (let [next] = this.#wanted; next !== undefined; [next] = this.#wanted) {
        const [id, seq] = next;
        if (!(await this.#context.projections.waitFor(id, seq))) return;
        await this.#writeSite(id);
        if (this.#wanted.get(id) === seq) this.#wanted.delete(id);
      }
    } finally {
      this.#isWriting = false;
    }
  }

  async #writeSite(id: number): Promise<void> {
    const site = this.#context.sites.byId(id);
    if (site === undefined) return;
    for (let written = await writeEvidence(this.#context, site); written.length > 0; written = await writeEvidence(this.#context, site))
      for (const { option, ordinal } of written) {
        const round = this.#rounds.find(id, option, ordinal);
        if (round === undefined) continue;
        round.hasEvidence = true;
        this.#live.tellRound(site, round);
      }
  }
}

/** Work again and again, never twice at once; answers how to stop, when what was begun has ended. */
function every(ms: number, work: () => Promise<void>, onFault: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onFault)
      .finally(() => {
        running = undefined;
      });
  }, ms);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
