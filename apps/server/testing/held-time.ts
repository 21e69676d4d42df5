// One time for a whole test server: main thread and engine stand where the test puts them, so that rounds of minutes pass in moments.
import { manualClock, type Clock } from '@maru/kit/server/clock.ts';

/** The worker's name for it too. */
const TIME_CHANNEL = 'maru-held-time';

export interface HeldTime {
  readonly clock: Clock;
  /** The engine's thread that keeps this time. */
  readonly engineWorker: URL;
  /** Moves both on; resolves when the engine stands there too. */
  goTo(time: number): Promise<void>;
  stop(): void;
}

export function heldTime(start: number): HeldTime {
  const clock = manualClock(start);
  const channel = new BroadcastChannel(TIME_CHANNEL);
  let arrived: (time: number) => void = () => {};
  channel.addEventListener('message', (event) => {
    const { data } = event as unknown as { data: { at?: number; asks?: boolean } };
    if (data.asks === true) channel.postMessage({ to: clock.now() });
    else if (data.at !== undefined) arrived(data.at);
  });
  return {
    clock,
    engineWorker: new URL('./held-time-worker.ts', import.meta.url),
    goTo(time) {
      clock.set(time);
      return new Promise((resolve) => {
        arrived = (at) => at >= time && resolve();
        channel.postMessage({ to: time });
      });
    },
    stop: () => channel.close(),
  };
}
