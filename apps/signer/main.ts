// The signer: the only process that opens the seed. It has no port; it reads what is to be done from the database.
import { keepChild } from '@maru/kit/server/child-process.ts';
import { createJobs } from '@maru/kit/server/jobs.ts';
import { openSeed } from '@maru/custody/server/sign/seed-file.ts';
import { writeKeys } from '@maru/custody/server/sign/write-keys.ts';
import { openPart } from '../custody/open-part.ts';

const EVERY_MS = 1_000;

await keepChild(async (given) => {
  const { pool, log, clock, seedFile, passphrase, stop } = openPart(given, 'signer');
  const seed = openSeed(seedFile, passphrase);
  const jobs = createJobs({ pool, log });
  jobs.every({ name: 'custody.keys', everyMs: EVERY_MS, fault: 'no keys for new coins' }, () => writeKeys(pool, seed, clock.now()));
  jobs.begin();
  return async () => {
    await jobs.stop();
    await stop();
  };
});
