// What the processes of custody begin with: the database, a log, a clock, and where their files lie.
import { createPool, type DatabaseAddress } from '@maru/kit/server/database.ts';
import { systemClock } from '@maru/kit/server/clock.ts';
import type { ChainConfig } from '@maru/kit/server/config-chains.ts';
import { createLog } from '@maru/kit/server/log.ts';

export interface PartGiven {
  address: DatabaseAddress;
  /** Of custody's own files: the seed, the demo's chains. */
  folder: string;
  /** Only the signer is told where it lies, and reads it itself; undefined: a demo's, which is no secret. */
  passphraseFile?: string;
  /** Real ones; undefined: a demo's. */
  chains?: ChainConfig;
  isDemo: boolean;
}

export function openPart(given: unknown, name: 'custody' | 'signer') {
  const { address, ...rest } = given as PartGiven;
  const pool = createPool(address, { name: `maru-${name}`, max: 4 });
  return { ...rest, pool, log: createLog({ logLevel: 'info' }), clock: systemClock(), stop: () => pool.end() };
}
