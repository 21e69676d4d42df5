// Public topics to many readers: one encoded frame per topic and subscription id, conflated on a 50 ms clock, written in slices.
import type { StompClient, Subscription } from './stomp-client.ts';
import { messageBytes, messageTail } from './stomp-frame.ts';

const FLUSH_MS = 50;
/** Writes between two turns of the event loop: about 3 ms, so that calls are not kept waiting. */
const SLICE = 500;
const MAX_QUEUED = 5000;

interface Reader {
  client: StompClient;
  subscription: Subscription;
}
interface Channel {
  destination: string;
  readers: Set<Reader>;
  /** Listeners inside the process: they hear every message as it is published. */
  taps: Set<(body: unknown) => void>;
  /** Unsent messages by conflation key. */
  pending: Map<string, Body>;
}
/** Encoded at most once, however many sites and readers hear it. */
interface Body {
  value: unknown;
  json?: string;
}
interface Job {
  channel: Channel;
  body: Body;
}
interface Round {
  readers: readonly Reader[];
  at: number;
  bytesFor(subscription: string): Buffer;
}

export class Fanout {
  readonly #channels = new Map<string, Channel>();
  readonly #queue: Job[] = [];
  readonly #dirty = new Set<Channel>();
  readonly #onShed: () => void;
  #messageId = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushedAt = 0;
  #isWriting = false;
  /** A flush came while the last round was being written. */
  #isDue = false;
  #round: Round | undefined;

  /** `onShed` is told of every message that was dropped because too many waited. */
  constructor(onShed: () => void) {
    this.#onShed = onShed;
  }

  get queued(): number {
    return this.#queue.length;
  }

  /** Answers how to unsubscribe. */
  subscribe(site: number, client: StompClient, subscription: Subscription): () => void {
    const { destination } = subscription;
    const channel = this.#open(site, destination);
    const reader = { client, subscription };
    channel.readers.add(reader);
    return () => {
      channel.readers.delete(reader);
      this.#closeUnheard(site, channel);
    };
  }

  /** Answers how to stop hearing. */
  tap(site: number, destination: string, listener: (body: unknown) => void): () => void {
    const channel = this.#open(site, destination);
    // Its own closure, so that one listener may hear twice.
    const heard = (body: unknown) => listener(body);
    channel.taps.add(heard);
    return () => {
      channel.taps.delete(heard);
      this.#closeUnheard(site, channel);
    };
  }

  #open(site: number, destination: string): Channel {
    const key = keyOf(site, destination);
    let channel = this.#channels.get(key);
    if (channel === undefined)
      this.#channels.set(key, (channel = { destination, readers: new Set(), taps: new Set(), pending: new Map() }));
    return channel;
  }

  #closeUnheard(site: number, channel: Channel): void {
    const key = keyOf(site, channel.destination);
    if (channel.readers.size + channel.taps.size > 0 || this.#channels.get(key) !== channel) return;
    this.#channels.delete(key);
    this.#dirty.delete(channel);
  }

  publish(sites: readonly number[], destination: string, value: unknown, conflate: string | undefined): void {
    const body: Body = { value };
    for (const site of sites) {
      const channel = this.#channels.get(keyOf(site, destination));
      if (channel === undefined) continue;
      for (const hear of channel.taps) hear(value);
      if (channel.readers.size === 0) continue;
      if (conflate === undefined) {
        this.#enqueue(channel, body);
        continue;
      }
      channel.pending.set(conflate, body);
      this.#dirty.add(channel);
      // The first message after a pause goes out at once; from then on one round every FLUSH_MS.
      this.#timer ??= setTimeout(this.#flush, Math.max(0, this.#flushedAt + FLUSH_MS - performance.now()));
    }
  }

  subscribers(site: number, destination: string): number {
    const channel = this.#channels.get(keyOf(site, destination));
    return channel === undefined ? 0 : channel.readers.size + channel.taps.size;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #enqueue(channel: Channel, body: Body): void {
    if (this.#queue.length >= MAX_QUEUED) {
      this.#onShed();
      return;
    }
    this.#queue.push({ channel, body });
    if (this.#isWriting) return;
    this.#isWriting = true;
    setImmediate(this.#writeSlice);
  }

  readonly #flush = (): void => {
    // While the last round is still being written the newest value keeps replacing the older one: load sheds itself.
    this.#isDue = this.#isWriting;
    if (this.#isDue) return;
    this.#timer = undefined;
    this.#flushedAt = performance.now();
    for (const channel of this.#dirty) {
      for (const body of channel.pending.values()) this.#enqueue(channel, body);
      channel.pending.clear();
    }
    this.#dirty.clear();
  };

  readonly #writeSlice = (): void => {
    let budget = SLICE;
    while (budget > 0) {
      this.#round ??= this.#nextRound();
      const round = this.#round;
      if (round === undefined) {
        this.#isWriting = false;
        if (this.#isDue) this.#flush();
        return;
      }
      const to = Math.min(round.readers.length, round.at + budget);
      budget -= to - round.at + 1;
      for (; round.at < to; round.at++) {
        const { client, subscription } = round.readers[round.at];
        client.deliverBytes(subscription, round.bytesFor(subscription.id));
      }
      if (to === round.readers.length) this.#round = undefined;
    }
    setImmediate(this.#writeSlice);
  };

  #nextRound(): Round | undefined {
    const job = this.#queue.shift();
    if (job === undefined) return undefined;
    const { channel, body } = job;
    body.json ??= JSON.stringify(body.value);
    const tail = messageTail(channel.destination, `t${++this.#messageId}`, body.json);
    const made = new Map<string, Buffer>();
    // Thousands of readers in a row use the same id: what was written last is looked at first.
    let lastId: string | undefined;
    let last: Buffer | undefined;
    const bytesFor = (subscription: string) => {
      if (last !== undefined && subscription === lastId) return last;
      lastId = subscription;
      last = made.get(subscription) ?? messageBytes(subscription, tail);
      made.set(subscription, last);
      return last;
    };
    return { readers: [...channel.readers], at: 0, bytesFor };
  }
}

const keyOf = (site: number, destination: string) => `${site} ${destination}`;
