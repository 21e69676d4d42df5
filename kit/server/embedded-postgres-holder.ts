// Which live process runs a Maru on a data directory: noted beside its cluster, so that nobody else takes the database for an orphan.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holderName, liveHolder } from './journal/lease-holder.ts';

const NOTE = 'running';

/** Answers how to take the note away again. A killed process leaves it, and it says nothing then. */
export function noteRunning(dataDir: string): () => void {
  const path = join(dataDir, NOTE);
  writeFileSync(path, holderName(), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** Pid of the other live process that runs it. */
export function runningOn(dataDir: string): number | undefined {
  try {
    return liveHolder(readFileSync(join(dataDir, NOTE), 'utf8'));
  } catch {
    return undefined;
  }
}
