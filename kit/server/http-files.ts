// Files through the HTTP gateway: one in as multipart/form-data, one out as bytes that no browser runs.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../contract/route.ts';
import { runBound } from './restrictions.ts';
import { type BoundRoute, Refusal, type ServedFile, type UploadedFile } from './feature.ts';
import { inputReader } from './http-input.ts';
import { callOf, type HttpGateway, enter, enterAsOperator, type Entry, note, sendError, sendJson } from './http-route.ts';
import { refuseUnreadable } from './readable-text.ts';
import { dataHeaders, HSTS } from './security.ts';

/** What a form adds to its file: boundaries, names. */
const FORM_BYTES = 16_384;
/** Files are held in memory while they are read: this many at once, whoever sends them. */
const UPLOADS_AT_ONCE = 8;

export const isFileRoute = (route: Route): boolean => route.upload !== undefined || route.download === true;

export function registerFileCalls(app: FastifyInstance, gateway: HttpGateway, bound: readonly BoundRoute[]): void {
  let uploads = 0;
  const enterAny = async (route: Route, request: FastifyRequest) =>
    route.right === undefined ? enter(gateway, route, request) : enterAsOperator(gateway, route, request);
  const enterUpload = async (route: Route, request: FastifyRequest, reply: FastifyReply) => {
    await enterAny(route, request);
    if (uploads >= UPLOADS_AT_ONCE) throw new Refusal('OVERLOADED');
    uploads++;
    reply.raw.once('close', () => uploads--);
  };
  // A scope of its own within Fastify: only here are bodies forms.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    for (const call of bound) {
      const { route } = call;
      if (!isFileRoute(route)) continue;
      scope.route({
        method: route.method,
        url: route.path,
        ...(route.upload === undefined ? {} : { bodyLimit: route.upload.maxBytes + FORM_BYTES }),
        onRequest: (request, reply) => (route.upload === undefined ? enterAny(route, request) : enterUpload(route, request, reply)),
        handler: createFileHandler(gateway, call),
      });
    }
    done();
  });
}

function createFileHandler(gateway: HttpGateway, bound: BoundRoute): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { context } = gateway;
  const { route } = bound;
  const readQuery = inputReader(route.query, false);
  return async (request, reply) => {
    reply.hijack();
    try {
      if (context.health.leaving) throw new Refusal('UNAVAILABLE');
      if (gateway.inFlight >= context.config.maxInFlight) throw new Refusal('OVERLOADED');
      const call = callOf(context.config, request, request.entry as Entry, readQuery(request.query), undefined);
      gateway.inFlight++;
      try {
        const file = route.upload === undefined ? undefined : await readForm(request, route.upload.maxBytes);
        const answer = await runBound(context, bound, file === undefined ? call : { ...call, file });
        if (answer.file !== undefined) await sendFile(gateway, request, reply, route.path, answer.file);
        else
          sendJson(gateway, request, reply, route.path, 200, `{"status":"success","data":${JSON.stringify(answer.data)}}`, answer.headers);
      } finally {
        gateway.inFlight--;
      }
    } catch (error) {
      sendError(gateway, request, reply, route.path, error);
    }
  };
}

/** The platform's own reader of forms; exactly one file, in the field `file`. */
async function readForm(request: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(request.body as Uint8Array<ArrayBuffer>, { headers }).formData().catch(() => undefined);
  if (form === undefined) throw new Refusal('BAD_REQUEST', { reason: 'not a form' });
  const files = [...form.values()].filter((value) => typeof value !== 'string');
  const [file] = form.getAll('file');
  if (files.length !== 1 || file === undefined || typeof file === 'string') throw new Refusal('REQUIRED_FIELD', { field: 'file' });
  refuseUnreadable({ file: file.name });
  if (file.size > maxBytes) throw new Refusal('BODY_TOO_LARGE');
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

async function sendFile(
  gateway: HttpGateway,
  request: FastifyRequest,
  reply: FastifyReply,
  route: string,
  file: ServedFile,
): Promise<void> {
  const { raw } = reply;
  if (raw.headersSent || raw.destroyed) return;
  const size = file.path === undefined ? file.bytes.length : (await stat(file.path)).size;
  raw.writeHead(200, {
    ...dataHeaders,
    // Opened by itself it is a document of its own without origin, scripts or forms.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'content-type': file.type,
    'content-length': size,
    'content-disposition': `${file.isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'cache-control': `private, max-age=${file.maxAge}, immutable`,
    // The next person at the same browser is asked anew.
    vary: 'authorization',
    'x-request-id': request.id,
    ...(request.protocol === 'https' && { 'strict-transport-security': HSTS }),
  });
  if (file.path === undefined) raw.end(file.bytes);
  // Whoever hangs up ends it: nobody is left to tell.
  else await pipeline(createReadStream(file.path), raw).catch(() => undefined);
  note(gateway, request, route, 200);
}
