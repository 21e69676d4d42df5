// One snapshot on disk: a checked head and the engine's bytes, written so that a crash leaves the old one or the new one.
import { hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

export interface SnapshotHead {
  site: number;
  /** Last sequence included, and where the journal's chain stood there. */
  seq: number;
  chainHash: string;
  engineTime: number;
  facts: number;
  logicVersion: number;
  schema: number;
  stateBytes: number;
  /** SHA-256 of the engine's canonical bytes. */
  stateHash: string;
}

/** What the one who copied knows; size and hash are the writer's. */
export type SnapshotFields = Omit<SnapshotHead, 'stateBytes' | 'stateHash'>;

export class SnapshotCorrupt extends Error {
  readonly code = 'SNAPSHOT_CORRUPT';
}

const MAGIC = Buffer.from('MARUSNP1');
const FIXED_BYTES = 16;

export function hashState(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** Writes to a temporary name, syncs, renames, syncs the directory. Blocks: for the writer's thread and for tools. */
export function writeSnapshotFile(path: string, head: SnapshotFields, state: Uint8Array): SnapshotHead {
  const whole: SnapshotHead = { ...head, stateBytes: state.length, stateHash: hashState(state) };
  const json = Buffer.from(JSON.stringify(whole));
  const fixed = Buffer.alloc(FIXED_BYTES);
  MAGIC.copy(fixed);
  fixed.writeUInt32LE(json.length, 8);
  fixed.writeUInt32LE(crc32(json), 12);
  const partial = `${path}.partial`;
  const fd = openSync(partial, 'w', 0o600);
  try {
    for (const part of [fixed, json, state]) writeAll(fd, part);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(partial, path);
  syncDirectory(dirname(path));
  return whole;
}

function writeAll(fd: number, part: Uint8Array): void {
  for (let done = 0; done < part.length; ) done += writeSync(fd, part, done);
}

export function syncDirectory(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Reads and checks a snapshot whole; throws SnapshotCorrupt at the first byte that is not as written. */
export function readSnapshotFile(path: string): { head: SnapshotHead; state: Uint8Array } {
  return parseSnapshot(readFileSync(path));
}

export function parseSnapshot(file: Buffer): { head: SnapshotHead; state: Uint8Array } {
  if (file.length < FIXED_BYTES || Buffer.compare(file.subarray(0, MAGIC.length), MAGIC) !== 0) throw new SnapshotCorrupt('not a snapshot');
  const json = file.subarray(FIXED_BYTES, FIXED_BYTES + file.readUInt32LE(8));
  if (json.length !== file.readUInt32LE(8) || crc32(json) !== file.readUInt32LE(12)) throw new SnapshotCorrupt('its head is damaged');
  const head = JSON.parse(json.toString()) as SnapshotHead;
  const state = file.subarray(FIXED_BYTES + json.length);
  if (state.length !== head.stateBytes) throw new SnapshotCorrupt(`${state.length} bytes of state instead of ${head.stateBytes}`);
  if (hashState(state) !== head.stateHash) throw new SnapshotCorrupt('its state is damaged');
  // A buffer of its own: engines lay typed arrays over it, which must begin at its first byte.
  return { head, state: new Uint8Array(state) };
}
