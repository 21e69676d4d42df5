// What passes between the main thread and the projector's thread.
import type { MessagePort } from 'node:worker_threads';
import type { DatabaseAddress } from './database.ts';

export interface ProjectorData {
  address: DatabaseAddress;
  snapshotDir: string;
  archiveDir: string;
  sites: readonly number[];
  capacity: 'small' | 'medium' | 'large';
}

export type ToProjector =
  | { type: 'follow'; port: MessagePort }
  | { type: 'open'; site: number }
  | { type: 'close'; site: number }
  | { type: 'hurry' }
  /** The database may have lost what was told to be written: look again, and say so under this number. */
  | { type: 'doubt'; doubt: number }
  | { type: 'stop' };
export type FromProjector =
  | { type: 'started' }
  /** `doubt`: the last one that was looked into. */
  | { type: 'projected'; site: number; seq: number; doubt: number }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; text: string }
  | { type: 'stopped' };
