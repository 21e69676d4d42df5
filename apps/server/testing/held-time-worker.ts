// The engine's thread with a time that a test holds (held-time.ts); else as it always is.
import '@maru/kit/server/engine-flags.ts';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { manualClock } from '@maru/kit/server/clock.ts';
import type { EngineHostData } from '@maru/kit/server/engine-host-messages.ts';
import { runEngineHost } from '@maru/kit/server/engine-host.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { makeLadderPolicy } from '@maru/market/server/engine-policy.ts';

const clock = manualClock(0);
const channel = new BroadcastChannel('maru-held-time');
channel.addEventListener('message', (event) => {
  const { data } = event as unknown as { data: { to?: number } };
  if (data.to === undefined) return;
  clock.set(data.to);
  channel.postMessage({ at: clock.now() });
});
channel.postMessage({ asks: true });

const hostData = workerData as EngineHostData;
runEngineHost(parentPort as MessagePort, hostData, {
  maker: engineMaker,
  makePolicy: hostData.custom === undefined ? undefined : makeLadderPolicy,
  clock,
});
