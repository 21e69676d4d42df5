// The signer: the only process that opens the seed. It has no port; it reads what is to be done from the database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { policyPath, seedPath } from '@maru/kit/server/config-chains.ts';
import { readPassphrase } from '@maru/kit/server/config-signer.ts';
import { createJobs } from '@maru/kit/server/jobs.ts';
import { writeDemoPolicy } from '@maru/custody/server/sign/demo-policy.ts';
import { readPolicy, refuseDemo } from '@maru/custody/server/sign/policy.ts';
import { signPayouts, type SignerParts } from '@maru/custody/server/sign/sign-payouts.ts';
import { openSignedLog } from '@maru/custody/server/sign/signed-log.ts';
import { openSeed } from '@maru/custody/server/sign/seed-file.ts';
import { checkKeys, hasKeys, writeKeys } from '@maru/custody/server/sign/write-keys.ts';
import { openPart } from '../custody/open-part.ts';
import { signingOf } from './signing-of.ts';

const EVERY_MS = 1_000;
/** What was not there when ledger and chain were last compared is not signed upon longer than this. */
const COMPARED_MS = 60_000;
/** A demo's coins are worth nothing: its passphrase is no secret. */
const DEMO_PASSPHRASE = 'demo';

/** Answers how to stop it. */
export async function runSigner(given: unknown): Promise<() => Promise<void>> {
  const { pool, log, clock, folder, isDemo, passphraseFile, stop } = openPart(given, 'signer');
  const policyFile = policyPath(folder);
  if (isDemo) writeDemoPolicy(policyFile);
  const policy = readPolicy(policyFile);
  if (!isDemo) refuseDemo(policy);
  const seedFile = seedPath(folder);
  // Elsewhere than on a demo a key is made by a person's command alone.
  if (!isDemo && !existsSync(seedFile)) throw new Error(`${seedFile} is not there: npm run signer -- new`);
  if (passphraseFile === undefined && !isDemo) throw new Error('no passphrase was named');
  const passphrase = passphraseFile === undefined ? DEMO_PASSPHRASE : readPassphrase(passphraseFile);
  const seed = openSeed(seedFile, passphrase, { isFirst: !(await hasKeys(pool)) });
  await checkKeys(pool, seed);
  const jobs = createJobs({ pool, log });
  jobs.every({ name: 'custody.keys', everyMs: EVERY_MS, fault: 'no keys for new coins' }, () => writeKeys(pool, seed, clock.now()));
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
}
