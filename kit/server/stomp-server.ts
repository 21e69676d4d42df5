// The socket end of the server: upgrades /bx_ws, keeps the clients, and is the hub that features publish through.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Counter } from 'prom-client';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SiteConfig } from '../contract/site-config.ts';
import { socketReply } from '../contract/socket-reply.ts';
import { callerIp, originOf } from './caller-ip.ts';
import type { AppContext } from './context.ts';
import { appliedSeq } from './engine-port.ts';
import type { ServerFeature, Session } from './feature.ts';
import { addCounter, addGauge } from './metrics.ts';
import { operatorDesk } from './operator-desk.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { countryOf, isClosedIn } from './region.ts';
import type { EndWords, SessionEnd } from './session.ts';
import type { SideSocketGateway } from './side-gateway.ts';
import { hostNameOf } from './sites.ts';
import type { SocketCalls } from './socket-calls.ts';
import { Fanout } from './socket-fanout.ts';
import type { SocketHub } from './socket-hub.ts';
import { createMemberQueues, type MemberQueues } from './socket-members.ts';
import { chunkOf, createStompClient, type StompClient } from './stomp-client.ts';
import { FrameFault, frameReader, MAX_FRAME_BYTES } from './stomp-frame.ts';
import { keepAlive, PING_MS, SWEEP_MS } from './stomp-keep-alive.ts';
import { isShutOut, onFrame, type Protocol, refuse, unsubscribe } from './stomp-protocol.ts';
import { createTopicFinder } from './stomp-topics.ts';
import { pathOf, refuseUpgrade, upgradeFault } from './stomp-upgrade.ts';

export interface SocketServer extends SocketHub {
  /** From here on subscriptions are answered; called once, before listening. */
  serve(context: AppContext, features: readonly ServerFeature[], calls?: SocketCalls): void;
  attach(server: Server): void;
  close(): Promise<void>;
}

type Parts = Pick<AppContext, 'config' | 'clock' | 'log' | 'metrics' | 'sessions' | 'sites'>;

/** Close code of a session that ended: the client logs in again instead of reconnecting. */
export const CLOSE_ENDED = 4001;
/** The specification's own words. */
const FORCED_LOGOUT = '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.';
const FRAMES = { perSecond: 50, burst: 200 };
const CLOSE_LIMIT_MS = 1500;
/** Between looks at the sessions of operators. */
const OPERATORS_MS = 15_000;
// The last two limits are newer than the type declarations.
const wsOptions = {
  noServer: true,
  perMessageDeflate: false,
  maxPayload: MAX_FRAME_BYTES,
  clientTracking: false,
  maxFragments: 16,
  maxBufferedChunks: 64,
};

export function createSocketServer(parts: Parts): SocketServer {
  return new StompServer(parts);
}

class StompServer implements SocketServer {
  readonly #parts: Parts;
  readonly #clients = new Set<StompClient>();
  readonly #fanout: Fanout;
  readonly #members: MemberQueues;
  readonly #frames: RateLimit;
  readonly #wss = new WebSocketServer(wsOptions);
  readonly #dropped: Counter<'reason'>;
  #protocol: Protocol | undefined;
  #sides: readonly SideSocketGateway[] = [];
  #timer: NodeJS.Timeout | undefined;
  #lastPing: number;
  #operatorsAt = 0;
  #serial = 0;

  constructor(parts: Parts) {
    const { clock, metrics, sessions } = parts;
    this.#parts = parts;
    this.#lastPing = clock.now();
    this.#frames = createRateLimit(clock, FRAMES);
    this.#dropped = addCounter(metrics, {
      name: 'maru_sockets_dropped_total',
      help: 'Sockets that we ended, and topic messages shed',
      labelNames: ['reason'],
    });
    this.#fanout = new Fanout(() => this.#dropped.inc({ reason: 'shed' }));
    this.#members = createMemberQueues(
      () => clock.now(),
      (site) => (this.#protocol === undefined ? 0 : appliedSeq(this.#protocol.context.engine, site)),
    );
    addGauge(metrics, 'maru_sockets', 'Open sockets', () => this.#clients.size);
    addGauge(metrics, 'maru_socket_queue', 'Topic messages waiting to be written', () => this.#fanout.queued);
    sessions.onEnd((end) => this.#onSessionEnd(end));
  }

  serve(context: AppContext, features: readonly ServerFeature[], calls?: SocketCalls): void {
    this.#sides = features.flatMap((feature) => feature.sideSockets ?? []);
    const find = createTopicFinder([{ topics: [{ topic: socketReply }] }, ...features]);
    this.#protocol = { context, find, calls, fanout: this.#fanout, members: this.#members, leave: new WeakMap() };
  }

  attach(server: Server): void {
    const { config, sites } = this.#parts;
    server.on('upgrade', (request, socket, head) => {
      const open = this.#sides.reduce((sum, side) => sum + side.size, this.#clients.size);
      const side = this.#sides.find((gateway) => gateway.claims(pathOf(request)));
      const fault = upgradeFault(request, open >= config.maxSockets, side !== undefined);
      const host = hostNameOf(request.headers.host ?? '').toLowerCase();
      const own = sites.byHost(host, request.socket.localPort ?? 0);
      // The desk's own host is no site's: its operators say with each subscription which they mean, and the first stands in.
      const isDesk = own === undefined && side === undefined && config.adminHost === host;
      const site = own ?? (isDesk ? sites.all()[0] : undefined);
      const protocol = this.#protocol;
      if (fault !== undefined || site === undefined) refuseUpgrade(socket, fault ?? 404);
      else if (protocol === undefined || protocol.context.health.leaving) refuseUpgrade(socket, 503);
      else if (side !== undefined && isClosedIn(site, countryOf(config, request.headers))) refuseUpgrade(socket, 403);
      else if (side !== undefined) this.#wss.handleUpgrade(request, socket, head, (ws) => admit(protocol, side, ws, request, site));
      else this.#wss.handleUpgrade(request, socket, head, (ws) => this.#accept(protocol, ws, socket, { site, isDesk }, request));
    });
  }

  publish(site: number, destination: string, body: unknown, options?: { conflate?: string }): void {
    this.#fanout.publish([site], destination, body, options?.conflate);
  }
  publishAll(sites: readonly number[], destination: string, body: unknown, options?: { conflate?: string }): void {
    this.#fanout.publish(sites, destination, body, options?.conflate);
  }
  send(site: number, member: number, queue: string, body: unknown, options?: { eventId?: string }): void {
    this.#members.send(site, member, queue, body, options?.eventId);
  }
  wants(site: number, member: number, queue: string): boolean {
    return this.#members.wants(site, member, queue);
  }
  listening(site: number, queue: string): Iterable<number> {
    return this.#members.listening(site, queue);
  }
  subscribers(site: number, destination: string): number {
    return this.#fanout.subscribers(site, destination);
  }
  tapTopic(site: number, destination: string, listener: (body: unknown) => void): () => void {
    return this.#fanout.tap(site, destination, listener);
  }
  tapMember(site: number, member: number, queue: string, listener: (body: unknown) => void): () => void {
    return this.#members.tap(site, member, queue, listener);
  }
  end(site: number, member: number, words?: EndWords): void {
    this.#endClients(this.#members.clientsOf(site, member), words);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#fanout.close();
    for (const side of this.#sides) side.close();
    for (const client of this.#clients) client.close(1012, 'the server restarts');
    const until = performance.now() + CLOSE_LIMIT_MS;
    while (this.#clients.size > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 20));
    for (const client of this.#clients) client.ws.terminate();
  }

  #accept(protocol: Protocol, ws: WebSocket, socket: Duplex, place: { site: SiteConfig; isDesk: boolean }, request: IncomingMessage): void {
    const { site, isDesk } = place;
    const { clock, log, config } = this.#parts;
    const client = createStompClient(
      ws,
      socket,
      site,
      () => clock.now(),
      () => this.#dropped.inc({ reason: 'slow' }),
    );
    client.isDesk = isDesk;
    client.country = isDesk ? undefined : countryOf(config, request.headers);
    client.ip = callerIp(config, request);
    client.origin = originOf(config, request);
    const key = ++this.#serial;
    client.spareFrame = () => this.#frames.refund(key);
    this.#clients.add(client);
    this.#timer ??= setInterval(this.#sweep, SWEEP_MS).unref();
    const read = frameReader((frame) => {
      if (client.ws.readyState !== client.ws.OPEN) return;
      if (this.#frames.take(key) > 0) refuse(client, 'TOO_MANY_FRAMES', frame);
      else onFrame(protocol, client, frame);
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
      this.#clients.delete(client);
      this.#frames.reset(key);
      for (const subscription of client.subscriptions.values()) unsubscribe(protocol, client, subscription.id);
      this.#members.part(client);
    });
  }

  readonly #sweep = (): void => {
    const now = this.#parts.clock.now();
    const isPingDue = now - this.#lastPing >= PING_MS;
    if (isPingDue) this.#lastPing = now;
    for (const client of this.#clients) {
      if (isShutOut(this.#parts.sites, client)) client.close(CLOSE_ENDED, 'REGION_CLOSED');
      keepAlive(client, now, isPingDue);
    }
    this.#members.sweep(now);
    if (now - this.#operatorsAt >= OPERATORS_MS) void this.#endGoneOperators(now);
  };

  /** A socket makes no calls: whether its operator's session has run out or was ended, the rows say. */
  async #endGoneOperators(now: number): Promise<void> {
    this.#operatorsAt = now;
    const clients = [...this.#clients].filter(({ session }) => session?.role === 'operator');
    const sessions = [...new Set(clients.map(({ session }) => (session as Session).family))];
    const desk = this.#protocol?.context.services.find(operatorDesk);
    if (sessions.length === 0 || desk === undefined) return;
    try {
      const living = await desk.living(sessions);
      this.#endClients(
        clients.filter(({ session }) => !living.has((session as Session).family)),
        undefined,
      );
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'sessions of operators were not looked up');
    }
  }

  #onSessionEnd({ site, member, family, at, words }: SessionEnd): void {
    const isMeant = ({ session, token }: StompClient) =>
      family === undefined ? (token?.issuedAt ?? Number.NEGATIVE_INFINITY) <= at : session?.family === family;
    this.#endClients(this.#members.clientsOf(site, member).filter(isMeant), words);
  }

  #endClients(clients: readonly StompClient[], words: EndWords | undefined): void {
    for (const client of clients) {
      if (words !== undefined) tellForcedLogout(client, words);
      this.#dropped.inc({ reason: 'ended' });
      client.close(CLOSE_ENDED, 'session ended');
    }
  }
}

function admit(protocol: Protocol, gateway: SideSocketGateway, ws: WebSocket, request: IncomingMessage, site: SiteConfig): void {
  const [path, query = ''] = (request.url ?? '').split('?', 2);
  // Here, not in the gateways: one that turns a socket away at once would leave its broken frames to nobody, and the process would end.
  ws.on('error', () => ws.terminate());
  gateway.accept(protocol.context, ws, { site, path, query, ip: callerIp(protocol.context.config, request) }, request);
}

function tellForcedLogout(client: StompClient, words: EndWords): void {
  const body = JSON.stringify(words === '' ? { message: FORCED_LOGOUT } : { message: words.ko, en: words.en });
  for (const { id, destination } of client.subscriptions.values()) {
    if (destination !== '/user/queue/force_logout') continue;
    client.sendFrame('MESSAGE', { subscription: id, 'message-id': 'forced', destination, 'content-type': 'application/json' }, body);
  }
}
