// Files to and from the server by contract routes: a form with one file, and bytes that only the bearer opens.
import type { Route } from '../contract/route.ts';
import { addressOf, readAnswer, type ReplyOf, standingHeaders } from './api-client.ts';
import { unanswered } from './failure.ts';
import { currentLanguage } from './i18n/language.ts';
import { bearer } from './session.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the three schemas are inferred from the argument
type AnyRoute = Route<any, any, any>;

const uploadTimeoutMs = 60_000;

async function ask(route: AnyRoute, query: Record<string, string> | undefined, body?: FormData): Promise<Response> {
  const token = await bearer();
  const headers: Record<string, string> = { ...standingHeaders(), 'accept-language': currentLanguage() };
  if (token) headers['authorization'] = `Bearer ${token}`;
  const timeout = AbortSignal.timeout(uploadTimeoutMs);
  try {
    return await fetch(addressOf(route, query), {
      method: route.method,
      headers,
      credentials: 'same-origin',
      signal: timeout,
      ...(body && { body }),
    });
  } catch {
    throw unanswered(timeout.aborted ? 'timeout' : 'network');
  }
}

/** Throws Failure. */
export async function sendFile<R extends AnyRoute>(route: R, file: File, query?: Record<string, string>): Promise<ReplyOf<R>> {
  const form = new FormData();
  form.set('file', file);
  return (await readAnswer(route, await ask(route, query, form))).data as ReplyOf<R>;
}

/** Throws Failure. */
export async function fetchFile(route: AnyRoute, query: Record<string, string>): Promise<Blob> {
  const response = await ask(route, query);
  // A refusal is an envelope as everywhere; reading it throws.
  if (!response.ok) await readAnswer(route, response);
  return await response.blob();
}
