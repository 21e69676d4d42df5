// Worker entry of the plumbing's tests: the engine host with the tiny engine.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runEngineHost } from '../engine-host.ts';
import { tinyMaker } from './tiny-engine.ts';

runEngineHost(parentPort as MessagePort, workerData, { maker: () => tinyMaker() });
