// The projector's thread: follows the engines and writes the features' rows.
import '@maru/kit/server/engine-flags.ts';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { runProjector } from '@maru/kit/server/projector-host.ts';
import { projections } from './projections.ts';

runProjector(parentPort as MessagePort, workerData, { maker: engineMaker, projections });
