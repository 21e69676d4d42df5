// One socket of a bot: what it is subscribed to, its requests, and how much may wait for it.
import type { RawData, WebSocket } from 'ws';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { createRateLimit, type RateLimit } from '@maru/kit/server/rate-limit.ts';
import type { Clock } from '@maru/kit/server/clock.ts';

/** Streams of one socket. */
export const MAX_STREAMS = 1024;
/** Requests a second; more is a flood. */
const REQUESTS = { perSecond: 10, burst: 20 };
/** A reader for which more waits is dropped. */
const MAX_WAITING_BYTES = 1_048_576;
const MAX_REQUEST_BYTES = 65_536;

export interface StreamHub {
  /** Listens for the client; undefined = no such stream here. */
  subscribe(client: StreamClient, stream: string): (() => void) | undefined;
}

interface Request {
  method: string;
  params: unknown;
  id: unknown;
}

export class StreamClient {
  readonly ws: WebSocket;
  readonly site: SiteConfig;
  readonly openedAt: number;
  isAlive = true;
  #isCombined: boolean;
  readonly #hub: StreamHub;
  readonly #requests: RateLimit;
  readonly #streams = new Map<string, () => void>();

  constructor(ws: WebSocket, site: SiteConfig, isCombined: boolean, hub: StreamHub, clock: Clock) {
    this.ws = ws;
    this.site = site;
    this.openedAt = clock.now();
    this.#isCombined = isCombined;
    this.#hub = hub;
    this.#requests = createRateLimit(clock, REQUESTS, 1);
    ws.on('message', (data, isBinary) => this.#request(data, isBinary));
    ws.on('pong', () => {
      this.isAlive = true;
    });
    ws.on('close', () => this.#leave());
  }

  /** False when there is no such stream, or too many. */
  subscribe(stream: string): boolean {
    if (this.#streams.has(stream)) return true;
    if (this.#streams.size >= MAX_STREAMS) return false;
    const stop = this.#hub.subscribe(this, stream);
    if (stop === undefined) return false;
    this.#streams.set(stream, stop);
    return true;
  }

  /** `text` is the event's JSON. */
  tell(stream: string, text: string): void {
    this.#send(this.#isCombined ? `{"stream":${JSON.stringify(stream)},"data":${text}}` : text);
  }

  #send(text: string): void {
    if (this.ws.readyState !== this.ws.OPEN) return;
    // No polite close: whoever does not read would not read that either.
    if (this.ws.bufferedAmount > MAX_WAITING_BYTES) return this.ws.terminate();
    this.ws.send(text);
  }

  #request(data: RawData, isBinary: boolean): void {
    if (this.#requests.take(0) > 0) return this.ws.close(1008, 'Too many requests');
    const text = isBinary ? '' : String(data);
    const request = text.length > MAX_REQUEST_BYTES ? undefined : readRequest(text);
    if (request === undefined) return this.#send('{"error":{"code":3,"msg":"Invalid JSON: expected a request with method and id"}}');
    const answer = this.#answer(request);
    this.#send(
      JSON.stringify(
        answer instanceof Refused
          ? { error: { code: answer.code, msg: answer.message }, id: request.id }
          : { result: answer, id: request.id },
      ),
    );
  }

  #answer({ method, params }: Request): unknown {
    if (method === 'LIST_SUBSCRIPTIONS') return [...this.#streams.keys()];
    if (method === 'GET_PROPERTY') return this.#isCombined;
    if (!Array.isArray(params)) return new Refused(2, 'Invalid request: params must be an array');
    if (method === 'SET_PROPERTY') {
      if (params[0] !== 'combined' || typeof params[1] !== 'boolean') return new Refused(0, 'Unknown property');
      this.#isCombined = params[1];
      return null;
    }
    if (!params.every((stream) => typeof stream === 'string' && stream.length <= 100))
      return new Refused(2, 'Invalid request: streams are strings');
    if (method === 'UNSUBSCRIBE') {
      for (const stream of params as string[]) this.#drop(stream);
      return null;
    }
    if (method !== 'SUBSCRIBE') return new Refused(2, 'Invalid request: unknown method');
    const unknown = (params as string[]).filter((stream) => !this.subscribe(stream));
    return unknown.length === 0 ? null : new Refused(2, `Invalid request: no such stream, or more than ${MAX_STREAMS}: ${unknown[0]}`);
  }

  #drop(stream: string): void {
    this.#streams.get(stream)?.();
    this.#streams.delete(stream);
  }

  #leave(): void {
    for (const stop of this.#streams.values()) stop();
    this.#streams.clear();
  }
}

class Refused {
  readonly code: number;
  readonly message: string;
  constructor(code: number, message: string) {
    this.code = code;
    this.message = message;
  }
}

function readRequest(text: string): Request | undefined {
  try {
    const { method, params, id } = JSON.parse(text) as Partial<Request>;
    const isId = id === null || id === undefined || typeof id === 'number' || (typeof id === 'string' && id.length <= 64);
    return typeof method === 'string' && isId ? { method, params, id: id ?? null } : undefined;
  } catch {
    return undefined;
  }
}
