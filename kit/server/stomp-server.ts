// The socket end of the server: upgrades /bx_ws, keeps the clients, and is the hub that features publish through.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Counter, Gauge } from 'prom-client';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SiteConfig } from '../contract/site-config.ts';
import type { AppContext } from './context.ts';
import type { ServerFeature } from './feature.ts';
import { createRateLimit } from './rate-limit.ts';
import { isOriginAllowed } from './security.ts';
import { hostNameOf } from './sites.ts';
import { createFanout } from './socket-fanout.ts';
import type { SocketHub } from './socket-hub.ts';
import { createMemberQueues } from './socket-members.ts';
import { chunkOf, createStompClient, type StompClient } from './stomp-client.ts';
import { FrameFault, frameReader, MAX_FRAME_BYTES } from './stomp-frame.ts';
import { onFrame, type Protocol, refuse, unsubscribe } from './stomp-protocol.ts';
import { createTopicFinder } from './stomp-topics.ts';

export interface SocketServer extends SocketHub {
  /** From here on subscriptions are answered; called once, before listening. */
  serve(context: AppContext, features: readonly ServerFeature[]): void;
  attach(server: Server): void;
  close(): Promise<void>;
}

type Parts = Pick<AppContext, 'config' | 'clock' | 'log' | 'metrics' | 'sessions' | 'sites'>;

const SWEEP_MS = 5000;
const PING_MS = 30_000;
const CONNECT_LIMIT_MS = 10_000;
const FORCED_LOGOUT = { ko: '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.' };
export const CLOSE_ENDED = 4001;

export function createSocketServer(parts: Parts): SocketServer {
  const { clock, sessions, sites, log } = parts;
  const figures = socketFigures(parts, () => clients.size, () => fanout.queued);
  const clients = new Set<StompClient>();
  const fanout = createFanout(() => figures.dropped('queue'));
  let context: AppContext | undefined;
  const sequenceOf = (site: number) => context?.engine.status().find((part) => part.site === site)?.seq ?? 0;
  const members = createMemberQueues(() => clock.now(), sequenceOf);
  const frames = createRateLimit(clock, { perSecond: 50, burst: 200 });
  const wss = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES, clientTracking: false, maxFragments: 16, maxBufferedChunks: 64 } as never);
  let protocol: Protocol | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastPing = clock.now();
  let serial = 0;

  const accept = (ws: WebSocket, site: SiteConfig) => {
    const client = createStompClient(ws, site, () => clock.now(), () => figures.dropped('slow'));
    const key = ++serial;
    clients.add(client);
    timer ??= setInterval(sweep, SWEEP_MS).unref();
    const read = frameReader((frame) => {
      if (client.ws.readyState !== client.ws.OPEN) return;
      if (frames.take(key) > 0) refuse(client, 'TOO_MANY_FRAMES', frame);
      else onFrame(protocol as Protocol, client, frame);
    });
    ws.on('message', (data, isBinary) => {
      client.lastIn = clock.now();
      try {
        read(chunkOf(data, isBinary));
      } catch (error) {
        if (!(error instanceof FrameFault)) log.warn({ err: error, site: site.id }, 'socket frame failed');
        refuse(client, 'FRAME_MALFORMED');
      }
    });
    ws.on('pong', () => {
      client.isAlive = true;
    });
    ws.on('error', () => ws.terminate());
    ws.on('close', () => {
      clients.delete(client);
      frames.reset(key);
      for (const id of [...client.subscriptions.keys()]) unsubscribe(protocol as Protocol, client, id);
      members.part(client);
    });
  };
  // Dead, silent and never-connected clients go; the others get their heart-beats.
  const sweep = () => {
    const now = clock.now();
    const isPingDue = now - lastPing >= PING_MS;
    if (isPingDue) lastPing = now;
    for (const client of clients) keepAlive(client, now, isPingDue);
    members.sweep(now);
    if (clients.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const endClients = (list: readonly StompClient[], reason: string | undefined) => {
    for (const client of list) {
      if (reason !== undefined) tellForcedLogout(client, reason);
      figures.dropped('ended');
      client.close(CLOSE_ENDED, 'session ended');
    }
  };
  sessions.onEnd((end) => {
    const list = members.clientsOf(end.site, end.member);
    endClients(end.family === undefined ? list : list.filter((client) => client.session?.family === end.family), end.reason);
  });

  return {
    serve(served, features) {
      context = served;
      protocol = { context: served, find: createTopicFinder(features), fanout, members, leave: new WeakMap() };
    },
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        const fault = upgradeFault(request, parts, clients.size);
        const site = sites.byHost(hostNameOf(request.headers.host ?? ''), request.socket.localPort ?? 0);
        if (fault !== undefined || site === undefined || protocol === undefined || context?.health.leaving === true) {
          refuseUpgrade(socket, fault ?? (site === undefined ? 404 : 503));
          return;
        }
        wss.handleUpgrade(request, socket, head, (ws) => accept(ws, site));
      });
    },
    publish: (site, destination, body, options) => fanout.publish([site], destination, body, options?.conflate),
    publishAll: (list, destination, body, options) => fanout.publish(list, destination, body, options?.conflate),
    send: (site, member, queue, body, options) => members.send(site, member, queue, body, options?.eventId),
    wants: members.wants,
    listening: members.listening,
    end: (site, member, reason) => endClients(members.clientsOf(site, member), reason),
    subscribers: (site, destination) => fanout.subscribers(site, destination),
    async close() {
      clearInterval(timer);
      timer = undefined;
      fanout.close();
      for (const client of clients) client.close(1012, 'the server restarts');
      const until = Date.now() + 1500;
      while (clients.size > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
      for (const client of clients) client.ws.terminate();
    },
  };
}

function keepAlive(client: StompClient, now: number, isPingDue: boolean): void {
  if (!client.isConnected && now - client.openedAt > CONNECT_LIMIT_MS) {
    client.close(1008, 'CONNECT_FIRST');
    return;
  }
  // Three missed beats: a phone that sleeps for a moment is not thrown out.
  if (client.beatInMs > 0 && now - client.lastIn > 3 * client.beatInMs) {
    client.ws.terminate();
    return;
  }
  if (isPingDue) {
    if (!client.isAlive) {
      client.ws.terminate();
      return;
    }
    client.isAlive = false;
    client.ws.ping();
  }
  if (client.beatOutMs > 0 && now - client.lastOut > client.beatOutMs - SWEEP_MS - 500) client.send(beat);
}
const beat = Buffer.from('\n');

function tellForcedLogout(client: StompClient, reason: string): void {
  const message = reason === '' ? FORCED_LOGOUT.ko : reason;
  for (const subscription of client.subscriptions.values()) {
    if (subscription.destination !== '/user/queue/force_logout') continue;
    client.sendFrame('MESSAGE', { subscription: subscription.id, 'message-id': 'forced', destination: subscription.destination, 'content-type': 'application/json' }, JSON.stringify({ message }));
  }
}

function upgradeFault(request: IncomingMessage, parts: Parts, open: number): number | undefined {
  if ((request.url ?? '').split('?', 1)[0] !== '/bx_ws') return 404;
  if (!isOriginAllowed(request.headers.origin, undefined, request.headers.host)) return 403;
  return open >= parts.config.maxSockets ? 503 : undefined;
}

const statusText: Readonly<Record<number, string>> = { 403: 'Forbidden', 404: 'Not Found', 503: 'Service Unavailable' };

function refuseUpgrade(socket: Duplex, status: number): void {
  const retry = status === 503 ? 'retry-after: 1\r\n' : '';
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${statusText[status]}\r\nconnection: close\r\n${retry}content-length: 0\r\n\r\n`);
}

function socketFigures(parts: Parts, open: () => number, queued: () => number) {
  const registers = [parts.metrics.registry];
  new Gauge({ name: 'maru_sockets', help: 'Open sockets', registers, collect() { this.set(open()); } });
  new Gauge({ name: 'maru_socket_queue', help: 'Topic messages waiting to be written', registers, collect() { this.set(queued()); } });
  const dropped = new Counter({ name: 'maru_sockets_dropped_total', help: 'Sockets ended by us, and topic messages shed (queue)', labelNames: ['reason'], registers });
  return { dropped: (reason: 'slow' | 'ended' | 'queue') => dropped.inc({ reason }) };
}
