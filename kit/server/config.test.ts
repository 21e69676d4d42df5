// Settings: defaults, messages that name the variable, the demo's refusals, secrets that only the owner reads.
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConfigError, loadConfig, unknownSettings } from './config.ts';
import { loadSecrets } from './config-secrets.ts';
import { settings, settingsTable } from './config-settings.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'maru-config-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const load = (env: Record<string, string> = {}) => loadConfig({ MARU_DATA: dir, ...env });
const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    load(env);
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};

test('without any setting the demo runs on 127.0.0.1:4000 with the replay and an embedded database', () => {
  expect(load()).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    secondPort: 4001,
    demo: true,
    feed: 'replay',
    databaseUrl: undefined,
    production: false,
  });
});

test('in production the demo is off unless asked for, and there is no second port', () => {
  expect(load({ NODE_ENV: 'production' })).toMatchObject({ demo: false, secondPort: 0 });
  expect(load({ NODE_ENV: 'production', MARU_DEMO: 'on' }).demo).toBe(true);
});

test('prices are live ones in production and without the demo, unless another feed is asked for by name', () => {
  const feedOf = (env: Record<string, string>) => load(env).feed;
  expect(feedOf({ NODE_ENV: 'production' })).toBe('binance');
  expect(feedOf({ NODE_ENV: 'production', MARU_DEMO: 'on' })).toBe('binance');
  expect(feedOf({ MARU_DEMO: 'off' })).toBe('binance');
  expect(feedOf({ NODE_ENV: 'production', MARU_FEED: '' })).toBe('binance');
  expect(load({ NODE_ENV: 'production' }).indexSources.map(({ name }) => name)).toEqual(['bybit', 'okx']);
  for (const feed of ['replay', 'synthetic']) expect(feedOf({ NODE_ENV: 'production', MARU_FEED: feed })).toBe(feed);
});

test('every fault is told at once and names its variable, its value and what it must be', () => {
  expect(
    faultsOf({ PORT: '99999', MARU_FEED: 'reuters', MARU_RETENTION: '-1', MARU_ORDER_RATE: 'fast', MARU_TRUSTED_PROXIES: 'proxy' }),
  ).toEqual([
    'PORT=99999: 쓸 수 있는 값은 0부터 65535까지의 포트 · must be a port from 0 to 65535',
    'MARU_FEED=reuters: 쓸 수 있는 값은 replay, binance, synthetic 가운데 하나 · must be replay, binance or synthetic',
    'MARU_RETENTION=-1: 쓸 수 있는 값은 날 수(0 = 계속 보관) · must be a number of days (0 = keep for ever)',
    'MARU_TRUSTED_PROXIES=proxy: 쓸 수 있는 값은 쉼표로 나눈 주소나 네트워크 · must be addresses or networks, comma separated',
    'MARU_ORDER_RATE=fast: 쓸 수 있는 값은 초당 횟수 또는 초당 횟수:한꺼번에 모양 · must be perSecond or perSecond:burst',
  ]);
  for (const url of [
    'mysql://root:hunter2@db',
    'postgres://m:p@ss@db/m',
    'postgres://m:hunter2%@db/m',
    'postgres://m:a/b@db/m',
    'postgres://m@db:x/m',
  ])
    expect(faultsOf({ DATABASE_URL: url })[0]).toMatch(/^DATABASE_URL=…: .* · must be postgres:\/\/user:password@host:port\/database, /);
  for (const url of [
    'postgres://m:p%40ss@db:5432/m',
    'postgresql://db/m',
    'postgres://m:x@/m?host=%2Frun%2Fpg&port=1',
    'postgres://m@[::1]:5432/m?sslmode=verify-full',
  ])
    expect(faultsOf({ DATABASE_URL: url })).toEqual([]);
  expect(faultsOf({ MARU_SECOND_PORT: '4000' })[0]).toMatch(/MARU_SECOND_PORT=4000: .* · is also PORT/);
});

test('a misspelt setting is named, what is none of ours is left alone', () => {
  expect(unknownSettings({ MARU_FED: 'binance', MARU_TEST_COUNTS: '/x', MARU_FEED: 'replay', PORT: '1', HOME: '/' })).toEqual(['MARU_FED']);
});

describe('demo accounts are refused on a public address', () => {
  test.each(['0.0.0.0', '::', '203.0.113.9', 'trade.example.com'])('%s', (host) => {
    expect(faultsOf({ HOST: host })[0]).toMatch(new RegExp(`^HOST=${host}: .* demo accounts are refused`));
    expect(faultsOf({ HOST: host, MARU_DEMO: 'off' })).toEqual([]);
  });
  test.each(['localhost', '127.0.0.1', '::1', '192.168.0.7', '10.1.2.3'])('%s is fine', (host) => {
    expect(load({ HOST: host }).demo).toBe(true);
  });
});

test('rates are per second with a burst, or five times the rate', () => {
  expect(load({ MARU_ORDER_RATE: '50' }).orderRate).toEqual({ perSecond: 50, burst: 250 });
  expect(load({ MARU_ORDER_RATE: '50:60' }).orderRate).toEqual({ perSecond: 50, burst: 60 });
  expect(load({ MARU_LOGIN_RATE: '6:9' }).loginRate).toEqual({ perSecond: 0.1, burst: 9 });
});

test('secrets are made on first start, readable by the owner alone, and stay', () => {
  const [first, second] = [load(), load()];
  expect(second.secrets).toEqual(first.secrets);
  expect(statSync(join(dir, 'secrets', 'token-key')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dir, 'secrets')).mode & 0o777).toBe(0o700);
  expect(first.secrets.tokenKeys[0].key.length).toBe(43);
});

test('a rotation as docs/settings.md tells it signs with a new key and still accepts the one before, not the one before that', () => {
  const rotate = () => renameSync(join(dir, 'secrets', 'token-key'), join(dir, 'secrets', 'token-key.previous'));
  const before = loadSecrets(dir).tokenKeys[0];
  rotate();
  const [now, previous] = loadSecrets(dir).tokenKeys;
  expect([now.kid === before.kid, previous]).toEqual([false, before]);
  rotate();
  expect(loadSecrets(dir).tokenKeys.map((key) => key.kid)).not.toContain(before.kid);
});

test('other venues of the index: two beside the live feed unless said otherwise, none and refused beside recorded prices', () => {
  const of = (env: Record<string, string>) => load(env).indexSources.map(({ name, url }) => url ?? name);
  expect(of({ MARU_FEED: 'binance' })).toEqual(['bybit', 'okx']);
  expect(of({ MARU_FEED: 'binance', MARU_INDEX_SOURCES: 'none' })).toEqual([]);
  expect(of({ MARU_FEED: 'binance', MARU_INDEX_SOURCES: 'kraken, okx=wss://eea.example/ws,bybit=ws://127.0.0.1:9/' })).toEqual([
    'kraken',
    'wss://eea.example/ws',
    'ws://127.0.0.1:9/',
  ]);
  expect(of({})).toEqual([]);
  expect(() => of({ MARU_INDEX_SOURCES: 'okx' })).toThrow(/MARU_FEED=replay/);
  for (const wrong of ['okx,okx', 'coinbase', 'okx=http://x/', 'okx=ws://feeds.example/', 'okx=', ','])
    expect(() => of({ MARU_FEED: 'binance', MARU_INDEX_SOURCES: wrong }), wrong).toThrow(/MARU_INDEX_SOURCES/);
});

test('docs/settings.md holds the table of every setting as it is', () => {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  expect(page).toContain(settingsTable());
  for (const { name } of Object.values(settings)) expect(page).toContain(`\`${name}\``);
});
