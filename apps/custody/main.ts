// The watcher of chains: it reads them, makes addresses from public keys, and holds no key. A demo's own chains run below it.
import { keepChild } from '@maru/kit/server/child-process.ts';
import { createJobs } from '@maru/kit/server/jobs.ts';
import { startWatcher } from '@maru/custody/server/watch/watcher.ts';
import { openDemoChains } from './demo-chains.ts';
import { endWhenCoinsChange } from './end-when-coins-change.ts';
import { openPart } from './open-part.ts';
import { openRealChains } from './real-chains.ts';

await keepChild(async (given) => {
  const { pool, log, clock, folder, chains: config, stop } = openPart(given, 'custody');
  // Given chains are real, and a demo is given none: the one never runs beside the other.
  const { chains, stop: stopChains } =
    config === undefined
      ? await openDemoChains(pool, folder, log)
      : { chains: await openRealChains(pool, config), stop: await endWhenCoinsChange(pool) };
  const jobs = createJobs({ pool, log });
  startWatcher({ pool, jobs, clock, chains });
  jobs.begin();
  return async () => {
    await jobs.stop();
    await stopChains();
    await stop();
  };
});
