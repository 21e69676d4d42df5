// Worker entry of the plumbing's tests: the projector with the tiny engine's rows.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runProjector } from '../projector-host.ts';
import { tinyMaker } from './tiny-engine.ts';
import { tinyProjection } from './tiny-projection.ts';

runProjector(parentPort as MessagePort, workerData, { maker: () => tinyMaker(), projections: [tinyProjection('totals')] });
