// Calls over a member's own socket: the handlers, checks and rates of HTTP, many under way at once, each answered under its correlation id.
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Route } from '../contract/route.ts';
import { socketReply } from '../contract/socket-reply.ts';
import type { AppContext } from './context.ts';
import { type BoundRoute, Refusal, type Session } from './feature.ts';
import { admit, createCallHandler, type HttpGateway, type Entry, type Incoming, type Outgoing, sendError } from './http-route.ts';
import type { StompClient, Subscription } from './stomp-client.ts';
import { headerOf, type InFrame, replyTail } from './stomp-frame.ts';

export interface SocketCalls {
  /** Whether a destination is the path of a call that sockets may make. */
  has(destination: string): boolean;
  /** Carries it out and answers it; a code where the frame itself is at fault, and nothing was done. */
  take(client: StompClient, frame: InFrame): string | undefined;
}

const CORRELATION = /^[\x21-\x7e]{1,64}$/;

export function createSocketCalls(gateway: HttpGateway, bound: readonly BoundRoute[], nextId: () => string): SocketCalls {
  const calls = new Map(
    bound.filter(isOffered).map((call) => [call.route.path, { route: call.route, run: createCallHandler(gateway, call) }]),
  );
  return {
    has: (destination) => calls.has(destination),
    take(client, frame) {
      const call = calls.get(frame.headers.destination);
      const correlation = headerOf(frame, 'correlation-id') ?? '';
      if (call === undefined) return 'NOT_WRITABLE';
      if (client.session === undefined) return 'LOGIN_REQUIRED';
      if (!CORRELATION.test(correlation)) return 'CORRELATION_MALFORMED';
      const subscription = replySubscription(client);
      if (subscription === undefined) return 'REPLY_QUEUE_NEEDED';
      const request = new SocketRequest(gateway.context, client, nextId(), frame);
      const reply = new SocketReply(client, subscription, correlation);
      try {
        enterBySocket(gateway, call.route, request, client);
      } catch (error) {
        sendError(gateway, request, reply, call.route.path, error);
        return undefined;
      }
      // Counted by the member's own rates, as over HTTP, and no more by that of frames.
      client.spareFrame();
      call.run(request, reply);
      return undefined;
    },
  };
}

function isOffered({ route }: BoundRoute): boolean {
  if (route.overSocket !== true) return false;
  if (route.method !== 'POST' || route.right !== undefined || route.roles.includes('guest') || route.upload !== undefined)
    throw new Error(`route ${route.name} cannot be called over a socket`);
  return true;
}

/** The same questions as at the HTTP gateway, asked anew of what the socket was opened with. */
function enterBySocket(gateway: HttpGateway, route: Route, request: Incoming, client: StompClient): void {
  const { context } = gateway;
  const site = context.sites.byId(client.site.id);
  if (site === undefined || context.sites.isClosed(site.id)) throw new Refusal('NOT_FOUND');
  admit(gateway, route, request, { site, session: sessionNow(context, route, client) });
}

function sessionNow({ sessions, clock }: AppContext, route: Route, { session, token }: StompClient): Session {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (token === undefined || !route.roles.includes(session.role)) throw new Refusal('NO_PERMISSION');
  if (token.expiresAt <= clock.now()) throw new Refusal('TOKEN_EXPIRED');
  if (!sessions.holds(session, token.issuedAt)) throw new Refusal('TOKEN_INVALID');
  return session;
}

function replySubscription({ subscriptions }: StompClient): Subscription | undefined {
  for (const subscription of subscriptions.values()) if (subscription.destination === socketReply.destination) return subscription;
  return undefined;
}

class SocketRequest implements Incoming {
  readonly id: string;
  readonly method = 'POST';
  readonly headers: IncomingHttpHeaders;
  readonly query = undefined;
  readonly body: string;
  entry: Entry | undefined = undefined;
  readonly #client: StompClient;

  constructor({ config }: AppContext, client: StompClient, id: string, frame: InFrame) {
    this.#client = client;
    this.id = id;
    this.body = frame.body;
    this.headers = {
      'user-agent': client.origin.userAgent,
      'accept-language': headerOf(frame, 'accept-language') ?? client.origin.language,
      'idempotency-key': headerOf(frame, 'idempotency-key'),
      ...(config.countryHeader === undefined ? {} : { [config.countryHeader]: client.country }),
    };
  }

  get socket(): Socket {
    return this.#client.origin.socket;
  }
  get ip(): string {
    return this.#client.ip;
  }
  get host(): string {
    return this.#client.origin.host;
  }
  get protocol(): string {
    return this.#client.origin.protocol;
  }
}

/** What HTTP would have answered, as one message. */
class SocketReply implements Outgoing {
  readonly #client: StompClient;
  readonly #subscription: Subscription;
  readonly #correlation: string;
  #status = 0;
  #retryAfter: string | undefined;
  #requestId = '';
  headersSent = false;

  constructor(client: StompClient, subscription: Subscription, correlation: string) {
    this.#client = client;
    this.#subscription = subscription;
    this.#correlation = correlation;
  }

  get raw(): this {
    return this;
  }
  get destroyed(): boolean {
    return this.#client.ws.readyState !== this.#client.ws.OPEN;
  }
  hijack(): void {}

  writeHead(status: number, headers: readonly string[]): void {
    this.headersSent = true;
    this.#status = status;
    for (let i = 0; i < headers.length; i += 2) {
      if (headers[i] === 'x-request-id') this.#requestId = headers[i + 1];
      if (headers[i] === 'retry-after') this.#retryAfter = headers[i + 1];
    }
  }

  end(body: string | Uint8Array = ''): void {
    const client = this.#client;
    const subscription = this.#subscription;
    // Whoever no longer listens asks again under the same key.
    if (client.subscriptions.get(subscription.id) !== subscription) return;
    const head = {
      'correlation-id': this.#correlation,
      status: this.#status,
      'request-id': this.#requestId,
      ...(this.#retryAfter === undefined ? {} : { 'retry-after': this.#retryAfter }),
    };
    // The orders of one flush are answered together.
    client.joinWrites();
    client.deliver(subscription, replyTail(socketReply.destination, this.#requestId, head, String(body)));
  }
}
