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

export interface Fanout {
  subscribe(site: number, client: StompClient, subscription: Subscription): () => void;
  publish(sites: readonly number[], destination: string, value: unknown, conflate: string | undefined): void;
  subscribers(site: number, destination: string): number;
  readonly queued: number;
  close(): void;
}

export function createFanout(onDrop: () => void): Fanout {
  const channels = new Map<string, Channel>();
  const queue: Job[] = [];
  const dirty = new Set<Channel>();
  let messageId = 0;
  let timer: NodeJS.Timeout | undefined;
  let isWriting = false;
  const keyOf = (site: number, destination: string) => `${site} ${destination}`;

  const enqueue = (channel: Channel, body: Body) => {
    if (queue.length >= MAX_QUEUED) {
      onDrop();
      return;
    }
    queue.push({ channel, body });
    if (!isWriting) {
      isWriting = true;
      setImmediate(writeSlice);
    }
  };
  const flush = () => {
    timer = undefined;
    // While the last round is still being written the newest value keeps replacing the older one: load sheds itself.
    if (isWriting) {
      timer = setTimeout(flush, FLUSH_MS);
      return;
    }
    for (const channel of dirty) {
      for (const body of channel.pending.values()) enqueue(channel, body);
      channel.pending.clear();
    }
    dirty.clear();
  };
  const encoder = ({ channel, body }: Job) => {
    body.json ??= JSON.stringify(body.value);
    const tail = messageTail(channel.destination, `t${++messageId}`, body.json);
    const bySubscription = new Map<string, Buffer>();
    return (id: string) => {
      let bytes = bySubscription.get(id);
      if (bytes === undefined) bySubscription.set(id, (bytes = messageBytes(id, tail)));
      return bytes;
    };
  };
  let current: { readers: readonly Reader[]; at: number; bytesFor: (id: string) => Buffer } | undefined;
  const writeSlice = () => {
    let budget = SLICE;
    while (budget > 0) {
      if (current === undefined) {
        const job = queue.shift();
        if (job === undefined) {
          isWriting = false;
          return;
        }
        current = { readers: [...job.channel.readers], at: 0, bytesFor: encoder(job) };
      }
      const { readers, bytesFor } = current;
      const to = Math.min(readers.length, current.at + budget);
      budget -= to - current.at + 1;
      for (; current.at < to; current.at++) {
        const { client, subscription } = readers[current.at];
        client.deliverBytes(subscription, bytesFor(subscription.id));
      }
      if (to === readers.length) current = undefined;
    }
    setImmediate(writeSlice);
  };

  return {
    subscribe(site, client, subscription) {
      const key = keyOf(site, subscription.destination);
      let channel = channels.get(key);
      if (channel === undefined) channels.set(key, (channel = { destination: subscription.destination, readers: new Set(), pending: new Map() }));
      const reader = { client, subscription };
      channel.readers.add(reader);
      return () => {
        channel.readers.delete(reader);
        if (channel.readers.size > 0) return;
        channels.delete(key);
        dirty.delete(channel);
      };
    },
    publish(sites, destination, value, conflate) {
      const body: Body = { value };
      for (const site of sites) {
        const channel = channels.get(keyOf(site, destination));
        if (channel === undefined) continue;
        if (conflate === undefined) {
          enqueue(channel, body);
          continue;
        }
        channel.pending.set(conflate, body);
        dirty.add(channel);
        timer ??= setTimeout(flush, FLUSH_MS);
      }
    },
    subscribers: (site, destination) => channels.get(keyOf(site, destination))?.readers.size ?? 0,
    get queued() {
      return queue.length;
    },
    close: () => clearTimeout(timer),
  };
}
