// Members' own queues: who of a member is connected, what goes to them, and the ring from which they resume.
import type { Session } from './feature.ts';
import { createEventRing, type EventPlace, type EventRing, readEventId, type RingEntry } from './socket-ring.ts';
import type { StompClient, Subscription } from './stomp-client.ts';
import { messageTail } from './stomp-frame.ts';

/** How long a ring outlives the member's last socket. */
const KEEP_MS = 600_000;
const MAX_SOCKETS_PER_MEMBER = 20;

interface Listener {
  client: StompClient;
  subscription: Subscription;
}
interface Presence {
  member: number;
  clients: Set<StompClient>;
  queues: Map<string, Set<Listener>>;
  /** Listeners inside the process, by queue. */
  taps: Map<string, Set<(body: unknown) => void>>;
  ring: EventRing;
  leftAt: number | undefined;
}

export interface MemberQueues {
  /** False when the member has too many sockets already. */
  join(client: StompClient, session: Session): boolean;
  part(client: StompClient): void;
  subscribe(client: StompClient, subscription: Subscription): () => void;
  send(site: number, member: number, queue: string, body: unknown, eventId: string | undefined): void;
  /** Hears a queue inside the process; answers how to stop. */
  tap(site: number, member: number, queue: string, listener: (body: unknown) => void): () => void;
  wants(site: number, member: number, queue: string): boolean;
  listening(site: number, queue: string): Iterable<number>;
  /** undefined when some of what was missed is no longer known. */
  missed(session: Session, queue: string, lastEventId: string): RingEntry[] | undefined;
  /** What the ring still holds of a queue, and up to where it knows nothing. */
  remembered(session: Session, queue: string): { floor: EventPlace; entries: RingEntry[] };
  clientsOf(site: number, member: number): readonly StompClient[];
  sweep(now: number): void;
}

export function createMemberQueues(now: () => number, sequenceOf: (site: number) => number): MemberQueues {
  const sites = new Map<number, Map<number, Presence>>();
  let messageId = 0;
  const find = (site: number, member: number) => sites.get(site)?.get(member);
  const open = (site: number, member: number) => openIn(sites, site, member, sequenceOf);

  return {
    join(client, session) {
      const presence = open(session.site, session.member);
      // The newest is refused: ending the oldest would let two reconnecting tabs end each other for ever.
      if (presence.clients.size >= MAX_SOCKETS_PER_MEMBER) return false;
      presence.clients.add(client);
      presence.leftAt = undefined;
      return true;
    },
    part(client) {
      if (client.session === undefined) return;
      const presence = find(client.session.site, client.session.member);
      presence?.clients.delete(client);
      if (presence !== undefined) leave(presence, now());
    },
    subscribe(client, subscription) {
      const session = client.session as Session;
      const { queues } = open(session.site, session.member);
      const listener = { client, subscription };
      const listeners = queues.get(subscription.destination) ?? new Set<Listener>();
      queues.set(subscription.destination, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) queues.delete(subscription.destination);
      };
    },
    send(site, member, queue, body, eventId) {
      const presence = find(site, member);
      if (presence === undefined) return;
      for (const hear of presence.taps.get(queue) ?? []) hear(body);
      const listeners = presence.queues.get(queue);
      // Nobody hears it, and nobody could resume it.
      if (listeners === undefined && eventId === undefined) return;
      const tail = messageTail(queue, eventId ?? `u${++messageId}`, JSON.stringify(body), eventId);
      const place = eventId === undefined ? undefined : readEventId(eventId);
      if (place !== undefined) presence.ring.add({ ...place, queue, tail });
      for (const { client, subscription } of listeners ?? []) client.deliver(subscription, tail);
    },
    tap(site, member, queue, listener) {
      const presence = open(site, member);
      presence.leftAt = undefined;
      return tapOf(presence, queue, listener, () => leave(presence, now()));
    },
    wants: (site, member) => find(site, member) !== undefined,
    *listening(site, queue) {
      for (const presence of sites.get(site)?.values() ?? [])
        if (presence.queues.has(queue) || presence.taps.has(queue)) yield presence.member;
    },
    missed(session, queue, lastEventId) {
      const place = readEventId(lastEventId);
      return place === undefined ? undefined : find(session.site, session.member)?.ring.after(queue, place.seq, place.index);
    },
    remembered(session, queue) {
      const { ring } = open(session.site, session.member);
      const { floor } = ring;
      return { floor, entries: ring.after(queue, floor.seq, floor.index) ?? [] };
    },
    clientsOf: (site, member) => [...(find(site, member)?.clients ?? [])],
    sweep(at) {
      for (const presences of sites.values()) forgetLeft(presences, at);
    },
  };
}

function openIn(sites: Map<number, Map<number, Presence>>, site: number, member: number, sequenceOf: (site: number) => number): Presence {
  let presences = sites.get(site);
  if (presences === undefined) sites.set(site, (presences = new Map()));
  let presence = presences.get(member);
  if (presence === undefined) {
    presence = newPresence(member, sequenceOf(site));
    presences.set(member, presence);
  }
  return presence;
}

function tapOf(presence: Presence, queue: string, listener: (body: unknown) => void, onEnd: () => void): () => void {
  const taps = presence.taps.get(queue) ?? new Set<(body: unknown) => void>();
  // Its own closure, so that one listener may hear twice.
  const heard = (body: unknown) => listener(body);
  presence.taps.set(queue, taps.add(heard));
  return () => {
    taps.delete(heard);
    if (taps.size === 0) presence.taps.delete(queue);
    onEnd();
  };
}

function newPresence(member: number, seq: number): Presence {
  return { member, clients: new Set(), queues: new Map(), taps: new Map(), ring: createEventRing(seq), leftAt: undefined };
}

function leave(presence: Presence, at: number): void {
  if (presence.clients.size === 0 && presence.taps.size === 0) presence.leftAt = at;
}

function forgetLeft(presences: Map<number, Presence>, at: number): void {
  for (const [member, { leftAt }] of presences) if (leftAt !== undefined && at - leftAt > KEEP_MS) presences.delete(member);
}
