// The short way for orders: a connection that carries plain order calls and nothing else is read here, beside Node's HTTP parser.
//
// Half of what a call costs the main thread is that parser with its streams. A call that is not letter for letter of the one form
// known here (http-wire-call.ts) goes to it with every byte it came with, and so does all that follows on that connection.
import { type IncomingHttpHeaders, type Server, STATUS_CODES, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import type { BoundRoute } from './feature.ts';
import { baseHeaders, createCallHandler, type Door, enter, type Entry, type Incoming, type Outgoing, sendError } from './http-route.ts';
import { readPlainCall } from './http-wire-call.ts';

export interface WireLane {
  /** Stands before the server's own parser from now on. */
  standBefore(server: Server): void;
  /** Ends connections that wait for nothing; those with a call under way end with its answer. */
  closeIdle(): void;
  closeAll(): void;
}

export interface LaneTimes {
  /** A connection that never asked anything. */
  headersTimeout: number;
  /** Between two calls. */
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
}

interface Lane {
  bound: BoundRoute;
  handle: ReturnType<typeof createCallHandler>;
}
type GiveTo = (socket: Socket) => void;

/** Answers that a client may leave unread. */
const MAX_UNREAD_BYTES = 65_536;

export function createWireLane(
  door: Door,
  bound: readonly BoundRoute[],
  nextId: () => string,
  limits: LaneTimes & { bodyLimit: number },
): WireLane {
  const lanes = new Map<string, Lane>();
  for (const call of bound) {
    const { route } = call;
    // Operators' calls take the long way: their rights are looked up.
    if (route.method === 'POST' && route.money === true && route.right === undefined) {
      lanes.set(route.path, { bound: call, handle: createCallHandler(door, call) });
    }
  }
  const lines = new Set<WireLine>();
  const parts: LineParts = { door, lanes, nextId, bodyLimit: limits.bodyLimit, keepAlive: keepAliveText(limits), lines };
  let timer: NodeJS.Timeout | undefined;
  const sweep = () => {
    const now = performance.now();
    for (const line of lines) line.endIfIdle(now, limits);
    if (lines.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    standBefore(server) {
      // Behind a proxy the caller's address and host are read from its headers, which is Fastify's business.
      if (door.context.config.trustedProxies.length > 0) return;
      const own = server.listeners('connection') as GiveTo[];
      server.removeAllListeners('connection');
      const giveUp: GiveTo = (socket) => {
        for (const take of own) take.call(server, socket);
      };
      server.on('connection', (socket: Socket) => {
        lines.add(new WireLine(parts, socket, giveUp));
        timer ??= setInterval(sweep, limits.connectionsCheckingInterval).unref();
      });
    },
    closeIdle() {
      for (const line of lines) line.close();
    },
    closeAll() {
      for (const line of lines) line.cut();
      clearInterval(timer);
    },
  };
}

interface LineParts {
  door: Door;
  lanes: ReadonlyMap<string, Lane>;
  nextId: () => string;
  bodyLimit: number;
  /** Headers that say how long a connection is kept. */
  keepAlive: string;
  lines: Set<WireLine>;
}

const keepAliveText = ({ keepAliveTimeout }: LaneTimes) =>
  `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.trunc(keepAliveTimeout * 0.001)}\r\n`;

/** One connection, as long as it asks nothing else. */
class WireLine {
  readonly #parts: LineParts;
  readonly #socket: Socket;
  readonly #giveUp: GiveTo;
  #isBusy = false;
  #isEnding = false;
  #hasAsked = false;
  #lastAt = performance.now();
  /** What came while a call was under way. */
  #held: Buffer[] = [];

  constructor(parts: LineParts, socket: Socket, giveUp: GiveTo) {
    this.#parts = parts;
    this.#socket = socket;
    this.#giveUp = giveUp;
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  endIfIdle(now: number, { headersTimeout, keepAliveTimeout }: LaneTimes): void {
    if (!this.#isBusy && now - this.#lastAt > (this.#hasAsked ? keepAliveTimeout : headersTimeout)) this.cut();
  }

  close(): void {
    this.#isEnding = true;
    if (!this.#isBusy) this.#socket.end();
  }

  cut(): void {
    this.#socket.destroy();
  }

  /** The answer of the call under way. */
  answer(status: number, own: string, closes: boolean, body: string): void {
    const socket = this.#socket;
    this.#isBusy = false;
    this.#lastAt = performance.now();
    if (socket.destroyed) return;
    const isLast = this.#isEnding || closes;
    const text = `${startOf(status)}${own}Date: ${dateText()}\r\n${isLast ? '' : this.#parts.keepAlive}\r\n${body}`;
    // Of plain ASCII both are the same bytes, and this one is written without a look at each letter.
    socket.write(text, Buffer.byteLength(body) === body.length ? 'latin1' : 'utf8');
    if (isLast) socket.end();
    else if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else if (this.#held.length > 0) this.#handOver(Buffer.concat(this.#held));
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isBusy) {
      // It did not wait for its answer: Node's parser keeps the order of such calls, from the next one on.
      this.#held.push(chunk);
      this.#socket.pause();
      return;
    }
    const { lanes, bodyLimit } = this.#parts;
    const call = readPlainCall(chunk, lanes, bodyLimit);
    if (call === undefined) this.#handOver(chunk);
    else this.#run(lanes.get(call.path) as Lane, call.headers, call.body);
  };

  #run(lane: Lane, headers: IncomingHttpHeaders, body: string): void {
    const { door, nextId } = this.#parts;
    this.#isBusy = true;
    this.#hasAsked = true;
    const request = new WireRequest(this.#socket, nextId(), headers, body);
    const reply = new WireReply(this);
    try {
      enter(door, lane.bound.route, request);
    } catch (error) {
      sendError(door, request, reply, lane.bound.route.path, error);
      return;
    }
    lane.handle(request, reply);
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    this.#leave();
    socket.pause();
    socket.unshift(bytes);
    this.#giveUp(socket);
    process.nextTick(() => socket.resume());
  }

  #leave(): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    this.#parts.lines.delete(this);
  }

  /** The client sends no more; it may still want the answer under way. */
  readonly #onEnd = (): void => this.close();
  readonly #onError = (): void => this.cut();
  readonly #onClose = (): void => this.#leave();
}

class WireReply implements Outgoing {
  readonly #line: WireLine;
  #status = 0;
  #own = '';
  #closes = false;
  headersSent = false;

  constructor(line: WireLine) {
    this.#line = line;
  }

  get raw(): this {
    return this;
  }
  get destroyed(): boolean {
    return false;
  }
  hijack(): void {}
  writeHead(status: number, headers: readonly string[]): void {
    this.#own = ownHeaders(headers);
    this.#closes = headers.includes('connection', baseHeaders.length);
    this.#status = status;
    this.headersSent = true;
  }
  end(body = ''): void {
    this.#line.answer(this.#status, this.#own, this.#closes, body);
  }
}

class WireRequest implements Incoming {
  readonly socket: Socket;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly method = 'POST';
  readonly query = undefined;
  entry: Entry | undefined;

  constructor(socket: Socket, id: string, headers: IncomingHttpHeaders, body: string) {
    this.socket = socket;
    this.id = id;
    this.headers = headers;
    this.body = body;
    this.entry = undefined;
  }

  get ip(): string {
    return this.socket.remoteAddress ?? '';
  }
  get host(): string {
    return this.headers.host ?? '';
  }
  /** TLS ends at a proxy; without one this is plain HTTP. */
  get protocol(): string {
    return 'http';
  }
}

/** What an answer has beyond the shared ones; throws, as Node's writer does, when a value would begin a header of its own. */
function ownHeaders(headers: readonly string[]): string {
  let text = '';
  for (let i = baseHeaders.length; i < headers.length; i += 2) {
    validateHeaderValue(headers[i], headers[i + 1]);
    text += `${headers[i]}: ${headers[i + 1]}\r\n`;
  }
  return text;
}

const starts = new Map<number, string>();
/** The first line and the headers that all answers share. */
function startOf(status: number): string {
  let text = starts.get(status);
  if (text === undefined) {
    text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    for (let i = 0; i < baseHeaders.length; i += 2) text += `${baseHeaders[i]}: ${baseHeaders[i + 1]}\r\n`;
    starts.set(status, text);
  }
  return text;
}

let dateSecond = 0;
let dateLine = '';
function dateText(): string {
  const second = Math.floor(Date.now() * 0.001);
  if (second !== dateSecond) {
    dateSecond = second;
    dateLine = new Date(second * 1000).toUTCString();
  }
  return dateLine;
}
