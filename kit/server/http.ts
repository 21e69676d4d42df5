// The server's HTTP gateway: registers every feature's routes, pages, sockets and health on Fastify, listens and drains.
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Route } from '../contract/route.ts';
import { routesOf } from './restrictions.ts';
import type { AppContext } from './context.ts';
import { type BoundRoute, Refusal, type ServerFeature } from './feature.ts';
import { createFirstScreens, type FirstScreenOptions } from './first-screens.ts';
import { createErrorMapper, errorWords } from './http-errors.ts';
import { fillText, withoutFigures } from './i18n.ts';
import { isFileRoute, registerFileCalls } from './http-files.ts';
import { registerOperations } from './http-operations.ts';
import { createPages } from './http-pages.ts';
import { createInnerCalls, innerCalls } from './inner-calls.ts';
import { registerSideGateways } from './http-side-gateway.ts';
import { createCallHandler, createGateway, type HttpGateway, enter, enterAsOperator, sendError } from './http-route.ts';
import { DESK_TOKEN, isDeskPath, operatorDesk, rightFault } from './operator-desk.ts';
import { observeCalls } from './metrics-http.ts';
import { addServerFigures } from './metrics-server.ts';
import { hasManyHosts } from './security.ts';
import { createSocketCalls } from './socket-calls.ts';
import type { SocketServer } from './stomp-server.ts';

export interface HttpOptions {
  sockets: SocketServer;
  /** The built member app; pages answer 404 when it is absent. */
  webRoot?: string;
  /** The built back office. */
  adminRoot?: string;
  /** Pages go without when absent. */
  firstScreens?: FirstScreenOptions | undefined;
  /** In place of the usual ones. */
  times?: Partial<HttpTimes>;
}

/** How long a connection may take for what it sends and reads, ms; each is looked at every `connectionsCheckingInterval`. */
export interface HttpTimes {
  /** From the first byte, or the connection, to the end of the headers. */
  headersTimeout: number;
  /** To the end of the body. */
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  /** While a call is under way: without a byte read or taken for so long, whoever asked is gone or never reads. */
  answerTimeout: number;
}

export interface HttpServer {
  /** Listens on the configured port, and on the second one if set; the addresses it got. */
  listen(): Promise<{ url: string; port: number; secondPort: number | undefined }>;
  /** Answers 503 to what comes, lets running calls finish (at most `limitMs`), closes. */
  close(limitMs?: number): Promise<void>;
  /** For tests: a request without a port. */
  readonly app: FastifyInstance;
}

const BODY_LIMIT = 65_536;
/** With the look that finds them: headers within 10 s, a body within 30. Node itself would look every 30 s. */
export const usualHttpTimes: HttpTimes = {
  headersTimeout: 9_000,
  requestTimeout: 29_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  answerTimeout: 60_000,
};
/** So long the answer to a broken request may take to be read. */
const LAST_WORD_MS = 1_000;

export async function createHttpServer(context: AppContext, features: readonly ServerFeature[], options: HttpOptions): Promise<HttpServer> {
  const mapper = createErrorMapper(features.map((feature) => feature.errors));
  context.services.provide(errorWords, (code, data) => {
    const entry = mapper.entries.get(code);
    const told = (text: string) => (data === undefined ? withoutFigures(text) : fillText(text, data));
    return entry && { ko: told(entry.ko), en: told(entry.en) };
  });
  const endFigures = addServerFigures(context);
  const gateway = createGateway(
    context,
    mapper,
    observeCalls(context.metrics, () => gateway.inFlight),
  );
  const bound = routesOf(features);
  const nextId = requestIds();
  const times = { ...usualHttpTimes, ...options.times };
  const app = createFastify(context, nextId, times);
  acceptJson(app);
  const methods = registerCalls(app, gateway, bound);
  context.services.find(operatorDesk)?.know(bound.map(({ route }) => route).filter(({ right }) => right !== undefined));
  context.services.provide(innerCalls, createInnerCalls(context, features));
  registerSideGateways(app, gateway, features);
  registerOperations(app, gateway, features);
  const screens = options.firstScreens && createFirstScreens(context, bound, options.firstScreens);
  const pages = await createPages(context, features, { member: options.webRoot, admin: options.adminRoot, screens });
  app.setErrorHandler((error, request, reply) => {
    reply.hijack();
    sendError(gateway, request, reply, routeOf(request), error);
  });
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    if (pages.answer(gateway, request, reply)) return;
    sendError(gateway, request, reply, '(unknown)', unknownAddress(request, methods));
  });
  options.sockets.serve(context, features, createSocketCalls(gateway, bound, nextId));
  app.addHook('onClose', async () => {
    endFigures();
    await screens?.close();
  });
  await app.ready();
  return { app, ...runServer(context, app, gateway, options.sockets, times) };
}

function requestIds(): () => string {
  let count = 0;
  const prefix = Date.now().toString(36);
  return () => `${prefix}-${(++count).toString(36)}`;
}

function listening(times: HttpTimes, listener: RequestListener): Server {
  const server = createServer(times, (request, response) => {
    // Nobody hears what came behind a request that ended the connection: it must not take effect either.
    if (!request.socket.writable) return;
    if (hasManyHosts(request.rawHeaders)) answerBrokenRequest(undefined, request.socket);
    else listener(request, response);
  });
  server.setTimeout(times.answerTimeout);
  return server;
}

function createFastify(context: AppContext, nextId: () => string, times: HttpTimes): FastifyInstance {
  const { trustedProxies } = context.config;
  const app = fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: nextId,
    serverFactory: (listener) => listening(times, listener as RequestListener),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      void (reply as FastifyReply).status(400).send({
        status: 'fail',
        code: 'BAD_REQUEST',
        message: '요청을 읽을 수 없어요.',
        data: { reason: error.code, requestId: request.id },
      });
    },
    routerOptions: { maxParamLength: 100, caseSensitive: true, ignoreTrailingSlash: false },
  });
  app.decorateRequest('entry', undefined);
  return app;
}

// Bodies stay text here: the strict reader sees duplicate keys and exponents that JSON.parse would swallow.
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, ({ headers }, body, done) =>
    isPlainUtf8(headers) ? done(null, body) : done(new Refusal('UNSUPPORTED_MEDIA_TYPE')),
  );
}

/** Bytes are read as they come: what says that it is packed, or written in another alphabet, would be misread. */
function isPlainUtf8(headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding'];
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1];
  return (encoding === undefined || encoding === 'identity') && (charset === undefined || charset.toLowerCase() === 'utf-8');
}

function registerCalls(app: FastifyInstance, gateway: HttpGateway, bound: readonly BoundRoute[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const call of bound) {
    const { route } = call;
    if (route.roles.length === 0) throw new Error(`route ${route.name} names no role`);
    const fault = rightFault(call);
    if (fault !== undefined) throw new Error(fault);
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
    if (isFileRoute(route)) continue;
    app.route({
      method: route.method,
      url: route.path,
      onRequest: route.right === undefined ? asMember(gateway, route) : (request) => enterAsOperator(gateway, route, request),
      handler: createCallHandler(gateway, call),
    });
  }
  registerFileCalls(app, gateway, bound);
  return methods;
}

/** Without a turn of the event loop: orders pass here. */
function asMember(gateway: HttpGateway, route: Route) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      enter(gateway, route, request);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

function unknownAddress(request: FastifyRequest, methods: ReadonlyMap<string, string[]>): Refusal {
  const allowed = methods.get(pathOf(request));
  if (allowed !== undefined) return new Refusal('METHOD_NOT_ALLOWED', { allow: allowed.join(', ') });
  // Which calls operators have is nobody else's business.
  const isStranger = !(request.headers.authorization ?? '').includes(DESK_TOKEN);
  return new Refusal(isStranger && isDeskPath(pathOf(request)) ? 'NO_PERMISSION' : 'NOT_FOUND');
}

const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? '(unknown)';
export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0];

// What is not HTTP, or does not come to its end, gets one line and is cut; nothing of it is repeated back.
function answerBrokenRequest(error: Error | undefined, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const isLate = error !== undefined && 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const body = '{"status":"fail","code":"BAD_REQUEST","message":"요청을 읽을 수 없어요.","data":{}}';
  socket.end(
    `HTTP/1.1 ${isLate ? '408 Request Timeout' : '400 Bad Request'}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Whoever keeps its own half open holds nothing of ours.
  setTimeout(() => socket.destroy(), LAST_WORD_MS).unref();
}

function runServer(
  context: AppContext,
  app: FastifyInstance,
  gateway: HttpGateway,
  sockets: SocketServer,
  times: HttpTimes,
): Pick<HttpServer, 'listen' | 'close'> {
  const { config } = context;
  let second: Server | undefined;
  return {
    async listen() {
      await app.listen({ host: config.host, port: config.port });
      sockets.attach(app.server);
      const { port } = app.server.address() as AddressInfo;
      if (config.secondPort !== 0) second = await listenSecond(context, app, sockets, times);
      const shown = config.host.includes(':') ? `[${config.host}]` : config.host;
      return { url: `http://${shown}:${port}`, port, secondPort: second === undefined ? undefined : config.secondPort };
    },
    async close(limitMs = 8000) {
      context.health.leave();
      const until = performance.now() + limitMs;
      while (gateway.inFlight > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 20));
      await sockets.close();
      for (const server of [app.server, second]) server?.closeIdleConnections();
      const ended = Promise.all([app.close(), second === undefined ? undefined : new Promise((done) => second?.close(done))]);
      const cut = setTimeout(() => {
        for (const server of [app.server, second]) server?.closeAllConnections();
      }, 1000);
      await ended;
      clearTimeout(cut);
    },
  };
}

// The second port is a convenience of the demo: if it is taken, the server still starts.
async function listenSecond(
  context: AppContext,
  app: FastifyInstance,
  sockets: SocketServer,
  times: HttpTimes,
): Promise<Server | undefined> {
  const server = listening(times, (request, response) => app.routing(request, response));
  const port = context.config.secondPort;
  server.on('clientError', answerBrokenRequest);
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(port, context.config.host, done);
    });
  } catch (error) {
    context.log.warn({ port, err: error }, 'the second port is taken; MARU_SECOND_PORT chooses another');
    return undefined;
  }
  sockets.attach(server);
  return server;
}
