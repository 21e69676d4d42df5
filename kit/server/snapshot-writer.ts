// Worker thread that hashes and writes snapshots, so that the engine's thread only pays for the copy.
import { parentPort } from 'node:worker_threads';
import { type SnapshotHead, writeSnapshotFile } from './snapshot-file.ts';

export interface WriteRequest {
  id: number;
  path: string;
  head: Omit<SnapshotHead, 'stateBytes' | 'stateHash'>;
  buffer: SharedArrayBuffer;
  bytes: number;
}
/** Touches every page of a new buffer: the first copy must not pay for page faults. */
export interface WarmRequest {
  id: number;
  warm: SharedArrayBuffer;
}
export interface WriteAnswer {
  id: number;
  head?: SnapshotHead;
  error?: string;
}

parentPort?.on('message', (request: WriteRequest | WarmRequest) => {
  const answer: WriteAnswer = { id: request.id };
  try {
    if ('warm' in request) new Uint8Array(request.warm).fill(0);
    else answer.head = writeSnapshotFile(request.path, request.head, new Uint8Array(request.buffer, 0, request.bytes));
  } catch (error) {
    answer.error = (error as Error).message;
  }
  parentPort?.postMessage(answer);
});
