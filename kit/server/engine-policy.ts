// What an app may add to the engine's thread: records of its own, such as outside market data met by a command.
import type { EngineCore } from './engine-core.ts';

export interface EnginePolicy {
  /** A new or changed site, as the app describes it to its policy. */
  host(custom: unknown): void;
  /** Newest outside market; returns nothing, journals nothing by itself. */
  offer(update: Float64Array, nowMs: number): void;
  /** Records to put before the command at `offset`; null = none. Must not allocate when it answers null. */
  companions(site: number, words: Float64Array, offset: number, nowMs: number): readonly Float64Array[] | null;
  /** Records that the market itself demands now; asked after every offer. */
  reactions(nowMs: number): { site: number; record: Float64Array }[];
}

/** Reaches a hosted site's live engine; undefined while the site is not open. */
export type CoreOfSite = (site: number) => EngineCore | undefined;

export type MakePolicy = (coreOf: CoreOfSite, custom: unknown) => EnginePolicy;
