// Ends the watcher when sites take in other coins than it began with: whoever keeps it up starts it with those.
import type { Pool } from 'pg';
import { coinsText } from './chain-coins.ts';

const EVERY_MS = 5_000;

export async function endWhenCoinsChange(pool: Pool): Promise<() => Promise<void>> {
  const before = await coinsText(pool);
  const timer = setInterval(() => {
    coinsText(pool).then(
      (now) => void (now !== before && process.kill(process.pid, 'SIGTERM')),
      // The database is away: looked at again.
      () => undefined,
    );
  }, EVERY_MS);
  return async () => clearInterval(timer);
}
