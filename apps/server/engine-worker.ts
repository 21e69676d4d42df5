// The engine's thread: the sites' books behind their sequencers, with the market's policy beside them.
import '@maru/kit/server/engine-flags.ts';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runEngineHost } from '@maru/kit/server/engine-host.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { warmUpEngine } from '@maru/kit/server/engine-warmup.ts';
import { makeLadderPolicy } from '@maru/market/server/engine-policy.ts';

// In tests and while developing a start happens too often to be worth it.
const isBuilt = import.meta.url.endsWith('.mjs');

runEngineHost(parentPort as MessagePort, workerData, { maker: engineMaker, makePolicy: makeLadderPolicy });
if (isBuilt) void warmUpEngine();
