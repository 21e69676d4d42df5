// The watcher of chains: it reads them, makes addresses from public keys, and holds no key. A demo's own chains run below it.
import { keepChild } from '@maru/kit/server/child-process.ts';
import { createJobs } from '@maru/kit/server/jobs.ts';
import { startWatcher } from '@maru/custody/server/watch/watcher.ts';
import { openDemoChains } from './demo-chains.ts';
import { openPart } from './open-part.ts';

await keepChild(async (given) => {
  const { pool, log, clock, folder, stop } = openPart(given, 'custody');
  const demo = await openDemoChains(pool, folder, log);
  const jobs = createJobs({ pool, log });
  startWatcher({ pool, jobs, clock, chains: demo.chains });
  jobs.begin();
  return async () => {
    await jobs.stop();
    await demo.stop();
    await stop();
  };
});
