// Typed calls made from contract routes: bearer, site, language, idempotency key; a refusal becomes a Failure with code and message.
import type { Failure as FailureBody, In, Out, Route, Success } from '../contract/route.ts';
import { Failure, unanswered } from './failure.ts';
import { currentLanguage } from './i18n/language.ts';
import { requestAnswered, requestFailed, requestKeyOf } from './request-keys.ts';
import { bearer, renewSession } from './session.ts';
import { isStepUpWanted, stepUp } from './step-up.ts';

// A route is asked for by its own types: optional parts only where the route has them.
// oxlint-disable-next-line typescript/no-explicit-any -- the three schemas are inferred from the argument
type AnyRoute = Route<any, any, any>;
// The part is optional in `Route`, so a route without it has `undefined` there and nothing else.
type QueryOf<R extends AnyRoute> = [NonNullable<R['query']>] extends [never] ? undefined : In<NonNullable<R['query']>>;
export type BodyOf<R extends AnyRoute> = [NonNullable<R['body']>] extends [never] ? undefined : In<NonNullable<R['body']>>;
export type ReplyOf<R extends AnyRoute> = Out<R['reply']>;

export interface CallOptions<R extends AnyRoute> {
  query?: QueryOf<R>;
  body?: BodyOf<R>;
  /** Money routes: repeat a request under the same key and it is done once. When absent: that of the same request whose answer was lost, else a new one. */
  key?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** A header of `sendAlways` that this call goes without. */
  without?: string;
  /** Without the bearer: the login calls themselves. */
  isAnonymous?: boolean;
}

const defaultTimeoutMs = 15_000;
/** A money call without an answer is asked again under the same key: the engine does it once. */
const moneyRetriesMs = [400, 1200];

let siteInfoId: number | undefined;
export function setSiteInfoId(id: number): void {
  siteInfoId = id;
}

const standing: Record<string, string> = {};
/** Sent with every call from now on, or no more: the back office names its site so; a member's page has its host. */
export function sendAlways(header: string, value: string | undefined): void {
  if (value === undefined) delete standing[header];
  else standing[header] = value;
}
export const standingHeaders = (): Readonly<Record<string, string>> => standing;

/** Answers of 401 that end a token: what renews the session is asked then. */
const tokenOver = new Set(['TOKEN_EXPIRED']);
export function tokenEndsOn(code: string): void {
  tokenOver.add(code);
}

export function addressOf(route: AnyRoute, query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  if (siteInfoId !== undefined) search.set('siteInfoId', String(siteInfoId));
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${route.path}?${text}` : route.path;
}

async function send(
  route: AnyRoute,
  options: CallOptions<AnyRoute>,
  token: string | undefined,
  key: string | undefined,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const headers: Record<string, string> = { ...standing, accept: 'application/json', 'accept-language': currentLanguage() };
  if (options.without) delete headers[options.without];
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (key) headers['idempotency-key'] = key;
  if (route.method === 'POST') headers['content-type'] = 'application/json';
  try {
    return await fetch(addressOf(route, options.query), {
      method: route.method,
      headers,
      credentials: 'same-origin',
      // What changes rarely is kept by the browser and asked about each time; nothing else is kept.
      cache: route.etag === true ? 'no-cache' : 'no-store',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(route.method === 'POST' ? { body: JSON.stringify(options.body ?? {}) } : {}),
    });
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown;
    throw unanswered(timeout.aborted ? 'timeout' : 'network');
  }
}

export async function readAnswer(route: AnyRoute, response: Response): Promise<Success<unknown>> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    throw new Failure(response.ok ? 0 : response.status, 'UNREADABLE', unanswered('unreadable').message, {}, retryAfterMs(response));
  }
  if (response.ok) return route.bare ? { status: 'success', data: body } : (body as Success<unknown>);
  const { code = 'UNREADABLE', message = unanswered('unreadable').message, data = {} } = body as Partial<FailureBody>;
  throw new Failure(response.status, code, message, data, retryAfterMs(response));
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

async function ask(route: AnyRoute, options: CallOptions<AnyRoute>, key: string | undefined): Promise<Success<unknown>> {
  const token = options.isAnonymous ? undefined : await bearer();
  const response = await send(route, options, token, key);
  // The server's clock decides; the stored expiry is only a guess.
  if (response.status === 401 && token) {
    const body = (await response
      .clone()
      .json()
      .catch(() => ({}))) as Partial<FailureBody>;
    if (body.code !== undefined && tokenOver.has(body.code)) {
      const renewed = await renewSession();
      if (renewed) return await readAnswer(route, await send(route, options, renewed, key));
    }
  }
  return await readAnswer(route, response);
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Asks with the envelope: `data` and, after commands, the engine's `sequence`. Throws Failure. */
export async function callWithSequence<R extends AnyRoute>(route: R, options: CallOptions<R> = {}): Promise<Success<ReplyOf<R>>> {
  if (!route.money || options.key !== undefined) return askPatiently(route, options, options.key);
  const what = `${route.path} ${JSON.stringify(options.body ?? {})}`;
  const key = requestKeyOf(what);
  try {
    const answer = await askPatiently(route, options, key);
    requestAnswered(what);
    return answer;
  } catch (thrown) {
    requestFailed(what, key, thrown);
    throw thrown;
  }
}

async function askPatiently<R extends AnyRoute>(route: R, options: CallOptions<R>, key: string | undefined): Promise<Success<ReplyOf<R>>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await ask(route, options as CallOptions<AnyRoute>, key)) as Success<ReplyOf<R>>;
    } catch (thrown) {
      // Once: what is refused after the proof is refused.
      if (thrown instanceof Failure && attempt === 0 && isStepUpWanted(thrown) && (await stepUp(thrown))) continue;
      const again =
        key && thrown instanceof Failure && thrown.isUnanswered && !options.signal?.aborted ? moneyRetriesMs[attempt] : undefined;
      if (again === undefined) throw thrown;
      await pause(again);
    }
  }
}

/** Asks and answers with the data alone. Throws Failure. */
export async function call<R extends AnyRoute>(route: R, options: CallOptions<R> = {}): Promise<ReplyOf<R>> {
  return (await callWithSequence(route, options)).data;
}
