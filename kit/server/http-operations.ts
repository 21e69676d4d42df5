// For operators and machines: alive, ready, figures, and the contract as data and as a page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DESK_PATH } from '../contract/route.ts';
import { isLoopback, isPrivate } from './config-address.ts';
import { Refusal, type ServerFeature } from './feature.ts';
import { HOST_PROOF_PATH, hostProofs } from './host-proof.ts';
import { type HttpGateway, sendError, sendJson, sendRead, siteOf } from './http-route.ts';
import { openApiDocument } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';
import { operatorDesk } from './operator-desk.ts';
import { newNonce, pageHeaders } from './security.ts';
import { hostNameOf } from './sites.ts';

/** The back office's calls, for operators. */
const DESK_DOCUMENT = `${DESK_PATH}openapi.json`;

export function registerOperations(app: FastifyInstance, gateway: HttpGateway, features: readonly ServerFeature[]): void {
  const { health, metrics, services } = gateway.context;
  const get = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void) =>
    app.get(path, (request, reply) => {
      reply.hijack();
      // A fault at once is answered like one that comes later.
      void (async () => answer(request, reply))().catch((error: unknown) => sendError(gateway, request, reply, path, error));
    });

  get('/healthz', (request, reply) => {
    sendJson(gateway, request, reply, '/healthz', 200, '{"status":"success","data":{"alive":true}}');
  });
  get('/readyz', async (request, reply) => {
    const found = await health.check();
    const status = found.ready ? 'success' : 'fail';
    const body = found.ready ? { status, data: found } : { status, code: 'NOT_READY', message: unready(found.parts), data: found };
    sendJson(gateway, request, reply, '/readyz', found.ready ? 200 : 503, JSON.stringify(body), found.ready ? {} : { 'retry-after': '1' });
  });
  get('/metrics', async (request, reply) => {
    // Figures are for the operator's own network; a proxy in front of the site must not pass them on.
    if (!isNear(request)) throw new Refusal('NOT_FOUND');
    sendText(reply, metrics.registry.contentType, await metrics.registry.metrics(), {});
  });
  // Of closed brands too: it tells this server that it has reached itself, and nobody else anything.
  get(`${HOST_PROOF_PATH}:nonce`, (request, reply) => {
    const { nonce } = request.params as { nonce: string };
    const answer = services.find(hostProofs)?.answer(hostNameOf(request.host), nonce);
    if (answer === undefined) throw new Refusal('NOT_FOUND');
    sendText(reply, 'text/plain', answer, {});
  });
  // What operators call is for operators to know.
  const shown = features.map((feature) => ({ ...feature, routes: feature.routes.filter(({ route }) => route.right === undefined) }));
  const calls = features.map((feature) => ({
    ...feature,
    topics: [],
    routes: feature.routes.filter(({ route }) => route.right !== undefined),
  }));
  const deskDocument = once(() => JSON.stringify(openApiDocument(calls, gateway.mapper.entries, 'Maru back office')));
  get(DESK_DOCUMENT, async (request, reply) => {
    await requireOperator(gateway, request);
    sendJson(gateway, request, reply, DESK_DOCUMENT, 200, deskDocument());
  });
  const openApi = { path: '/api/openapi.json', etag: true };
  const document = once(() => JSON.stringify(openApiDocument(shown, gateway.mapper.entries)));
  get(openApi.path, (request, reply) => {
    refuseElsewhere(gateway, request);
    return sendRead(gateway, request, reply, openApi, document());
  });
  const page = once(() => openApiPage(shown, gateway.mapper.entries));
  get('/api/docs', (request, reply) => {
    refuseElsewhere(gateway, request);
    // No script stands in it, and none may run: a nonce of its own that nobody is told.
    sendText(reply, 'text/html; charset=utf-8', page(), pageHeaders(newNonce(), request.host));
  });
}

/** A host of no brand, or of one that has not opened, tells nothing of what stands behind it. */
function refuseElsewhere({ context }: HttpGateway, request: FastifyRequest): void {
  if (siteOf(context, request) === undefined && hostNameOf(request.host).toLowerCase() !== context.config.adminHost)
    throw new Refusal('NOT_FOUND');
}

/** What operators call is for operators to read. */
async function requireOperator({ context: { services } }: HttpGateway, { headers, ip }: FastifyRequest): Promise<void> {
  const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw new Refusal('LOGIN_REQUIRED');
  if ((await services.find(operatorDesk)?.recognise(token, ip)) === undefined) throw new Refusal('TOKEN_INVALID');
}

/** Made when somebody asks: a tenth of a second that no start has to wait for. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

const unready = (parts: Record<string, { ok: boolean; detail?: string }>) =>
  Object.entries(parts)
    .filter(([, part]) => !part.ok)
    .map(([name, part]) => `${name}: ${part.detail ?? 'not ready'}`)
    .join('; ');

function isNear(request: FastifyRequest): boolean {
  const peer = request.socket.remoteAddress ?? '';
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isForwarded && (isLoopback(peer) || isPrivate(peer));
}

function sendText(reply: FastifyReply, type: string, text: string, headers: Record<string, string>): void {
  reply.raw.writeHead(200, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  reply.raw.end(text);
}
