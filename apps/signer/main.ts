// The signer: the only process that opens the seed. It has no port; it reads what is to be done from the database.
import { join } from 'node:path';
import { keepChild } from '@maru/kit/server/child-process.ts';
import { createJobs } from '@maru/kit/server/jobs.ts';
import { writeDemoPolicy } from '@maru/custody/server/sign/demo-policy.ts';
import { readPolicy } from '@maru/custody/server/sign/policy.ts';
import { signPayouts, type SignerParts } from '@maru/custody/server/sign/sign-payouts.ts';
import { openSignedLog } from '@maru/custody/server/sign/signed-log.ts';
import { openSeed } from '@maru/custody/server/sign/seed-file.ts';
import { checkKeys, hasKeys, writeKeys } from '@maru/custody/server/sign/write-keys.ts';
import { openPart } from '../custody/open-part.ts';
import { signingOf } from './signing-of.ts';

const EVERY_MS = 1_000;
/** What was not there when ledger and chain were last compared is not signed upon longer than this. */
const COMPARED_MS = 60_000;

await keepChild(async (given) => {
  const { pool, log, clock, folder, isDemo, seedFile, passphrase, stop } = openPart(given, 'signer');
  const seed = openSeed(seedFile, passphrase, { isFirst: !(await hasKeys(pool)) });
  await checkKeys(pool, seed);
  const jobs = createJobs({ pool, log });
  jobs.every({ name: 'custody.keys', everyMs: EVERY_MS, fault: 'no keys for new coins' }, () => writeKeys(pool, seed, clock.now()));
  const policyFile = join(folder, 'signer-policy.json');
  if (isDemo) writeDemoPolicy(policyFile);
  const policy = readPolicy(policyFile);
  const signedFile = join(folder, 'signed.log');
  const parts: SignerParts = {
    pool,
    seed,
    policy,
    log: openSignedLog(signedFile),
    chains: signingOf(policy),
    now: () => clock.now(),
    comparedMs: COMPARED_MS,
  };
  jobs.every({ name: 'custody.sign', everyMs: EVERY_MS, fault: 'nothing is signed' }, ({ isNew }) => {
    // Another signer has written on in it: its limits are this one's too.
    if (isNew) parts.log = openSignedLog(signedFile);
    return signPayouts(parts);
  });
  jobs.begin();
  return async () => {
    await jobs.stop();
    await stop();
  };
});
