// Every call of the games, as an attacker would make it: junk in each field, bodies that are none, nobody's and another site's
// tokens. No answer is a fault of ours, nothing of it takes effect, and the games go on.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '@maru/kit/contract/route.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestExchange, type TestMember, HANOK, MARU, openTestExchange } from '../../apps/server/testing/test-exchange.ts';
import { httpExchange, type HttpAnswer } from '../../apps/server/testing/http-exchange.ts';
import { fieldsOf, requestFor } from '../../apps/server/testing/made-requests.ts';
import { toldMarket } from '../../apps/server/testing/told-market.ts';

const routes: Route[] = [...roundsFeature.routes, ...slotFeature.routes]
  .map(({ route }) => route)
  .filter(({ path }) => /^\/api\/(trade|slot|public\/trade_)/.test(path));
const JUNK = [
  '',
  ' ',
  '-1',
  '0',
  '1e3',
  '0x10',
  'NaN',
  '-Infinity',
  '9007199254740993',
  '99999999999999999999999999',
  '0.0000000000001',
  '１０',
  '__proto__',
  'constructor',
  "1' OR '1'='1",
  '../../../etc/passwd',
  '\u0000',
  '\ud800',
  '2026-02-30',
  '1,2,3,,',
  'x'.repeat(3_000),
];
const TYPED: unknown[] = [null, true, 1e308, -0, [], {}, [['UP']], { toString: 1 }];
/** Ids as they are, so that the rest of a request is what it should be. */
const hints = { tradeOptionId: ['1', 1], tradeRoundId: [2 ** 32 + 1, String(2 ** 32 + 1)], slotId: ['1', 1], point: ['10'], type: ['UP'] };

let exchange: TestExchange;
let alice: TestMember;
let hana: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange({ market: toldMarket().feature, more: [roundsFeature, slotFeature] });
  const { pool } = exchange.server.context;
  const games = '{"type": 56, "slot": {"isPlay": true, "minStake": "1", "maxStake": "100"}}';
  await pool.query('UPDATE site_site SET config = config || $2::jsonb WHERE id = ANY($1)', [[MARU, HANOK], games]);
  // Changed rows are live within seconds.
  while ((await exchange.guest().get('/api/slot/list')).status !== 200) await sleep(25);
  alice = await exchange.member('alice');
  hana = await exchange.member('hana', '1000', HANOK);
  expect((await alice.post('/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '1000' })).status).toBe(200);
});
afterAll(() => exchange.stop());

/** What must be the same before and after. */
async function standing(): Promise<unknown> {
  const { pool } = exchange.server.context;
  await exchange.projected();
  const counts = ['rounds_bet', 'rounds_round', 'rounds_practice_bet', 'slot_spin', 'slot_game_tx'].map(
    async (table) => (await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n,
  );
  return { wallets: (await alice.get('/api/wallet/my')).body.data, rows: await Promise.all(counts) };
}

function expectRefusal({ status, body }: HttpAnswer, what: string): void {
  expect(status, what).toBeGreaterThanOrEqual(200);
  expect(status, `${what}: ${JSON.stringify(body).slice(0, 200)}`).toBeLessThan(500);
  if (status < 400) return;
  expect(body, what).toMatchObject({ status: 'fail', code: expect.stringMatching(/^[A-Z_]{3,40}$/), message: expect.any(String) });
  // No word of what lies behind.
  expect(JSON.stringify(body), what).not.toMatch(/node_modules|\.ts:|SELECT |rounds_bet|syntax error/);
}

const textOf = (query: Record<string, unknown>) =>
  new URLSearchParams(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))).toString();
const sent = ({ method, path }: Route, request: Record<string, unknown>, by: Pick<TestMember, 'get' | 'post'> = alice) =>
  method === 'GET' ? by.get(`${path}?${textOf(request)}`) : by.post(path, request);

test('the walk is of all of them', () => {
  expect(routes.length).toBeGreaterThanOrEqual(35);
  expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length);
});

test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('junk in every field of %s', async (name, route) => {
  const before = await standing();
  const schema = route.method === 'GET' ? route.query : route.body;
  const base = requestFor(route, hints, 0);
  const values = route.method === 'GET' ? JUNK : [...JUNK, ...TYPED];
  const tries = fieldsOf(schema).flatMap((field) => values.map((value) => ({ field, request: { ...base, [field]: value } })));
  for (let at = 0; at < tries.length; at += 16)
    await Promise.all(
      tries.slice(at, at + 16).map(async ({ field, request }) => {
        // What plays with money of the asker's own, rightly, is no attack: a spin of a whole request is left to its tests.
        const answer = await sent(route, request);
        expectRefusal(answer, `${name} ${field} ${JSON.stringify(request).slice(0, 120)}`);
        if (route.money === true && answer.status < 400) plays += 1;
      }),
    );
  if (plays === 0) expect(await standing()).toEqual(before);
  plays = 0;
});
let plays = 0;

test('a field asked for twice, or by names that lead elsewhere, is no way in', async () => {
  for (const { method, path } of routes) {
    if (method !== 'GET') continue;
    for (const query of [
      'tradeRoundId=1&tradeRoundId=2',
      'tradeOptionId[]=1',
      '__proto__[x]=1',
      'siteInfoId=2&site=2',
      'cursor=%',
      'page=-1&size=0',
    ])
      expectRefusal(await alice.get(`${path}?${query}`), `${path}?${query}`);
  }
});

test('bodies that are none take no effect', async () => {
  const before = await standing();
  const raw = [
    '',
    'null',
    '[]',
    '"x"',
    '1',
    '{',
    '{"point":"10","point":"20"}',
    `${'['.repeat(20_000)}`,
    '{"__proto__":{"point":"10"}}',
    '\u0000',
  ];
  const headers = { host: 'localhost', authorization: `Bearer ${alice.token}` };
  for (const { method, path, money } of routes) {
    if (method !== 'POST') continue;
    for (const body of raw) {
      const answer = await httpExchange(exchange.port, 'POST', path, body, headers);
      expectRefusal(answer, `${path} ${body.slice(0, 40)}`);
      if (money === true) expect(answer.status, `${path} ${body.slice(0, 40)}`).toBeGreaterThanOrEqual(400);
    }
    const other = { ...headers, 'content-type': 'text/plain' };
    expectRefusal(await httpExchange(exchange.port, 'POST', path, '{"point":"10"}', other), `${path} as text`);
  }
  expect(await standing()).toEqual(before);
});

test('nobody, a token of another site, and one that is none pass no call of members', async () => {
  for (const route of routes.filter(({ roles }) => !roles.includes('guest'))) {
    const request = requestFor(route, hints, 0);
    const what = `${route.method} ${route.path}`;
    expect((await sent(route, request, exchange.guest())).status, what).toBe(401);
    for (const token of [hana.token, `${alice.token.slice(0, -2)}xx`, 'Bearer', '../']) {
      const carried = {
        get: (path: string) => exchange.guest().get(path, {}, { authorization: `Bearer ${token}` }),
        post: (path: string, body: unknown) => exchange.guest().post(path, body, { authorization: `Bearer ${token}` }),
      } as Pick<TestMember, 'get' | 'post'>;
      expect((await sent(route, request, carried)).status, what).toBe(401);
    }
  }
});
