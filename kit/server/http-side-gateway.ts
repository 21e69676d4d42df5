// Registers the side gateways of the features on Fastify: raw bodies of any form in, the gateway's own bytes out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type ServerFeature } from './feature.ts';
import { type HttpGateway, note, sendError, siteOf } from './http-route.ts';
import { isReadableWire } from './readable-text.ts';
import { type Encoding, encodingOf, WORTH_PACKING } from './packing.ts';
import { countryOf } from './region.ts';
import { dataHeaders, HSTS } from './security.ts';
import type { SideAnswer, SideGateway } from './side-gateway.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export function registerSideGateways(app: FastifyInstance, gateway: HttpGateway, features: readonly ServerFeature[]): void {
  const sides = features.flatMap((feature) => feature.sideGateways ?? []);
  if (sides.length === 0) return;
  // A scope of its own within Fastify: its bodies stay text whatever their type, and only here.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    for (const side of sides) {
      scope.route({
        method: [...methods],
        url: `${side.prefix}*`,
        handler: (request, reply) => void serve(gateway, side, request, reply),
        // Before the handler only the body can go wrong.
        errorHandler: (error, request, reply) => {
          reply.hijack();
          send(gateway, request, reply, side.refuse(error.statusCode === 413 ? 'TOO_LARGE' : 'UNREADABLE'));
        },
      });
    }
    done();
  });
}

async function serve(gateway: HttpGateway, side: SideGateway, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  const { context } = gateway;
  const site = siteOf(context, request);
  if (site === undefined) return sendError(gateway, request, reply, side.prefix, new Refusal('NOT_FOUND'));
  request.entry = { startedAt: performance.now(), site, session: undefined };
  if (context.health.leaving) return send(gateway, request, reply, side.refuse('UNAVAILABLE'));
  if (gateway.inFlight >= context.config.maxInFlight) return send(gateway, request, reply, side.refuse('OVERLOADED'));
  gateway.inFlight++;
  try {
    const [path, query = ''] = splitOnce(request.url);
    const { method, headers, ip, id: requestId } = request;
    const body = typeof request.body === 'string' ? request.body : '';
    const country = countryOf(context.config, headers);
    if (!isReadableWire(request.url) || !isReadableWire(body)) return send(gateway, request, reply, side.refuse('UNREADABLE'));
    send(gateway, request, reply, await side.answer(context, { site, method, path, query, body, headers, ip, country, requestId }));
  } catch (error) {
    sendError(gateway, request, reply, side.prefix, error);
  } finally {
    gateway.inFlight--;
  }
}

/** Styles may stand inside it, its forms lead here; nothing else. */
const pageHeaders = [
  'content-type',
  'text/html; charset=utf-8',
  ...Object.entries({
    ...dataHeaders,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  }).flat(),
];
const fixedHeaders = ['content-type', 'application/json; charset=utf-8', ...Object.entries(dataHeaders).flat()];

/** Only what is read is packed: orders do not pay for it. */
function send(gateway: HttpGateway, request: FastifyRequest, reply: FastifyReply, answer: SideAnswer): void {
  const { body, status, isPage } = answer;
  const isRead = request.method === 'GET' && status === 200 && isPage !== true;
  const encoding = isRead && body.length >= WORTH_PACKING ? encodingOf(request.headers['accept-encoding']) : undefined;
  const packed = gateway.packer.pack(body, encoding, false);
  if (packed === undefined) return write(gateway, request, reply, answer, body);
  packed.then(
    (bytes) => write(gateway, request, reply, answer, bytes, encoding),
    () => write(gateway, request, reply, answer, body),
  );
}

function write(
  gateway: HttpGateway,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SideAnswer,
  body: string | Uint8Array,
  encoding?: Encoding,
): void {
  const { raw } = reply;
  if (raw.headersSent || raw.destroyed) return;
  const headers = [
    ...(answer.isPage === true ? pageHeaders : fixedHeaders),
    'x-request-id',
    request.id,
    'content-length',
    String(Buffer.byteLength(body)),
  ];
  if (answer.body.length >= WORTH_PACKING) headers.push('vary', 'accept-encoding');
  if (encoding !== undefined) headers.push('content-encoding', encoding);
  if (request.protocol === 'https') headers.push('strict-transport-security', HSTS);
  if (gateway.context.health.leaving) headers.push('connection', 'close');
  for (const name in answer.headers) headers.push(name, answer.headers[name]);
  raw.writeHead(answer.status, headers);
  raw.end(body);
  note(gateway, request, answer.name, answer.status);
}

function splitOnce(url: string): [string, string?] {
  const at = url.indexOf('?');
  return at < 0 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}
