// What passes between the main thread and the engine's thread, one message a burst.
import type { MessagePort } from 'node:worker_threads';
import type { DatabaseAddress } from './database.ts';
import type { AppliedBatch, SequencerState } from './sequencer.ts';

/** workerData of the engine's thread. */
export interface EngineHostData {
  address: DatabaseAddress;
  /** Directory of the snapshots. */
  snapshotDir: string;
  /** Directory of archived journal files. */
  archiveDir: string;
  sites: readonly number[];
  /** Names this process start; leases are held under it. */
  holder: string;
  /** The server's time (server-time.ts); undefined = the machine's clock. */
  time: SharedArrayBuffer | undefined;
  capacity: 'small' | 'medium' | 'large';
  snapshotEvery: number;
  queueMax: number;
  /** Days that archived journal files are kept; 0 = for ever. */
  retentionDays: number;
  /** For the policy that the app composes; undefined = none. */
  custom: unknown;
  /** Trades on a scratch state after the start, so that the first orders find compiled code. */
  warmsUp: boolean;
}

export interface QueryRequest {
  id: number;
  site: number;
  view: string;
  args: readonly unknown[];
}

export type ToHost =
  /** Repeated: site, ticket, words of the record, the record. */
  | { type: 'commands'; words: Float64Array }
  | { type: 'queries'; queries: QueryRequest[] }
  | { type: 'market'; update: Float64Array }
  | { type: 'follow'; port: MessagePort }
  /** A site to be hosted from now on. */
  | { type: 'open'; site: number }
  /** A site that is hosted no more: what waits is made durable, its lease given back. */
  | { type: 'close'; site: number }
  /** What the app's policy must know of a new or changed site. */
  | { type: 'custom'; custom: unknown }
  | { type: 'snapshot'; site: number; id: number }
  | { type: 'stop' };

export type FromHost =
  | { type: 'applied'; batch: AppliedBatch }
  | { type: 'refused'; tickets: readonly number[]; code: 'READ_ONLY' | 'OVERLOADED'; reason: string }
  | { type: 'answers'; answers: { id: number; value?: unknown; error?: string }[] }
  | { type: 'site'; site: number; seq: number; state: 'opening' | SequencerState; reason: string; recovered?: RecoveryReport }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; text: string }
  | { type: 'snapshot'; report: SnapshotReport; id: number }
  | { type: 'checked'; site: number; broken: readonly string[] }
  | { type: 'closed'; site: number }
  | { type: 'stopped' };

export interface RecoveryReport {
  snapshotSeq: number;
  replayed: number;
  tookMs: number;
}

export interface SnapshotReport {
  site: number;
  seq: number;
  bytes: number;
  pauseMs: number;
  stateHash: string;
  error?: string;
}

/** Batches to a follower (the projector), and its thanks, by which the host bounds what is under way. */
export type ToFollower = { type: 'batch'; batch: AppliedBatch } | { type: 'skipped'; site: number; seq: number };
export interface FromFollower {
  taken: number;
}
