// The short way for orders: plain JSON POSTs of money calls go from Node's own request to the same checks and handlers; Fastify keeps all else.
//
// What is unusual in any respect (another content type, a body without a length, a query string) takes the ordinary way.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { BoundRoute } from './feature.ts';
import { createCallHandler, type Door, enter, type Entry, type Incoming, sendError } from './http-route.ts';

/** Takes a request if it is one of its own; false leaves it untouched. */
export type FastLane = (raw: IncomingMessage, response: ServerResponse) => boolean;

interface Lane {
  bound: BoundRoute;
  handle: ReturnType<typeof createCallHandler>;
}

export function createFastLane(door: Door, bound: readonly BoundRoute[], nextId: () => string, bodyLimit: number): FastLane {
  // Behind a proxy the caller's address and host are read from its headers, which is Fastify's business.
  if (door.context.config.trustedProxies.length > 0) return () => false;
  const lanes = new Map<string, Lane>();
  for (const call of bound) {
    const { route } = call;
    if (route.method === 'POST' && route.money === true) lanes.set(route.path, { bound: call, handle: createCallHandler(door, call) });
  }
  return (raw, response) => {
    const lane = lanes.get(raw.url as string);
    if (lane === undefined || !isPlain(raw, bodyLimit)) return false;
    const request = new PlainRequest(raw, nextId());
    const reply = { raw: response, hijack() {} };
    try {
      enter(door, lane.bound.route, request);
    } catch (error) {
      sendError(door, request, reply, lane.bound.route.path, error);
      return true;
    }
    let body: Buffer | undefined;
    raw.on('data', (chunk: Buffer) => {
      body = body === undefined ? chunk : Buffer.concat([body, chunk]);
    });
    raw.on('end', () => {
      request.body = body?.toString('utf8');
      lane.handle(request, reply);
    });
    return true;
  };
}

/** Both ways behind one listener. */
export function withFastLane(lane: FastLane, otherwise: RequestListener): RequestListener {
  return (raw, response) => {
    if (!lane(raw, response)) otherwise(raw, response);
  };
}

// Node's parser holds the body to its announced length, so the announcement is the limit.
function isPlain(raw: IncomingMessage, bodyLimit: number): boolean {
  const { headers } = raw;
  const type = headers['content-type'];
  const length = Number(headers['content-length']);
  return (
    raw.method === 'POST' &&
    (type === 'application/json' || type === 'application/json; charset=utf-8') &&
    length > 0 &&
    length <= bodyLimit &&
    headers['transfer-encoding'] === undefined
  );
}

class PlainRequest implements Incoming {
  readonly raw: IncomingMessage;
  readonly id: string;
  readonly headers: IncomingMessage['headers'];
  readonly method = 'POST';
  readonly query = undefined;
  body: unknown;
  entry: Entry | undefined;

  constructor(raw: IncomingMessage, id: string) {
    this.raw = raw;
    this.id = id;
    this.headers = raw.headers;
    this.body = undefined;
    this.entry = undefined;
  }

  get socket(): IncomingMessage['socket'] {
    return this.raw.socket;
  }
  get ip(): string {
    return this.raw.socket.remoteAddress ?? '';
  }
  get host(): string {
    return this.headers.host ?? '';
  }
  /** TLS ends at a proxy; without one this is plain HTTP. */
  get protocol(): string {
    return 'http';
  }
}
