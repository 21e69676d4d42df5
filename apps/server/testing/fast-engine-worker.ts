// The engine's thread of a server whose time runs fast (fast-server.ts); no market's policy beside it.
import '@maru/kit/server/engine-flags.ts';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { EngineHostData } from '@maru/kit/server/engine-host-messages.ts';
import { runEngineHost } from '@maru/kit/server/engine-host.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { fastClock } from './fast-time.ts';

runEngineHost(parentPort as MessagePort, workerData as EngineHostData, { maker: engineMaker, clock: fastClock() });
