// Projections turn the engine's facts into SQL rows, exactly once by sequence, in one transaction with their checkpoint.
import type { PoolClient } from 'pg';
import type { EventBatch } from './engine-port.ts';

export interface Projection {
  /** Unique; its checkpoint row is (name, site). */
  readonly name: string;
  /** Tables it fills; `rebuild-projections` empties them. */
  readonly tables: readonly string[];
  /** Rows for the batches, in order and all of one site; runs inside the projector's transaction. Must not look at clocks or other tables' live state. */
  apply(client: PoolClient, batches: readonly EventBatch[]): Promise<void>;
}

export interface ProjectionReader {
  /** Resolves when projections of the site have reached `seq`, or after `timeoutMs` (false). */
  waitFor(site: number, seq: number, timeoutMs?: number): Promise<boolean>;
  lag(): { site: number; behind: number; ageMs: number }[];
}
