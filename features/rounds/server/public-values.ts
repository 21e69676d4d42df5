// The public value of a draw: which source was fixed before its first bet, and what that source says of its cut-off.
//
// With a beacon the value is its first round after the cut-off, or none: a late beacon is waited for, and where it stays away the draw
// voids by time (rules 12.3). Nothing else takes its place, for whoever could choose between two values could choose the draw.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { type BeaconEntropy, type DrawPlan, type Entropy, ENTROPY_TICKS, ENTROPY_WAIT_MS, type TickEntropy } from '../evidence.ts';
import { type BeaconClient, openBeacon } from './beacon-client.ts';
import type { Boundaries } from './boundaries.ts';
import { keepPlan, keptPlan } from './entropy-rows.ts';
import { evidenceTick } from './evidence-text.ts';

/** Public entropy is the first trades of this market after the cut-off, where no beacon is set. */
export const ENTROPY_SYMBOL = 'BINANCE:BTCUSDT';
export const BY_TICKS: DrawPlan = { kind: 'ticks', symbol: ENTROPY_SYMBOL };
const KEPT = 2_000;

interface Place {
  option: number;
  ordinal: number;
}

export class PublicValues {
  readonly #context: AppContext;
  readonly #boundaries: Boundaries;
  readonly #beacon: BeaconClient | undefined;
  readonly #plans = new Map<string, DrawPlan>();

  constructor(context: AppContext, boundaries: Boundaries) {
    this.#context = context;
    this.#boundaries = boundaries;
    const { beaconUrl } = context.config;
    this.#beacon = beaconUrl === undefined ? undefined : openBeacon(beaconUrl);
  }

  /** What the draws of rounds to come are made with. */
  get plan(): DrawPlan {
    return this.#beacon === undefined ? BY_TICKS : { kind: 'beacon', chain: this.#beacon.chain };
  }

  /** Fixes the source of a round before its first bet. Ticks need no word: they are what holds where nothing else was fixed. */
  async fix(site: SiteConfig, round: Place): Promise<void> {
    const { plan } = this;
    if (plan.kind === 'beacon') this.#remember(site.id, round, await keepPlan(this.#context.pool, site.id, round, plan));
  }

  async fixed(site: number, round: Place): Promise<DrawPlan> {
    const known = this.#plans.get(keyOf(site, round));
    return known ?? this.#remember(site, round, (await keptPlan(this.#context.pool, site, round)) ?? BY_TICKS);
  }

  #remember(site: number, round: Place, plan: DrawPlan): DrawPlan {
    this.#plans.set(keyOf(site, round), plan);
    for (const [oldest] of this.#plans) if (this.#plans.size > KEPT) this.#plans.delete(oldest);
    return plan;
  }

  /** The value of a round by its fixed source; undefined: not there (yet). */
  async of(site: number, round: Place & { closesAt: number }, now: number): Promise<Entropy | undefined> {
    const plan = await this.fixed(site, round);
    if (plan.kind === 'ticks') return this.#ticksAfter(round.closesAt);
    // Fixed to a beacon that is not set any more: the draw waits, and voids.
    return plan.chain === this.#beacon?.chain ? this.#beaconAfter(round.closesAt, now) : undefined;
  }

  /** The value of a cut-off by the source of the moment, for rounds that nobody bet on. */
  async after(closeAt: number, now: number): Promise<Entropy | undefined> {
    return this.#beacon === undefined ? this.#ticksAfter(closeAt) : this.#beaconAfter(closeAt, now);
  }

  async #beaconAfter(closeAt: number, now: number): Promise<BeaconEntropy | undefined> {
    return this.#beacon?.after(closeAt, now).catch((error: unknown) => {
      this.#context.log.warn({ err: error }, 'the beacon does not answer');
      return undefined;
    });
  }

  /** The first ticks after the cut-off, in time; none where we came too late to see the first: a restart must not be a choice. */
  #ticksAfter(closeAt: number): TickEntropy | undefined {
    if (!this.#boundaries.sawSince(ENTROPY_SYMBOL, closeAt)) return undefined;
    const found = this.#boundaries.ticks(ENTROPY_SYMBOL)?.after(closeAt, ENTROPY_TICKS) ?? [];
    const inTime = found.filter(({ receivedAt }) => receivedAt <= closeAt + ENTROPY_WAIT_MS);
    if (inTime.length < ENTROPY_TICKS) return undefined;
    const { tickDecimals } = symbolNamed(ENTROPY_SYMBOL);
    return { kind: 'ticks', symbol: ENTROPY_SYMBOL, after: String(closeAt), ticks: inTime.map((tick) => evidenceTick(tick, tickDecimals)) };
  }

  stop(): void {
    this.#beacon?.close();
  }
}

const keyOf = (site: number, { option, ordinal }: Place): string => `${site}|${option}|${ordinal}`;
