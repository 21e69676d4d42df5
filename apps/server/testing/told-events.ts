// A live queue as tests read it: what was heard, by the type that each message names.
import type { Heard, TestClient } from '@maru/kit/server/testing/stomp.ts';

/** `Told`: what a test reads of a message. `socket` is asked at each use: files open one for every test. */
export function toldEvents<Told extends { type: string }>(socket: () => TestClient) {
  const told = (message: Heard) => message.body as Told;
  return {
    told,
    types: (heard: Heard[]) => heard.map((message) => told(message).type),
    /** The first of a type. */
    body: (heard: Heard[], type: string): Told => heard.map(told).find((b) => b.type === type) as Told,
    async listen(queue: string): Promise<Heard[]> {
      const heard = socket().subscribe(queue);
      await socket().settle();
      return heard;
    },
  };
}
