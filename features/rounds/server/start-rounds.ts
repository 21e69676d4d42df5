// Brings timed rounds to life on a starting server: watches prices, settles what is due, keeps the evidence; says how to stop.
import { EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { repeat } from '@maru/kit/server/jobs.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { installationSigner } from '../admin-contract.ts';
import { Boundaries } from './boundaries.ts';
import { DayHeads } from './day-heads.ts';
import { signatureOf } from './day-keys.ts';
import { Draws } from './draws.ts';
import { writeEvidence } from './evidence-store.ts';
import { LiveBets } from './live-bets.ts';
import { marketUse } from '@maru/market/contract.ts';
import { neededMoments } from './market-need.ts';
import { OpenRounds, type OpenRoundView } from './open-rounds.ts';
import { ENTROPY_SYMBOL, PublicValues } from './public-values.ts';
import { type RoundsService, roundsService } from './rounds-service.ts';
import { SettleDriver } from './settle-driver.ts';
import { countLeftOut } from './signed-prices.ts';
import { isOffered, type SiteOption, siteOptions } from './site-options.ts';
import { TopWinners } from './top-winners.ts';

const LOOK_MS = 50;
const UPKEEP_MS = 60_000;
const EVIDENCE_RETRY_MS = 5_000;
/** No bet on a price older than this (decisions.md, staleness). */
const FRESH_MS = 3_000;
const WORD = 2 ** 32;

async function loadOpen({ engine, log }: AppContext, site: number, rounds: OpenRounds, live: LiveBets): Promise<void> {
  const open = await engine.query<OpenRoundView[]>(site, 'openRounds');
  rounds.load(site, open);
  live.load(site, open).catch((error: unknown) => log.warn({ err: error, site }, 'placements of open bets are not known'));
}

function offer(context: AppContext, service: RoundsService): void {
  context.services.provide(roundsService, service);
  context.services.provide(installationSigner, { sign: (sql, text, now) => service.heads.keys.sign(sql, text, now), signatureOf });
  context.services.find(marketUse)?.register(neededMoments(context, service.rounds));
}

export function startRounds(context: AppContext): () => Promise<void> {
  const { log, clock } = context;
  const boundaries = new Boundaries(context);
  const publicValues = new PublicValues(context, boundaries);
  const draws = new Draws(context, publicValues);
  const heads = new DayHeads(context, draws);
  const rounds = new OpenRounds();
  const driver = new SettleDriver(context, rounds, boundaries, draws, publicValues);
  const live = new LiveBets(context, rounds);
  const evidence = new EvidenceQueue(context, rounds, live);
  context.engine.onBatch((batch) => {
    const changed = rounds.take(batch);
    live.take(batch, changed);
    service.winners.take(batch);
    evidence.take(batch);
  });
  let [hasOptions, hasDraws] = [false, false];
  const service: RoundsService = {
    boundaries,
    draws,
    publicValues,
    heads,
    rounds,
    winners: new TopWinners(context),
    strikeNow: (option) => strikeNow(boundaries, option, clock.now()),
    async openSite(id) {
      const offered = context.sites.all().map((site) => siteOptions(site).filter((option) => isOffered(site, option)));
      hasOptions = offered.some((options) => options.length > 0);
      hasDraws = offered.flat().some(({ family }) => family === 'P');
      const site = context.sites.byId(id);
      const plays = site !== undefined && siteOptions(site).length > 0;
      if (plays) await loadOpen(context, id, rounds, live);
      boundaries.watchWanted(symbolsOf(context, rounds, hasDraws));
      if (hasDraws) await draws.prepare(clock.now());
      if (plays) evidence.want(id);
    },
  };
  offer(context, service);
  const look = async () => {
    if (boundaries.isWatching && (await boundaries.look(clock.now()))) void settling.hurry();
  };
  const upkeep = async () => {
    if (!hasOptions) return;
    for (const site of context.sites.all())
      if (siteOptions(site).length > 0)
        await heads
          .tell(site, clock.now())
          .catch((error: unknown) => log.warn({ err: error, site: site.code }, 'the heads of a day wait to be told'));
    await boundaries.dropOld(clock.now());
  };
  const { jobs } = context;
  const settling = jobs.every({ name: 'rounds.settle', everyMs: LOOK_MS, fault: 'rounds wait' }, () => driver.look(clock.now()));
  jobs.every({ name: 'rounds.upkeep', everyMs: UPKEEP_MS, fault: 'the upkeep of rounds waits' }, upkeep);
  const warn = (text: string) => (error: unknown) => log.warn({ err: error }, text);
  // Of every process: what passes a boundary is in its memory, and each writes what it saw where nobody has yet.
  const own = [
    repeat(LOOK_MS, look, warn('boundaries wait')),
    repeat(UPKEEP_MS, async () => void (hasDraws && (await draws.prepare(clock.now()))), warn('draws are not prepared')),
    repeat(EVIDENCE_RETRY_MS, () => evidence.again(), warn('evidence waits to be written')),
  ];
  return async () => {
    live.stop();
    boundaries.stop();
    publicValues.stop();
    await Promise.all(own.map((each) => each.stop()));
    await driver.stop();
  };
}

/** What open rounds are about: an operator's switch never takes their prices away, which would void them by choice. */
function symbolsOf({ sites }: AppContext, rounds: OpenRounds, hasDraws: boolean): string[] {
  const open = rounds.unsettled().flatMap(({ site, round }) => {
    const config = sites.byId(site);
    const option = config === undefined ? undefined : siteOptions(config)[round.option];
    return option === undefined ? [] : [option.data?.code ?? ENTROPY_SYMBOL];
  });
  return hasDraws ? [ENTROPY_SYMBOL, ...open] : open;
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
  #stuck: number[] = [];
  #isWriting = false;

  constructor(context: AppContext, rounds: OpenRounds, live: LiveBets) {
    this.#context = context;
    this.#rounds = rounds;
    this.#live = live;
    countLeftOut(context.metrics);
  }

  want(site: number, seq = 0): void {
    this.#wanted.set(site, Math.max(seq, this.#wanted.get(site) ?? 0));
  }

  take({ site, events: e, lastSeq }: EventBatch): void {
    for (let i = 0; i < e.length; i += EVENT_WORDS) if (e[i] === EventKind.RoundFinished) this.want(site, lastSeq);
    if (this.#wanted.has(site))
      this.write().catch((error: unknown) => this.#context.log.warn({ err: error }, 'evidence waits to be written'));
  }

  /** What could not be written is tried again. */
  async again(): Promise<void> {
    for (const id of this.#stuck.splice(0)) this.want(id);
    await this.write();
  }

  async write(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    // A site whose rows lag leaves the others their turn.
    const lagging = new Set<number>();
    try {
      for (;;) {
        const next = [...this.#wanted].find(([id]) => !lagging.has(id));
        if (next === undefined) return;
        const [id, seq] = next;
        if (!(await this.#context.projections.waitFor(id, seq))) {
          lagging.add(id);
          continue;
        }
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
    const { written, isStuck } = await writeEvidence(this.#context, site);
    if (isStuck) this.#stuck.push(id);
    for (const { option, ordinal } of written) {
      const round = this.#rounds.find(id, option, ordinal);
      if (round === undefined) continue;
      round.hasEvidence = true;
      this.#live.tellRound(site, round);
    }
  }
}
