// What the processes of custody begin with: the database, a log, a clock, and where their files lie.
import { join } from 'node:path';
import { createPool, type DatabaseAddress } from '@maru/kit/server/database.ts';
import { systemClock } from '@maru/kit/server/clock.ts';
import { createLog } from '@maru/kit/server/log.ts';

export interface PartGiven {
  address: DatabaseAddress;
  /** Of custody's own files: the seed, the demo's chains. */
  folder: string;
  /** What opens the seed; only the signer is given it. */
  passphrase?: string;
  isDemo: boolean;
}

export function openPart(given: unknown, name: 'custody' | 'signer') {
  const { address, folder, passphrase = '', isDemo } = given as PartGiven;
  const pool = createPool(address, { name: `maru-${name}`, max: 4 });
  return {
    pool,
    log: createLog({ logLevel: 'info' }),
    clock: systemClock(),
    folder,
    isDemo,
    seedFile: join(folder, 'seed'),
    passphrase,
    stop: () => pool.end(),
  };
}
