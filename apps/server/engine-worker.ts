// The engine's thread: the sites' books behind their sequencers, with the market's policy beside them.
import '@maru/kit/server/engine-flags.ts';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { EngineHostData } from '@maru/kit/server/engine-host-messages.ts';
import { runEngineHost } from '@maru/kit/server/engine-host.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { warmUpEngine } from '@maru/kit/server/engine-warmup.ts';
import { makeLadderPolicy } from '@maru/market/server/engine-policy.ts';

/** A start needs its cores for itself, and so do the first pages. */
const WARM_UP_AFTER_MS = 5_000;

const data = workerData as EngineHostData;
runEngineHost(parentPort as MessagePort, data, {
  maker: engineMaker,
  makePolicy: data.custom === undefined ? undefined : makeLadderPolicy,
});
if (data.warmsUp) setTimeout(() => void warmUpEngine(), WARM_UP_AFTER_MS).unref();
