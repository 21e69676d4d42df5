// Sockets of bots: /ws and /stream, bare or routed (/public, /market, /private), each stream made once for all who hear it; /ws-fapi.
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { countryOf } from '@maru/kit/server/region.ts';
import type { SideSocket, SideSocketGateway } from '@maru/kit/server/side-gateway.ts';
import type { BotsService } from './bots-service.ts';
import { FapiFault } from './fapi-fault.ts';
import type { Listening } from './listen-keys.ts';
import { marketStream } from './market-streams.ts';
import { StreamClient, type StreamHub } from './stream-client.ts';
import { openUserStream } from './user-stream.ts';
import { serveWsApi, WS_API_PATH } from './ws-api.ts';

const PATH = /^\/(?:(?:public|market|private)\/)?(ws|stream)(?:\/(.*))?$/;
const MAX_PER_ADDRESS = 100;
/** Over all its sockets: twice of all there is. Each event is sent once a subscription. */
const MAX_STREAMS_PER_ADDRESS = 2048;
/** So long a client has to leave after its listen key has run out. */
const LEAVE_MS = 5000;
/** What opening a socket weighs among an address's requests. */
const OPENING_WEIGHT = 5;

type OpenSocket = Pick<StreamClient, 'ws' | 'openedAt' | 'isAlive'>;

interface Held {
  address: string;
  sockets: number;
  streams: number;
}

interface Channel {
  listeners: Set<StreamClient>;
  stop(): void;
}

export function createStreamGateway(service: () => BotsService): SideSocketGateway {
  return new StreamGateway(service);
}

class StreamGateway implements SideSocketGateway, StreamHub {
  readonly #service: () => BotsService;
  readonly #clients = new Map<OpenSocket, Held>();
  readonly #perAddress = new Map<string, Held>();
  readonly #channels = new Map<string, Channel>();
  #context: AppContext | undefined;
  #endsHeard: BotsService | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pingedAt = 0;

  constructor(service: () => BotsService) {
    this.#service = service;
  }

  claims(path: string): boolean {
    return path === WS_API_PATH || PATH.test(path);
  }

  get size(): number {
    return this.#clients.size;
  }

  accept(context: AppContext, ws: WebSocket, { site, path, query, ip: address }: SideSocket, request: IncomingMessage): void {
    this.#context = context;
    this.#hearEnds();
    if (!this.#mayOpen(address)) return ws.close(1008, 'Too many requests');
    const held = this.#perAddress.get(address) ?? { address, sockets: 0, streams: 0 };
    if (held.sockets >= MAX_PER_ADDRESS) return ws.close(1008, 'Too many connections');
    const [, kind, rest = ''] = PATH.exec(path) ?? [];
    const client =
      kind === undefined ? apiSocket(ws, context.clock.now()) : new StreamClient(ws, site, kind === 'stream', this, context.clock);
    this.#clients.set(client, held);
    this.#perAddress.set(address, held);
    held.sockets++;
    if (this.#timer === undefined) this.#beginsLooking(context);
    ws.on('close', () => this.#forget(client, held));
    if (!(client instanceof StreamClient)) {
      return serveWsApi(ws, {
        context,
        service: this.#service(),
        site: site.id,
        ip: address,
        country: countryOf(context.config, request.headers),
      });
    }
    for (const stream of streamsOf(rest, query)) {
      if (!client.subscribe(stream)) return ws.close(1008, 'No such stream');
    }
  }

  /** Sockets opened and dropped in a row count like requests, and a banned address opens none. */
  #mayOpen(address: string): boolean {
    try {
      this.#service().limits.weigh(address, OPENING_WEIGHT);
      return true;
    } catch (error) {
      if (error instanceof FapiFault) return false;
      throw error;
    }
  }

  subscribe(client: StreamClient, stream: string): (() => void) | undefined {
    const held = this.#clients.get(client);
    if (held === undefined || held.streams >= MAX_STREAMS_PER_ADDRESS) return undefined;
    const name = `${client.site.id} ${stream}`;
    const channel = this.#channels.get(name) ?? this.#open(client.site, stream, name);
    if (channel === undefined) return undefined;
    channel.listeners.add(client);
    held.streams++;
    return () => {
      held.streams--;
      channel.listeners.delete(client);
      if (channel.listeners.size > 0 || this.#channels.get(name) !== channel) return;
      this.#channels.delete(name);
      channel.stop();
    };
  }

  #open(site: SiteConfig, stream: string, name: string): Channel | undefined {
    const context = this.#context as AppContext;
    const { books, folded, listenKeys, terms, funding, forced, forceOrders } = this.#service();
    const listeners = new Set<StreamClient>();
    const emit = (event: object) => {
      const text = JSON.stringify(event);
      for (const client of listeners) client.tell(stream, text);
    };
    const channel: Channel = { listeners, stop: () => {} };
    // Known before it is started: some streams begin with what they have.
    const listening = listenKeys.find(site.id, stream);
    const market = listening === undefined ? marketStream(site, stream) : undefined;
    if (listening === undefined && market === undefined) return undefined;
    this.#channels.set(name, channel);
    channel.stop =
      listening === undefined
        ? market!({ context, books, folded, forceOrders }, site, emit)
        : openUserStream({ context, terms, funding, forced }, site, listening, emit);
    return channel;
  }

  // Once a service: it is made anew when a server starts again with the same features.
  #hearEnds(): void {
    const service = this.#service();
    if (this.#endsHeard === service) return;
    this.#endsHeard = service;
    service.listenKeys.onEnd((listening, expired) => this.#ended(listening, expired));
  }

  #ended({ site, listenKey, expiresAt }: Listening, expired: boolean): void {
    const name = `${site} ${listenKey}`;
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    this.#channels.delete(name);
    channel.stop();
    const now = this.#context?.clock.now() ?? 0;
    const clients = [...channel.listeners];
    if (expired) for (const client of clients) client.tell(listenKey, JSON.stringify({ e: 'listenKeyExpired', E: now, listenKey }));
    const close = () => clients.forEach(({ ws }) => ws.close(1000, 'listenKey ended'));
    // Its hour is over: clients take the event, leave and come back with a new key by themselves. Who was shut out is cut.
    if (expired && expiresAt <= now) setTimeout(close, LEAVE_MS).unref();
    else close();
  }

  #forget(client: OpenSocket, held: Held): void {
    this.#clients.delete(client);
    if (--held.sockets === 0) this.#perAddress.delete(held.address);
  }

  #beginsLooking({ clock }: AppContext): void {
    this.#pingedAt = clock.now();
    this.#timer = setInterval(() => this.#look(clock.now()), this.#service().times.socketLookMs).unref();
  }

  #look(now: number): void {
    const { connectionMs, pingMs } = this.#service().times;
    for (const { ws, openedAt } of this.#clients.keys()) if (now - openedAt > connectionMs) ws.close(1001, 'A connection lives 24 hours');
    if (now - this.#pingedAt < pingMs) return;
    this.#pingedAt = now;
    for (const client of this.#clients.keys()) {
      if (!client.isAlive) client.ws.terminate();
      client.isAlive = false;
      if (client.ws.readyState === client.ws.OPEN) client.ws.ping();
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const client of this.#clients.keys()) client.ws.close(1012, 'the server restarts');
    // Whoever does not answer the close must not hold the server.
    const cut = setTimeout(() => [...this.#clients.keys()].forEach((client) => client.ws.terminate()), 500);
    cut.unref();
    for (const channel of this.#channels.values()) channel.stop();
    this.#channels.clear();
  }
}

function apiSocket(ws: WebSocket, openedAt: number): OpenSocket {
  const socket: OpenSocket = { ws, openedAt, isAlive: true };
  ws.on('pong', () => {
    socket.isAlive = true;
  });
  return socket;
}

/** `/ws/a@b/c@d`, `/stream?streams=a@b/c@d`, `/private/ws?listenKey=…`; some clients number their sockets (`/ws/3`). */
function streamsOf(rest: string, query: string): string[] {
  const params = new URLSearchParams(query);
  const named = [...rest.split('/'), ...(params.get('streams') ?? '').split('/'), params.get('listenKey') ?? ''];
  return named.filter((stream) => stream !== '' && !/^\d{1,4}$/.test(stream)).map(safeDecode);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
