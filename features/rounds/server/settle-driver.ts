// Brings rounds to their end: hands the engine the ticks at both boundaries, or a draw's seed and entropy. The engine alone decides.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import type { BoundaryTick } from '@maru/engine/wire/round-terms.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Entropy, ENTROPY_WAIT_MS } from '../evidence.ts';
import type { Boundaries, Boundary } from './boundaries.ts';
import type { Draws } from './draws.ts';
import { keepEntropy, keptEntropy } from './entropy-rows.ts';
import type { LiveRound, OpenRounds } from './open-rounds.ts';
import type { PublicValues } from './public-values.ts';
import { sendForHouse } from './send.ts';
import { siteOptions, type SiteOption } from './site-options.ts';

/** A settlement that did not come through is tried again after so long by the machine's own time: a clock may be set back. */
const RETRY_MS = 2_000;
const WORD = 2 ** 32;

export class SettleDriver {
  readonly #context: AppContext;
  readonly #rounds: OpenRounds;
  readonly #boundaries: Boundaries;
  readonly #draws: Draws;
  readonly #values: PublicValues;
  readonly #tried = new WeakMap<LiveRound, number>();
  readonly #drawing = new Map<LiveRound, Promise<void>>();

  constructor(context: AppContext, rounds: OpenRounds, boundaries: Boundaries, draws: Draws, values: PublicValues) {
    this.#context = context;
    this.#rounds = rounds;
    this.#boundaries = boundaries;
    this.#draws = draws;
    this.#values = values;
  }

  /** Settles whatever is due at `now`; one round's fault leaves the others alone. */
  async look(now: number): Promise<void> {
    const since = performance.now() - RETRY_MS;
    const due = this.#rounds.unsettled().filter(({ round }) => now >= round.closesAt && (this.#tried.get(round) ?? since) <= since);
    await Promise.all(due.map(({ site, round }) => this.#bringOn(site, round, now)));
  }

  /** When what was begun has ended. */
  async stop(): Promise<void> {
    await Promise.all(this.#drawing.values());
  }

  #bringOn(site: number, round: LiveRound, now: number): Promise<void> | undefined {
    const config = this.#context.sites.byId(site);
    const option = config === undefined ? undefined : siteOptions(config)[round.option];
    if (option === undefined) return undefined;
    const telling = (error: unknown) =>
      this.#context.log.warn({ err: error, site, option: round.option, ordinal: round.ordinal }, 'a round waits to be settled');
    if (option.family !== 'P') return round.endAt <= this.#boundaries.last ? this.#settle(site, option, round).catch(telling) : undefined;
    // A beacon may take its time to answer: no other round waits for that.
    if (!this.#drawing.has(round)) {
      const drawing = this.#draw(site, option, round, now)
        .catch(telling)
        .finally(() => this.#drawing.delete(round));
      this.#drawing.set(round, drawing);
    }
    return undefined;
  }

  async #settle(site: number, option: SiteOption, round: LiveRound): Promise<void> {
    this.#tried.set(round, performance.now());
    const symbol = option.data?.code ?? '';
    const [strike, close] = await Promise.all([this.#boundaries.find(symbol, round.startAt), this.#boundaries.find(symbol, round.endAt)]);
    this.#note(site, round, await sendForHouse(this.#context, site, settlementOf(option, round.ordinal, strike, close)));
  }

  async #draw(site: number, option: SiteOption, round: LiveRound, now: number): Promise<void> {
    const entropy = (await keptEntropy(this.#context.pool, site, round)) ?? (await this.#fixEntropy(site, round, now));
    if (entropy === undefined || now < round.endAt) return;
    this.#tried.set(round, performance.now());
    const config = this.#context.sites.byId(site);
    if (config !== undefined) this.#note(site, round, await this.#draws.reveal(config, option, round.ordinal, entropy));
  }

  /** The public value of its cut-off, once; kept before the draw, so that no second try could choose. */
  async #fixEntropy(site: number, round: LiveRound, now: number): Promise<Entropy | undefined> {
    const value = await this.#values.of(site, round, now);
    if (value !== undefined) return keepEntropy(this.#context.pool, site, round, value);
    if (now > round.closesAt + ENTROPY_WAIT_MS) this.#tried.set(round, performance.now());
    return undefined;
  }

  #note(site: number, round: LiveRound, refusal: string | undefined): void {
    if (refusal === 'ROUND_SETTLED_ALREADY') round.status = 3;
    else if (refusal !== undefined)
      this.#context.log.error({ site, option: round.option, ordinal: round.ordinal, refusal }, 'a round could not be settled');
  }
}

/** The command that decides a price round, by what stood at both boundaries. */
export function settlementOf(
  { option, symbol }: Pick<SiteOption, 'option' | 'symbol'>,
  ordinal: number,
  strike: Boundary | undefined,
  close: Boundary | undefined,
): Float64Array {
  const halted = strike?.isHalted === true || close?.isHalted === true ? 1 : 0;
  return encodeFields(-1, symbol, {
    kind: CommandKind.SettleRound,
    option,
    ordinal,
    halted,
    strike: tickOf(strike),
    close: tickOf(close),
  });
}

/** As the command carries it; -1 where there was none. */
function tickOf(boundary: Boundary | undefined): BoundaryTick {
  const { tick, beforePrice = -1, secondPrice = -1 } = boundary ?? {};
  if (tick === undefined) return { price: -1, time: 0, idHi: 0, idLo: 0, receivedAt: 0, before: -1, confirm: -1 };
  const { id, price, eventAt, receivedAt } = tick;
  return { price, time: eventAt, idHi: Math.floor(id / WORD), idLo: id % WORD, receivedAt, before: beforePrice, confirm: secondPrice };
}
