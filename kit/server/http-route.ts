// One call through the gateway: site, origin, session, role, rate, shapes, handler, envelope, one log line.
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { ENTRY_RIGHT, type Route } from '../contract/route.ts';
import type { SiteConfig } from '../contract/site-config.ts';
import { runBound } from './restrictions.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { type Answer, type BoundRoute, type Call, Refusal, type Session } from './feature.ts';
import { parseStrictJson } from './http-body.ts';
import type { ErrorMapper } from './http-errors.ts';
import { inputReader } from './http-input.ts';
import { type Language, languageOf } from './i18n.ts';
import { withoutRedaction } from './log.ts';
import { deviceOf, operatorDesk } from './operator-desk.ts';
import { countryOf } from './region.ts';
import { encodingOf, isFresh, Packer, WORTH_PACKING } from './packing.ts';
import type { RateLimit } from './rate-limit.ts';
import { dataHeaders, HSTS, isOriginAllowed } from './security.ts';
import { hostNameOf } from './sites.ts';

declare module 'fastify' {
  interface FastifyRequest {
    entry: Entry | undefined;
  }
}

/** What is known of a request before its body is read. */
export interface Entry {
  startedAt: number;
  site: SiteConfig;
  session: Session | undefined;
}

/** What a call needs of its request: Fastify's, or a socket's. */
export interface Incoming {
  readonly id: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  readonly ip: string;
  readonly host: string;
  readonly protocol: string;
  readonly query: unknown;
  readonly body: unknown;
  entry: Entry | undefined;
}
export interface Outgoing {
  readonly raw: RawReply;
  /** From here on the answer is written to `raw`. */
  hijack(): unknown;
}

/** Node's own response, or a socket's. */
export interface RawReply {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  writeHead(status: number, headers: string[]): unknown;
  end(body?: string | Uint8Array): unknown;
}

export interface HttpGateway {
  context: AppContext;
  mapper: ErrorMapper;
  orders: RateLimit;
  calls: RateLimit;
  /** Handlers running now. */
  inFlight: number;
  packer: Packer;
  /** One line a call. */
  callLog: Logger;
  observe(route: string, status: number, ms: number): void;
}

export function createGateway(context: AppContext, mapper: ErrorMapper, observe: HttpGateway['observe']): HttpGateway {
  const { shared, config } = context;
  return {
    context,
    mapper,
    orders: shared.limit('orders', config.orderRate),
    calls: shared.limit('calls', config.callRate),
    inFlight: 0,
    packer: new Packer(),
    callLog: withoutRedaction(context.log),
    observe,
  };
}

/** Runs before the body is read: who asks, of which site, and may they. Throws Refusal. */
export function enter(gateway: HttpGateway, route: Route, request: Incoming): void {
  const { context } = gateway;
  const site = siteOf(context, request);
  if (site === undefined) throw new Refusal('NOT_FOUND');
  refuseOtherOrigin(route, request);
  admit(gateway, route, request, { site, session: sessionOf(context, route, request.headers.authorization, site.id) });
}

/** From here on all entry points count alike: a member's rates are its own, wherever it asks. */
export function admit(gateway: HttpGateway, route: Route, request: Incoming, who: Pick<Entry, 'site' | 'session'>): void {
  const { session } = who;
  request.entry = { startedAt: performance.now(), ...who };
  const key = session === undefined ? request.ip : memberKey(session);
  refuseOverRate(gateway.calls, key);
  if (route.money === true && session !== undefined) refuseOverRate(gateway.orders, key);
}

/** The same for operators, whose rights are rows; they choose the site they speak for, whatever the host. */
export async function enterAsOperator(gateway: HttpGateway, route: Route, request: Incoming): Promise<void> {
  const { context } = gateway;
  const startedAt = performance.now();
  const site = deskSiteOf(context, request);
  refuseOtherOrigin(route, request);
  if (route.right === ENTRY_RIGHT) {
    if (site === undefined) throw new Refusal('NOT_FOUND');
    request.entry = { startedAt, site, session: undefined };
    refuseOverRate(gateway.calls, request.ip);
    return;
  }
  const header = request.headers.authorization;
  if (header === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (!/^bearer /i.test(header)) throw new Refusal('TOKEN_INVALID');
  refuseOverRate(gateway.calls, `desk ${request.ip}`);
  const visit = {
    token: header.slice(7).trim(),
    route,
    site,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    device: deviceOf(request.headers.cookie),
    requestId: request.id,
    isUnattended: request.headers[UNATTENDED] !== undefined,
  };
  const session = await context.services.use(operatorDesk).admit(visit);
  // Whoever was let in spoke for a site.
  request.entry = { startedAt, site: site as SiteConfig, session };
  if (route.money === true) refuseOverRate(gateway.orders, memberKey(session));
}

const SITE_HEADER = 'x-maru-site';
const UNATTENDED = 'x-maru-unattended';

/** An own host of the desk belongs to no site: there the header says which, and the first one stands in until it does. */
function deskSiteOf(context: AppContext, request: Incoming): SiteConfig | undefined {
  const { adminHost } = context.config;
  const isOwnHost = adminHost !== undefined && hostNameOf(request.host ?? '').toLowerCase() === adminHost;
  if (adminHost !== undefined && !isOwnHost) throw new Refusal('NOT_FOUND');
  const code = request.headers[SITE_HEADER];
  if (code === undefined) return siteOf(context, request) ?? (isOwnHost ? context.sites.all()[0] : undefined);
  return typeof code === 'string' ? context.sites.byCode(code) : undefined;
}

function refuseOtherOrigin(route: Route, request: Incoming): void {
  if (route.method === 'GET') return;
  const { origin } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'] as string | undefined;
  if (!isOriginAllowed(origin, fetchSite, request.host)) throw new Refusal('ORIGIN_REFUSED');
}

export function siteOf(context: AppContext, request: Incoming): SiteConfig | undefined {
  return context.sites.byHost(hostNameOf(request.host ?? ''), request.socket.localPort ?? 0);
}

// Only the header counts: a token in an address would stay in logs and histories.
function sessionOf(context: AppContext, route: Route, header: string | undefined, site: number): Session | undefined {
  const isOpen = route.roles.includes('guest');
  if (header === undefined) {
    if (isOpen) return undefined;
    throw new Refusal('LOGIN_REQUIRED');
  }
  const found = /^bearer /i.test(header) ? context.sessions.verify(header.slice(7).trim(), site) : 'TOKEN_INVALID';
  if (typeof found === 'string') {
    // Whoever renews or logs in again still carries the old token.
    if (isOpen) return undefined;
    throw new Refusal(found);
  }
  if (!route.roles.includes(found.role)) throw new Refusal('NO_PERMISSION');
  return found;
}

/** One number per member of all sites: ids stay below 2^40, sites below 2^13. Operators have ids of their own, which are no member's. */
const memberKey = (session: Session): number | string =>
  session.role === 'operator' ? `operator ${session.member}` : session.site * 2 ** 40 + session.member;

function refuseOverRate(limit: RateLimit, key: string | number, cost = 1): void {
  const waitMs = limit.take(key, cost);
  if (waitMs > 0) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs * 0.001) });
}

/** One was counted on the way in. More than a member may ever send at once count as that many: they wait, and are not refused for ever. */
function countFurtherOrders(gateway: HttpGateway, session: Session, orders: number): void {
  refuseOverRate(gateway.orders, memberKey(session), Math.min(orders, gateway.context.config.orderRate.burst) - 1);
}

/** The handler of a bound route; `enter` ran before it. */
export function createCallHandler(gateway: HttpGateway, bound: BoundRoute): (request: Incoming, reply: Outgoing) => void {
  const { context } = gateway;
  const { route } = bound;
  const readQuery = inputReader(route.query, false);
  const readBody = inputReader(route.body, route.money === true);
  const write = bound.serialize ?? JSON.stringify;

  const toCall = (request: Incoming, entry: Entry): Call => {
    const query = readQuery(request.query);
    const body = route.method === 'GET' ? undefined : readBody(parseStrictJson((request.body as string | undefined) ?? ''));
    if (route.ordersIn !== undefined && entry.session !== undefined) countFurtherOrders(gateway, entry.session, route.ordersIn(body));
    return callOf(context.config, request, entry, query, body);
  };
  const toText = (answer: Answer<unknown>) => {
    const data = write(answer.data);
    if (route.bare === true) return data;
    return answer.sequence === undefined
      ? `{"status":"success","data":${data}}`
      : `{"status":"success","data":${data},"sequence":${answer.sequence}}`;
  };

  return (request, reply) => {
    const entry = request.entry as Entry;
    reply.hijack();
    try {
      if (context.health.leaving) throw new Refusal('UNAVAILABLE');
      if (gateway.inFlight >= context.config.maxInFlight) throw new Refusal('OVERLOADED');
      const call = toCall(request, entry);
      gateway.inFlight++;
      started(gateway, () => runBound(context, bound, call)).then(
        (answer) => {
          gateway.inFlight--;
          try {
            // Only what is read is packed: neither orders nor answers that carry tokens pay for it, or leak by their length.
            if (route.method === 'GET') sendRead(gateway, request, reply, route, toText(answer), answer.headers);
            else sendJson(gateway, request, reply, route.path, 200, toText(answer), answer.headers);
          } catch (error) {
            sendError(gateway, request, reply, route.path, error);
          }
        },
        (error: unknown) => {
          gateway.inFlight--;
          sendError(gateway, request, reply, route.path, error);
        },
      );
    } catch (error) {
      sendError(gateway, request, reply, route.path, error);
    }
  };
}

/** A handler may refuse before it has made its promise: the place it took is given back all the same. */
function started<T>(gateway: HttpGateway, run: () => Promise<T>): Promise<T> {
  try {
    return run();
  } catch (error) {
    gateway.inFlight--;
    throw error;
  }
}

/** A request as its handler sees it. */
export function callOf(config: Config, request: Incoming, entry: Entry, query: unknown, body: unknown): Call {
  return {
    site: entry.site,
    session: entry.session,
    query,
    body,
    ip: request.ip,
    country: countryOf(config, request.headers),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    language: languageOf(request.headers['accept-language']),
    requestId: request.id,
    requestKey: readKey(request.headers['idempotency-key']),
    device: deviceOf(request.headers.cookie),
    origin: `${request.protocol}://${request.host}`,
  };
}

function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(header)) throw new Refusal('INVALID_FIELD', { field: 'Idempotency-Key' });
  return header;
}

/** Names and values, by turns; every answer of sendJson begins with them. */
export const baseHeaders: readonly string[] = ['content-type', 'application/json; charset=utf-8', ...Object.entries(dataHeaders).flat()];

export function sendJson(
  gateway: HttpGateway,
  request: Incoming,
  reply: Outgoing,
  route: string,
  status: number,
  body: string | Uint8Array,
  extra?: Readonly<Record<string, string>>,
  base = baseHeaders,
): void {
  const { raw } = reply;
  if (raw.headersSent || raw.destroyed) return;
  const headers = base.slice();
  headers.push('x-request-id', request.id);
  if (status !== 304) headers.push('content-length', String(Buffer.byteLength(body)));
  if (request.protocol === 'https') headers.push('strict-transport-security', HSTS);
  if (gateway.context.health.leaving) headers.push('connection', 'close');
  if (extra !== undefined) for (const name in extra) headers.push(name, extra[name]);
  raw.writeHead(status, headers);
  raw.end(request.method === 'HEAD' || status === 304 ? undefined : body);
  note(gateway, request, route, status);
}

/** A browser keeps it, and asks each time whether it still holds. */
const etagHeaders: readonly string[] = baseHeaders.map((text) => (text === 'no-store' ? 'private, no-cache' : text));

/** The answer of a call that only reads: packed where that pays, and not sent again to who has it. */
export function sendRead(
  gateway: HttpGateway,
  request: Incoming,
  reply: Outgoing,
  route: Pick<Route, 'path' | 'etag'>,
  text: string,
  extra?: Readonly<Record<string, string>>,
): void {
  const { packer } = gateway;
  const { headers } = request;
  const isKept = route.etag === true;
  const own: Record<string, string> = { ...extra };
  if (text.length >= WORTH_PACKING || isKept) own.vary = 'accept-encoding';
  if (isKept) own.etag = packer.etag(text);
  const send = (status: number, body: string | Uint8Array) =>
    sendJson(gateway, request, reply, route.path, status, body, own, isKept ? etagHeaders : baseHeaders);
  if (isKept && isFresh(headers['if-none-match'], own.etag)) return send(304, '');
  const encoding = text.length < WORTH_PACKING ? undefined : encodingOf(headers['accept-encoding']);
  const packed = packer.pack(text, encoding, isKept || headers.authorization === undefined);
  if (packed === undefined) return send(200, text);
  packed.then(
    (bytes) => {
      own['content-encoding'] = encoding as string;
      send(200, bytes);
    },
    () => send(200, text),
  );
}

export function sendError(gateway: HttpGateway, request: Incoming, reply: Outgoing, route: string, error: unknown): void {
  const language: Language = languageOf(request.headers['accept-language']);
  const mapped = gateway.mapper.map(error, language, request.id, request.entry?.site ?? siteOf(gateway.context, request));
  if (mapped.isFault) gateway.context.log.error({ requestId: request.id, route, err: error }, 'call failed');
  const extra: Record<string, string> = mapped.retryAfterSeconds === undefined ? {} : { 'retry-after': String(mapped.retryAfterSeconds) };
  if (mapped.status === 405 && error instanceof Refusal) extra.allow = String(error.data?.allow ?? '');
  sendJson(gateway, request, reply, route, mapped.status, mapped.body, extra);
}

/** One line per request: no body, no token, no query string. */
export function note(gateway: HttpGateway, request: Incoming, route: string, status: number): void {
  const { entry } = request;
  const ms = entry === undefined ? 0 : Math.round((performance.now() - entry.startedAt) * 10) / 10;
  gateway.observe(route, status, ms);
  gateway.callLog.info(
    {
      requestId: request.id,
      method: request.method,
      route,
      status,
      ms,
      ip: request.ip,
      site: entry?.site.id,
      member: entry?.session?.member,
    },
    'call',
  );
}
