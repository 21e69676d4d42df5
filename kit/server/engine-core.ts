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
  /** Engine time at which a Tick has something to do: 0 = work waits now, Infinity = never by itself. Asked after every flush: cheap. */
  dueAt(): number;
  /** Upper bound of what copyOut writes now. */
  snapshotBytes(): number;
  /** Copies the whole state, canonically: equal states give equal bytes. Answers the bytes used. */
  copyOut(into: Uint8Array): number;
  /** True when some room is three quarters used: time to move into a larger class. */
  isNearlyFull(): boolean;
  /** Sentences on broken invariants; cheap enough for a live site, every few seconds. */
  selfCheck(): string[];
  /** Reads a live view by name. */
  query(view: string, args: readonly unknown[]): unknown;
}

/** Capacity class of new and grown sites; the engine's own name for it. */
export type MakerOf = (capacity: 'small' | 'medium' | 'large') => EngineMaker;

/**
 * Makes engines. A version names everything that decides how commands are answered: the rules of a release and the room
 * (capacity class) of a site, since a full engine refuses. Every journal entry carries the version it was decided under.
 */
export interface EngineMaker {
  /** Version for new commands. */
  readonly logicVersion: number;
  /** Snapshot layout that this code writes; it reads this and older ones. */
  readonly snapshotSchema: number;
  /** Rules part of a version; higher = a newer release. */
  rules(version: number): number;
  /** An empty engine of a version; undefined when this release cannot decide under it. */
  create(site: number, version: number): EngineCore | undefined;
  load(site: number, bytes: Uint8Array, schema: number, version: number): EngineCore;
  /** The next roomier version; undefined for the largest. */
  larger(version: number): number | undefined;
  /** The same state under another version (more room); undefined when this release cannot. */
  adapt(site: number, core: EngineCore, from: number, to: number): EngineCore | undefined;
}
