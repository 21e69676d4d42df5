// The thread that verifies beacons' signatures (beacon-client.ts).
import { parentPort } from 'node:worker_threads';
import type { BeaconEntropy } from '../evidence.ts';
import { isBeaconSigned } from '../evidence-beacon-signed.ts';

parentPort?.on('message', (entropy: BeaconEntropy) => parentPort?.postMessage(isBeaconSigned(entropy)));
