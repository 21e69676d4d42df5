// What the insurance fund took of positions that a liquidation made smaller (rules 9.5). The engine's position does not keep it: its
// events tell it once, so it is kept here for what stands, and a while for what has just ended and is still being told.
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord, LiquidationStage } from '@maru/engine/wire/event.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq, type EventBatch } from '@maru/kit/server/engine-port.ts';

const Head = EventHeadWord;
const { LiquidationFinished, LiquidationStep, PositionClosed } = EventWord;

export interface Clearances {
  /** Over the position's life, in millionths of USDT. */
  of(site: number, positionId: number): number;
  /** Reads what was taken before this server heard of it; of a site that has been read it does nothing. */
  open(site: number): Promise<void>;
  stop(): void;
}
export const clearances = serviceKey('futures.clearances').of<Clearances>();

/** Its end is told within a moment; events are dated by the engine. */
const KEPT_MS = 60_000;
/** Where the rows are behind, they are asked again. */
const AGAIN_MS = 5_000;

interface Fee {
  seq: number;
  positionId: number;
  fee: number;
}
interface Taken {
  fees: Map<number, number>;
  /** When positions ended, the first one first. */
  ended: Map<number, number>;
  /** Heard so far; undefined once the rows of what was before are read. */
  early: Fee[] | undefined;
}

type Parts = Pick<AppContext, 'engine' | 'pool' | 'projections' | 'log'>;

export function createClearances(parts: Parts): Clearances {
  const keeper = new Keeper(parts);
  parts.engine.onBatch((batch) => keeper.hear(batch));
  return keeper;
}

class Keeper implements Clearances {
  readonly #parts: Parts;
  readonly #sites = new Map<number, Taken>();
  readonly #timers = new Map<number, NodeJS.Timeout>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  of(site: number, positionId: number): number {
    return this.#sites.get(site)?.fees.get(positionId) ?? 0;
  }

  async open(site: number): Promise<void> {
    const { log } = this.#parts;
    const isRead = await this.#read(site).catch((error: unknown) => log.warn({ err: error, site }, 'clearance fees were not read'));
    if (isRead !== true) this.#timers.set(site, setTimeout(() => void this.open(site), AGAIN_MS).unref());
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  hear({ site, events: e }: EventBatch): void {
    const taken = this.#takenOf(site);
    /** Where the last sale of this liquidation's end stands: the fee of all of it belongs to that leg. */
    let sale = -1;
    for (let at = 0; at < e.length; at += EVENT_WORDS) {
      const seq = e[at + Head.seq];
      let ended = 0;
      if (e[at] === EventKind.LiquidationStarted) sale = -1;
      else if (e[at] === EventKind.LiquidationStep) {
        take(taken, { seq, positionId: e[at + LiquidationStep.positionId], fee: e[at + LiquidationStep.fee] });
        if (e[at + LiquidationStep.stage] === LiquidationStage.ClosedInBook) sale = at;
      } else if (e[at] === EventKind.LiquidationFinished) {
        ended = sale < 0 ? e[at + LiquidationFinished.positionId] : e[sale + LiquidationStep.positionId];
        take(taken, { seq, positionId: ended, fee: e[at + LiquidationFinished.clearanceFee] });
      } else if (e[at] === EventKind.PositionClosed) ended = e[at + PositionClosed.positionId];
      if (taken.fees.has(ended)) taken.ended.set(ended, e[at + Head.time]);
    }
    if (taken.ended.size > 0 && e.length > 0) forgetEnded(taken, e[e.length - EVENT_WORDS + 3] - KEPT_MS);
  }

  async #read(site: number): Promise<boolean> {
    const { engine, pool, projections } = this.#parts;
    const taken = this.#takenOf(site);
    if (taken.early === undefined) return true;
    const until = appliedSeq(engine, site);
    if (!(await projections.waitFor(site, until))) return false;
    const { rows } = await pool.query<{ id: number; fee: number }>(BEFORE, [site, until]);
    const heard = taken.early ?? [];
    taken.early = undefined;
    taken.fees = new Map(rows.map(({ id, fee }) => [id, fee]));
    for (const fee of heard) if (fee.seq > until) take(taken, fee);
    return true;
  }

  #takenOf(site: number): Taken {
    const known = this.#sites.get(site);
    if (known !== undefined) return known;
    const taken: Taken = { fees: new Map(), ended: new Map(), early: [] };
    this.#sites.set(site, taken);
    return taken;
  }
}

function take({ fees, early }: Taken, fee: Fee): void {
  if (fee.fee <= 0) return;
  fees.set(fee.positionId, (fees.get(fee.positionId) ?? 0) + fee.fee);
  early?.push(fee);
}

function forgetEnded({ fees, ended }: Taken, before: number): void {
  for (const [positionId, at] of ended) {
    if (at > before) return;
    ended.delete(positionId);
    fees.delete(positionId);
  }
}

/** Of what stands, by the steps: a sum of the position may know of later ones already. */
const BEFORE = `SELECT l.position_id AS id, sum(l.fee)::bigint AS fee
FROM futures_position p JOIN futures_liquidation l USING (site_id, account, position_id)
WHERE p.site_id = $1 AND p.closed_seq IS NULL AND p.clearance_paid > 0 AND l.seq <= $2 AND l.fee > 0
GROUP BY l.position_id`;
