// Which site a host opens, in development and in production.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostNameOf, createSiteRegistry } from './sites.ts';
import { languageOf, fillText } from './i18n.ts';
import { startTestServer, testSites, type TestServer } from './testing/server.ts';

test('host names decide; a fixed port decides before them; unknown hosts get the default in development only', () => {
  const [a, b] = testSites();
  const ports = new Map([[4001, 'b']]);
  const open = createSiteRegistry([a, b], { production: false, defaultSite: 'a', ports });
  const strict = createSiteRegistry([a, b], { production: true, defaultSite: 'a', ports });
  expect([open.byHost('B.Test', 4000)?.code, open.byHost('a.test', 4001)?.code, open.byHost('192.168.0.7', 4000)?.code]).toEqual([
    'b',
    'b',
    'a',
  ]);
  expect([strict.byHost('b.test', 4000)?.code, strict.byHost('unknown.test', 4000)]).toEqual(['b', undefined]);
});

test('a changed list takes effect at once; a site listed twice is a fault', () => {
  const [a, b] = testSites();
  const registry = createSiteRegistry([a], { production: true, defaultSite: 'a' });
  registry.replace([a, b]);
  expect(registry.byHost('b.test', 1)?.id).toBe(2);
  expect(() => registry.replace([a, { ...b, id: 1 }])).toThrow(/listed twice/);
});

test('a site that is removed is found by no name, and the others stay', () => {
  const [a, b] = testSites();
  const registry = createSiteRegistry([a, b], { production: true, defaultSite: 'a' });
  registry.remove(b.id);
  expect([registry.byId(b.id), registry.byCode('b'), registry.byHost('b.test', 1)]).toEqual([undefined, undefined, undefined]);
  expect(registry.all()).toEqual([a]);
  expect(registry.byHost('a.test', 1)?.code).toBe('a');
});

test('host headers are read with and without port, and as IPv6', () => {
  expect(['a.test', 'a.test:80', '[::1]:4000', '::'].map(hostNameOf)).toEqual(['a.test', 'a.test', '::1', ':']);
});

test('Korean unless English is preferred; texts are filled from the data', () => {
  expect([undefined, '', 'en', 'ko-KR,ko;q=0.9,en;q=0.8', 'fr,en;q=0.5', 'de', 'en;q=0.1,ko;q=0.2'].map(languageOf)).toEqual([
    'ko',
    'ko',
    'en',
    'ko',
    'en',
    'ko',
    'ko',
  ]);
  expect(fillText('{field}: {n} {none}.', { field: 'a', n: 3 })).toBe('a: 3 .');
});

test('writes the figures of a sentence as the screens do, ids and names as they are', () => {
  const data = {
    limit: '1234567.5',
    offered: '-1000',
    left: '999.0001',
    count: 12_345,
    playerId: 12_345,
    name: '2026',
    until: '2026-11-22',
  };
  expect(fillText('{limit} {offered} {left} {count} {playerId} {name} {until}', data)).toBe(
    '1,234,567.5 -1,000 999.0001 12,345 12345 2026 2026-11-22',
  );
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ features: [], sites: testSites(), production: true });
});
afterAll(() => server.stop());

test('in production an unknown host gets a neutral 404 page and no call', async () => {
  const ask = (url: string, host: string) => server.http.app.inject({ url, headers: { host } });
  const page = await ask('/', 'unknown.test');
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.body).not.toMatch(/maru|사이트/i);
  expect((await ask('/api/say', 'unknown.test')).json().code).toBe('NOT_FOUND');
});
