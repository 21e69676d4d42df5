// What a client may say: CONNECT, SUBSCRIBE, UNSUBSCRIBE, SEND to /ping, /renew and calls of the contract, DISCONNECT. Everything else is an ERROR and the end.
import type { AppContext } from './context.ts';
import type { Fanout } from './socket-fanout.ts';
import type { MemberQueues } from './socket-members.ts';
import type { StompClient, Subscription } from './stomp-client.ts';
import { type InFrame, messageTail } from './stomp-frame.ts';
import type { Session } from './feature.ts';
import { isClosedIn } from './region.ts';
import type { SocketCalls } from './socket-calls.ts';
import type { SiteRegistry } from './sites.ts';
import { DESK_TOKEN, operatorDesk } from './operator-desk.ts';
import { type EventPlace, isBefore, readEventId } from './socket-ring.ts';
import type { Heard, TopicFinder } from './stomp-topics.ts';

export interface Protocol {
  context: AppContext;
  find: TopicFinder;
  /** What members may call over their sockets. */
  calls: SocketCalls | undefined;
  fanout: Fanout;
  members: MemberQueues;
  /** Undo of each subscription of each client. */
  leave: WeakMap<Subscription, () => void>;
}

export const MAX_SUBSCRIPTIONS = 100;
/** Where a client sends its newer token, in the header `Authorization`. */
const RENEW = '/renew';
/** What we offer and ask for, ms; a client may ask for slower. */
const BEAT_MS = 10_000;

/** Answers ERROR and ends the connection, as STOMP 1.2 demands. */
export function refuse(client: StompClient, code: string, frame?: InFrame, detail = ''): void {
  const receipt = frame?.headers.receipt;
  client.sendFrame('ERROR', { message: code, ...(receipt === undefined ? {} : { 'receipt-id': receipt }) }, detail);
  client.close(1008, code);
}

export function onFrame(protocol: Protocol, client: StompClient, frame: InFrame): void {
  if (frame.command === 'CONNECT' || frame.command === 'STOMP') {
    connect(protocol, client, frame);
    return;
  }
  if (!client.isConnected) {
    refuse(client, 'CONNECT_FIRST', frame);
    return;
  }
  switch (frame.command) {
    case 'SUBSCRIBE':
      subscribe(protocol, client, frame);
      break;
    case 'UNSUBSCRIBE':
      unsubscribe(protocol, client, frame.headers.id);
      break;
    case 'SEND':
      if (!receive(protocol, client, frame)) return;
      break;
    case 'DISCONNECT':
      acknowledge(client, frame);
      client.close(1000, 'bye');
      return;
    default:
      refuse(client, 'COMMAND_UNKNOWN', frame);
      return;
  }
  acknowledge(client, frame);
}

function acknowledge(client: StompClient, frame: InFrame): void {
  const { receipt } = frame.headers;
  if (receipt !== undefined) client.sendFrame('RECEIPT', { 'receipt-id': receipt });
}

function connect(protocol: Protocol, client: StompClient, frame: InFrame): void {
  const { context } = protocol;
  if (client.isConnected) return refuse(client, 'CONNECTED_ALREADY', frame);
  if (!(frame.headers['accept-version'] ?? '').split(',').includes('1.2'))
    return refuse(client, 'VERSION_UNKNOWN', frame, 'this server speaks STOMP 1.2');
  const header = frame.headers.Authorization ?? frame.headers.authorization;
  const token = bearerOf(frame);
  // Operators speak for many sites, wherever they sit.
  if (token.startsWith(DESK_TOKEN)) return void connectOperator(protocol, client, frame, token);
  if (client.isDesk) return refuse(client, header === undefined || header === '' ? 'LOGIN_REQUIRED' : 'TOKEN_INVALID', frame);
  if (isShutOut(context.sites, client)) return refuse(client, 'REGION_CLOSED', frame);
  if (header === undefined || header === '') return greet(client, frame);
  const found = context.sessions.look(token, client.site.id);
  if (typeof found === 'string') return refuse(client, found, frame);
  client.token = found;
  admit(protocol, client, frame, found.session);
}

/** A newer token of the same login: the socket lives as long as that one, and its subscriptions with it. False when it was refused. */
function renew(protocol: Protocol, client: StompClient, frame: InFrame): boolean {
  const found = protocol.context.sessions.look(bearerOf(frame), client.site.id);
  const fault = typeof found === 'string' ? found : isSamePerson(client.session, found.session) ? undefined : 'TOKEN_INVALID';
  if (typeof found === 'string' || fault !== undefined) {
    refuse(client, fault ?? 'TOKEN_INVALID', frame);
    return false;
  }
  client.token = found;
  client.session = found.session;
  return true;
}

/** Another role may hear other topics: that takes a socket of its own. */
const isSamePerson = (before: Session | undefined, now: Session): boolean =>
  before !== undefined && before.site === now.site && before.member === now.member && before.role === now.role;

function bearerOf({ headers }: InFrame): string {
  const header = headers.Authorization ?? headers.authorization ?? '';
  return /^bearer /i.test(header) ? header.slice(7).trim() : '';
}

/** Whether the site, as it stands now, is closed where the client is. */
export function isShutOut(sites: SiteRegistry, { site, country, session }: StompClient): boolean {
  return country !== undefined && session?.role !== 'operator' && isClosedIn(sites.byId(site.id) ?? site, country);
}

async function connectOperator(protocol: Protocol, client: StompClient, frame: InFrame, token: string): Promise<void> {
  const { services, log } = protocol.context;
  const found = await services
    .find(operatorDesk)
    ?.recognise(token, client.ip)
    .catch((error: unknown) => {
      log.warn({ err: error }, 'an operator was not recognised');
      return 'AWAY' as const;
    });
  // Another CONNECT may have come while this one was looked up.
  if (client.isConnected) return;
  // A database that does not answer says nothing of the login.
  if (found === 'AWAY') refuse(client, 'UNAVAILABLE', frame);
  else if (found === undefined) refuse(client, 'TOKEN_INVALID', frame);
  else if (client.ws.readyState === client.ws.OPEN) admit(protocol, client, frame, found);
}

function admit(protocol: Protocol, client: StompClient, frame: InFrame, session: Session): void {
  if (!protocol.members.join(client, session)) return refuse(client, 'TOO_MANY_SOCKETS', frame);
  client.session = session;
  greet(client, frame);
}

function greet(client: StompClient, frame: InFrame): void {
  client.isConnected = true;
  const [outRequested, inOffer] = readBeats(frame.headers['heart-beat']);
  client.beatOutMs = outRequested === 0 ? 0 : Math.max(BEAT_MS, outRequested);
  client.beatInMs = inOffer === 0 ? 0 : Math.max(BEAT_MS, inOffer);
  client.sendFrame('CONNECTED', { version: '1.2', server: 'maru', 'heart-beat': `${BEAT_MS},${BEAT_MS}`, ...userName(client) });
}

const userName = (client: StompClient): Record<string, string> =>
  client.session === undefined ? {} : { 'user-name': client.session.username };

/** The client's `offers,wants`, as what we must send and what it will send. */
function readBeats(header: string | undefined): [number, number] {
  const match = /^(\d{1,9}),(\d{1,9})$/.exec(header ?? '0,0');
  return match === null ? [0, 0] : [Number(match[2]), Number(match[1])];
}

function subscribe(protocol: Protocol, client: StompClient, frame: InFrame): void {
  const { context } = protocol;
  const { id, destination } = frame.headers;
  if (id === undefined || id.length > 64 || destination === undefined) return refuse(client, 'SUBSCRIPTION_MALFORMED', frame);
  if (client.subscriptions.has(id)) return refuse(client, 'SUBSCRIPTION_TAKEN', frame);
  if (client.subscriptions.size >= MAX_SUBSCRIPTIONS) return refuse(client, 'TOO_MANY_SUBSCRIPTIONS', frame);
  const heard = protocol.find(context, client.site, destination, client.session);
  if (typeof heard === 'string') return refuse(client, heard, frame, destination.slice(0, 100));
  const subscription: Subscription = { id, destination, isOwn: heard.isOwn, held: undefined };
  client.subscriptions.set(id, subscription);
  if (heard.isOwn) {
    if (client.session !== undefined) protocol.leave.set(subscription, protocol.members.subscribe(client, subscription));
    if (resume(protocol, client, subscription, frame.headers['last-event-id'], heard)) return;
  } else {
    protocol.leave.set(subscription, protocol.fanout.subscribe(client.site.id, client, subscription));
  }
  welcome(protocol, client, subscription, heard);
}

function welcome(protocol: Protocol, client: StompClient, subscription: Subscription, heard: Heard): void {
  const first = heard.bound.snapshot?.(protocol.context, client.site, heard.params, client.session);
  if (first !== undefined) sendFirst(protocol, client, subscription, first);
}

/**
 * What was missed comes before anything new; if it is not to be had, one marker says so. True when it must be looked up first: the
 * welcome then follows by itself.
 */
function resume(
  protocol: Protocol,
  client: StompClient,
  subscription: Subscription,
  lastEventId: string | undefined,
  heard: Heard,
): boolean {
  if (lastEventId === undefined || lastEventId === '' || client.session === undefined) return false;
  const { destination } = subscription;
  const missed = protocol.members.missed(client.session, destination, lastEventId);
  const place = readEventId(lastEventId);
  if (missed === undefined && place !== undefined && heard.bound.missed !== undefined) {
    void lookUp(protocol, client, subscription, place, heard);
    return true;
  }
  if (missed === undefined) client.deliver(subscription, markerTail(destination));
  for (const entry of missed ?? []) client.deliver(subscription, entry.tail);
  return false;
}

/** From further back than the ring knows: the feature reads it anew, while what comes now waits behind it. */
async function lookUp(protocol: Protocol, client: StompClient, subscription: Subscription, after: EventPlace, heard: Heard): Promise<void> {
  const { context, members } = protocol;
  const { destination } = subscription;
  const session = client.session as Session;
  const { floor, entries } = members.remembered(session, destination);
  subscription.held = [];
  const found = await heard.bound.missed?.(context, client.site, session, after.seq, floor.seq).catch((error: unknown) => {
    context.log.warn({ destination, err: error }, 'missed messages were not read');
    return undefined;
  });
  const live = subscription.held ?? [];
  subscription.held = undefined;
  if (client.subscriptions.get(subscription.id) !== subscription) return;
  if (found === undefined) client.deliver(subscription, markerTail(destination));
  for (const { eventId, body } of found ?? []) {
    const place = readEventId(eventId);
    if (place === undefined || !isBefore(after, place) || isBefore(floor, place)) continue;
    client.deliver(subscription, messageTail(destination, eventId, JSON.stringify(body), eventId));
  }
  for (const entry of entries) client.deliver(subscription, entry.tail);
  for (const bytes of live) client.deliverBytes(subscription, bytes);
  welcome(protocol, client, subscription, heard);
}

const markerTail = (destination: string) =>
  messageTail(destination, `m${Date.now()}`, '{"type":"SNAPSHOT_NEEDED"}').replace('content-type', 'marker:snapshot-needed\ncontent-type');

function sendFirst(protocol: Protocol, client: StompClient, subscription: Subscription, first: Promise<unknown[]> | unknown[]): void {
  subscription.held = [];
  const deliver = (bodies: unknown[]) => {
    const live = subscription.held ?? [];
    subscription.held = [];
    bodies.forEach((body, i) => client.deliver(subscription, messageTail(subscription.destination, `s${i}`, JSON.stringify(body))));
    subscription.held.push(...live);
    client.release(subscription);
  };
  if (Array.isArray(first)) {
    deliver(first);
    return;
  }
  first.then(deliver, (error: unknown) => {
    protocol.context.log.warn({ destination: subscription.destination, err: error }, 'snapshot failed');
    client.release(subscription);
  });
}

export function unsubscribe(protocol: Protocol, client: StompClient, id: string | undefined): void {
  const subscription = client.subscriptions.get(id ?? '');
  if (subscription === undefined) return;
  client.subscriptions.delete(subscription.id);
  protocol.leave.get(subscription)?.();
}

function call(calls: SocketCalls, client: StompClient, frame: InFrame): boolean {
  const fault = calls.take(client, frame);
  if (fault === undefined) return true;
  refuse(client, fault, frame);
  return false;
}

/** False when the client was refused: the ping, a newer token and calls may be sent. */
function receive(protocol: Protocol, client: StompClient, frame: InFrame): boolean {
  const { destination } = frame.headers;
  if (destination === RENEW) return renew(protocol, client, frame);
  if (destination !== undefined && protocol.calls?.has(destination) === true) return call(protocol.calls, client, frame);
  if (destination !== '/ping' && destination !== '/app/ping') {
    refuse(client, 'NOT_WRITABLE', frame, String(destination ?? '').slice(0, 100));
    return false;
  }
  const time = protocol.context.clock.now();
  for (const subscription of client.subscriptions.values()) {
    if (subscription.destination === '/user/queue/pong')
      client.deliver(subscription, messageTail('/user/queue/pong', `p${time}`, `{"time":${time}}`));
  }
  return true;
}
