// Worker entry of tests that want the real engine without any feature beside it.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { engineMaker } from '../engine-maker.ts';
import { runEngineHost } from '../engine-host.ts';

runEngineHost(parentPort as MessagePort, workerData, { maker: engineMaker });
