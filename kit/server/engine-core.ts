// The engine as the server holds it: apply in order, collect events, copy out, load back. Tests bring a small one of their own.

/** Event records since the last clear; `words` may be replaced by a larger array. */
export interface EventBuffer {
  words: Float64Array;
  /** Words used. */
  length: number;
}

export interface EngineCore {
  readonly events: EventBuffer;
  /** Applies the record at `offset`; appends to `events`. A rejection is an event; a throw is a fault. */
  apply(words: Float64Array, offset: number, seq: number): void;
  /** Upper bound of what copyOut writes now. */
  snapshotBytes(): number;
  /** Copies the whole state, canonically: equal states give equal bytes. Answers the bytes used. */
  copyOut(into: Uint8Array): number;
  /** Reads a live view by name. */
  query(view: string, args: readonly unknown[]): unknown;
}

export interface EngineMaker {
  /** Rules version that this code applies. */
  readonly logicVersion: number;
  /** Snapshot layout that this code writes; it reads this and older ones. */
  readonly snapshotSchema: number;
  create(site: number): EngineCore;
  load(site: number, bytes: Uint8Array, schema: number): EngineCore;
}
