// How the rest of the server speaks to the engines: durable commands in, facts out, live reads.

/** What a command's reply carries once its flush is durable and applied. */
export interface SubmitReply {
  seq: number;
  /** Event records of this command alone (EVENT_WORDS each). */
  events: Float64Array;
}

/** All events of one applied batch of one site, in order; also for commands nobody here sent. */
export interface EventBatch {
  site: number;
  firstSeq: number;
  lastSeq: number;
  /** Command records of the batch, as journaled. */
  commands: Float64Array;
  events: Float64Array;
}

export interface EnginePort {
  /**
   * Journals and applies one encoded command; resolves after it is durable. A rejection is an event, not an exception.
   * Throws EngineUnavailable (READ_ONLY) while the journal is away, EngineBusy (OVERLOADED) when the queue is full.
   */
  submit(site: number, record: Float64Array): Promise<SubmitReply>;
  /** Reads live state of a site between batches: `name` is a view of engine/views.ts, its arguments plain values. */
  query<T>(site: number, view: string, ...args: unknown[]): Promise<T>;
  /** Latest outside market of a symbol (by name), for all sites that list it; never journaled by itself. */
  offerMarket(update: Float64Array): void;
  /** Commands handed over whose fate is not told yet. */
  waiting(): number;
  onBatch(listener: (batch: EventBatch) => void): void;
  /** Sites hosted and where they stand. */
  status(): { site: number; seq: number; ready: boolean; reason?: string }[];
}

/** The last command of a site that is applied as far as is known here; 0 = none, or another's site. */
export function appliedSeq(engine: Pick<EnginePort, 'status'>, site: number): number {
  return engine.status().find((each) => each.site === site)?.seq ?? 0;
}

export class EngineUnavailable extends Error {
  readonly code = 'READ_ONLY';
}
export class EngineBusy extends Error {
  readonly code = 'OVERLOADED';
}
