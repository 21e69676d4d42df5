// The engine's thread without a market: tests set marks and ladders themselves, so nothing moves that they did not move.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runEngineHost } from '@maru/kit/server/engine-host.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';

runEngineHost(parentPort as MessagePort, workerData, { maker: engineMaker });
