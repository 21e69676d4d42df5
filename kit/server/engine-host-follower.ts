// A follower's end in the engine's thread: batches go out only as far as the follower keeps up; it refetches the rest.
import type { MessagePort } from 'node:worker_threads';
import type { FromFollower, ToFollower } from './engine-host-messages.ts';
import type { AppliedBatch } from './sequencer.ts';

/** Words under way at most (64 MB): a slow follower must not grow this process. */
const UNDER_WAY_MAX = 8 * 2 ** 20;

export class FollowerLink {
  readonly #port: MessagePort;
  #underWay = 0;
  /** Sites of which batches were skipped, with the last sequence told of. */
  readonly #skipped = new Map<number, number>();

  /** `gone`: its thread has ended, and nobody hears of this link any more. */
  constructor(port: MessagePort, gone: () => void) {
    this.#port = port;
    port.on('close', gone);
    port.on('message', ({ taken }: FromFollower) => {
      this.#underWay -= taken;
      if (this.#underWay < UNDER_WAY_MAX / 2) this.#tellSkipped();
    });
    port.unref();
  }

  send(batch: AppliedBatch): void {
    if (this.#underWay > UNDER_WAY_MAX) {
      this.#skipped.set(batch.site, batch.lastSeq);
      return;
    }
    this.#tellSkipped();
    this.#underWay += batch.commands.length + batch.events.length;
    this.#post({ type: 'batch', batch });
  }

  close(): void {
    this.#port.close();
  }

  /** Notice, never truth: the follower fetches what it misses from the journal. */
  #tellSkipped(): void {
    for (const [site, seq] of this.#skipped) this.#post({ type: 'skipped', site, seq });
    this.#skipped.clear();
  }

  #post(message: ToFollower): void {
    this.#port.postMessage(message);
  }
}
