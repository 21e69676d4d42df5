// Operators who make, open and give up brands over HTTP: what they ask for, and another person's yes to it.
import { expect } from 'vitest';
import { httpExchange } from './http-exchange.ts';
import type { TestExchange } from './test-exchange.ts';
import { newOperator } from './operator.ts';

export type BrandOperator = Awaited<ReturnType<typeof brandOperator>>;

/** An operator at work: of all brands, or of one. */
export async function brandOperator(exchange: TestExchange, site?: number) {
  const { id, username, token } = await newOperator(exchange.server.context, site === undefined ? {} : { site });
  const send = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
    httpExchange(exchange.port, method, path, body === undefined ? undefined : JSON.stringify(body), {
      host: 'localhost',
      authorization: `Bearer ${token}`,
      ...headers,
    });
  return {
    id,
    username,
    token,
    get: (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      send('GET', `${path}?${new URLSearchParams(query)}`, undefined, headers),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) => send('POST', path, body, headers),
  };
}

/** What a new brand is asked for with. */
export const wantedBrand = {
  template: 'NEUTRAL',
  code: 'nuri',
  name: { ko: '누리', en: 'Nuri' },
  hosts: ['nuri.test'],
  languages: ['ko', 'en'],
  timeZone: 'Asia/Seoul',
  type: 8,
  reason: '스무 번째 브랜드',
};

/** The number of the request that a call was refused with. */
export function requestOf(answer: { body: { code?: string; data?: unknown } }): number {
  expect(answer.body.code).toBe('APPROVAL_REQUIRED');
  return (answer.body.data as { requestId: number }).requestId;
}
