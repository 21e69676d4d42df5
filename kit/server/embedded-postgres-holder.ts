// Which live process runs a Maru on a data directory: noted beside its cluster, so that nobody else takes the database for an orphan.
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holderName, liveHolder } from './lease-holder.ts';

const NOTE = 'running';

/** Answers how to take the note away again. A killed process leaves it, and it says nothing then. */
export function noteRunning(dataDir: string): () => void {
  const path = join(dataDir, NOTE);
  writeFileSync(path, `${holderName()}\n${realpathSync(dataDir)}`, { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** Pid of the other live process that runs it. What a copied directory brought along is about the one it was copied from. */
export function runningOn(dataDir: string): number | undefined {
  try {
    const [holder, place] = readFileSync(join(dataDir, NOTE), 'utf8').split('\n');
    return place === undefined || place === realpathSync(dataDir) ? liveHolder(holder) : undefined;
  } catch {
    return undefined;
  }
}
