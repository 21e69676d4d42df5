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

export type ToProjector = { type: 'follow'; port: MessagePort } | { type: 'open'; site: number } | { type: 'hurry' } | { type: 'stop' };
export type FromProjector =
  | { type: 'started' }
  | { type: 'projected'; site: number; seq: number }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; text: string }
  | { type: 'stopped' };
