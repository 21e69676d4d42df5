// The trading WebSocket API (/ws-fapi/v1): requests by name over one socket, each of them the very call that REST would make.
import { randomUUID } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { RawData, WebSocket } from 'ws';
import type { BotsService } from './bots-service.ts';
import { type BotRequest, callEndpoint } from './fapi-gateway.ts';
import { FapiFault, faultOf, faults, internalFault } from './fapi-fault.ts';
import { fieldsOf, Params } from './fapi-params.ts';
import { endpointAt } from './fapi-table.ts';
import { SESSION_WEIGHT, WsSession } from './ws-session.ts';

export const WS_API_PATH = '/ws-fapi/v1';

/** The venue's names for calls that REST has as well. */
const methods: Readonly<Record<string, string>> = {
  depth: 'GET /fapi/v1/depth',
  klines: 'GET /fapi/v1/klines',
  'ticker.price': 'GET /fapi/v2/ticker/price',
  'ticker.book': 'GET /fapi/v1/ticker/bookTicker',
  'order.place': 'POST /fapi/v1/order',
  'order.test': 'POST /fapi/v1/order/test',
  'order.modify': 'PUT /fapi/v1/order',
  'order.cancel': 'DELETE /fapi/v1/order',
  'order.status': 'GET /fapi/v1/order',
  'algoOrder.place': 'POST /fapi/v1/algoOrder',
  'algoOrder.cancel': 'DELETE /fapi/v1/algoOrder',
  'account.position': 'GET /fapi/v2/positionRisk',
  'v2/account.position': 'GET /fapi/v3/positionRisk',
  'account.balance': 'GET /fapi/v2/balance',
  'v2/account.balance': 'GET /fapi/v3/balance',
  'account.status': 'GET /fapi/v2/account',
  'v2/account.status': 'GET /fapi/v3/account',
  'userDataStream.start': 'POST /fapi/v1/listenKey',
  'userDataStream.ping': 'PUT /fapi/v1/listenKey',
  'userDataStream.stop': 'DELETE /fapi/v1/listenKey',
};

/** An answer for which more waits than this is not read any more. */
const MAX_WAITING_BYTES = 1_048_576;

interface Request {
  id: string | number | null;
  method: string;
  params: ReadonlyMap<string, string>;
}

export interface WsApiCaller {
  context: AppContext;
  service: BotsService;
  site: number;
  ip: string;
  country: string | undefined;
}

/** A socket's caller, and who is logged on to it. */
interface Line extends WsApiCaller {
  session: WsSession;
  /** What was sent before it is answered first where it changes who asks. */
  turn: Promise<unknown>;
}

export function serveWsApi(ws: WebSocket, caller: WsApiCaller): void {
  const line: Line = { ...caller, session: new WsSession(caller.context.clock.now()), turn: Promise.resolve() };
  ws.on('message', (data, isBinary) => {
    const request = isBinary ? undefined : readRequest(data);
    void answerOf(request, line).then((answer) => {
      if (ws.readyState !== ws.OPEN) return;
      if (ws.bufferedAmount > MAX_WAITING_BYTES) return ws.terminate();
      ws.send(JSON.stringify(answer));
      if (answer.status === 418) ws.close(1008, 'Too many requests');
    });
  });
}

interface Answer {
  id: string | number | null;
  status: number;
  result?: unknown;
  error?: { code: number; msg: string };
  rateLimits?: object[];
}

async function answerOf(request: Request | undefined, caller: Line): Promise<Answer> {
  const headers: Record<string, string> = {};
  const id = request?.id ?? null;
  // Told unless it is not wanted.
  const limits = () => (request?.params.get('returnRateLimits') === 'false' ? {} : { rateLimits: limitsOf(caller.service, headers) });
  try {
    return { id, status: 200, result: await run(request, caller, headers), ...limits() };
  } catch (error) {
    const fault = faultOf(error) ?? logged(error, request, caller);
    return { id, status: fault.status, error: { code: fault.code, msg: fault.message }, ...limits() };
  }
}

function logged(error: unknown, request: Request | undefined, { context }: WsApiCaller): FapiFault {
  context.log.error({ err: error, route: `ws-fapi ${request?.method ?? ''}` }, 'call failed');
  return internalFault();
}

function run(request: Request | undefined, line: Line, headers: Record<string, string>): Promise<unknown> {
  if (request === undefined || !isSessionMethod(request.method)) return line.turn.then(() => runCall(request, line, headers));
  const done = line.turn.then(() => changeSession(request, line, headers));
  line.turn = done.catch(() => {});
  return done;
}

const isSessionMethod = (method: string) => method === 'session.logon' || method === 'session.status' || method === 'session.logout';

async function changeSession(request: Request, { context, service, session, ...caller }: Line, headers: Record<string, string>) {
  headers['x-mbx-used-weight-1m'] = String(service.limits.weigh(caller.ip, SESSION_WEIGHT));
  const site = context.sites.byId(caller.site);
  if (site === undefined) throw faults.notFound();
  const { method, params } = request;
  const now = context.clock.now();
  const asked = { ...askedOf(request, caller, 'GET', WS_API_PATH), site };
  if (method === 'session.logon') return session.logon(service, asked, new Params(params), now);
  return method === 'session.status' ? session.status(service, asked, now) : session.logout(now);
}

function runCall(request: Request | undefined, line: Line, headers: Record<string, string>): Promise<unknown> {
  const { context, service, session, ...caller } = line;
  // As it is now: a socket lives a day, and a product or a country may have gone since it opened.
  const site = context.sites.byId(caller.site);
  const endpoint = request === undefined ? undefined : endpointAt(Object.hasOwn(methods, request.method) ? methods[request.method] : '');
  if (request === undefined || endpoint === undefined || site === undefined) {
    headers['x-mbx-used-weight-1m'] = String(service.limits.weigh(caller.ip, 1));
    throw request === undefined ? faults.badJson() : new FapiFault(-5000, `Method ${request.method.slice(0, 60)} is invalid`, 404);
  }
  const asked = { ...askedOf(request, caller, endpoint.method, endpoint.path), site };
  return callEndpoint(context, service, asUnder(session, request, asked), endpoint, new Params(request.params), headers);
}

/** Whoever is logged on may leave out key and signature; whoever brings them is asked for them. */
function asUnder(session: WsSession, { id, params }: Request, asked: BotRequest): BotRequest {
  if (session.apiKey === undefined || params.has('apiKey') || params.has('signature')) return asked;
  // The same request sent again (same id, moment and fields) is the same; another has another id.
  const loggedOn = `${session.name} ${String(id)} ${asked.path} ${asked.method} ${asked.query}`;
  return { ...asked, headers: { 'x-mbx-apikey': session.apiKey }, loggedOn };
}

function askedOf(
  { params }: Request,
  { ip, country }: Pick<WsApiCaller, 'ip' | 'country'>,
  method: string,
  path: string,
): Omit<BotRequest, 'site'> {
  return {
    ip,
    country,
    method,
    path,
    // Signed over all parameters but the signature, by name.
    query: [...params]
      .filter(([name]) => name !== 'signature')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
    body: '',
    headers: { 'x-mbx-apikey': params.get('apiKey') },
    requestId: randomUUID(),
  };
}

function limitsOf({ limits }: BotsService, headers: Readonly<Record<string, string>>): object[] {
  const rows: object[] = [];
  const put = (rateLimitType: string, interval: string, intervalNum: number, limit: number, header: string) => {
    if (headers[header] !== undefined) rows.push({ rateLimitType, interval, intervalNum, limit, count: Number(headers[header]) });
  };
  put('REQUEST_WEIGHT', 'MINUTE', 1, limits.weightPerMinute, 'x-mbx-used-weight-1m');
  put('ORDERS', 'SECOND', 10, limits.ordersPerTenSeconds, 'x-mbx-order-count-10s');
  put('ORDERS', 'MINUTE', 1, limits.ordersPerMinute, 'x-mbx-order-count-1m');
  return rows;
}

function readRequest(data: RawData): Request | undefined {
  try {
    const { id = null, method, params = {} } = JSON.parse(String(data)) as { id?: unknown; method?: unknown; params?: unknown };
    const isId = id === null || typeof id === 'number' || (typeof id === 'string' && id.length <= 64);
    if (!isId || typeof method !== 'string' || typeof params !== 'object' || params === null) return undefined;
    return { id, method, params: new Map(fieldsOf(params)) };
  } catch {
    return undefined;
  }
}
