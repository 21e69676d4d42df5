// A brand that was begun and never opened is given up by two persons: gone from everywhere at once and for good, its code and hosts free again.
import { decideRequest } from './testing/decide-request.ts';
import { openSetup } from '@maru/operator/server/challenges.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type BrandOperator, brandOperator, requestOf, wantedBrand } from './testing/brand-desk.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { type TestExchange, MARU, openTestExchange } from './testing/test-exchange.ts';

let exchange: TestExchange;
let first: BrandOperator;
let second: BrandOperator;

beforeAll(async () => {
  exchange = await openTestExchange();
  [first, second] = [await brandOperator(exchange), await brandOperator(exchange)];
});
afterAll(() => exchange.stop());

const atNuri = { 'x-maru-site': 'nuri' };
const reason = '계획이 바뀌었어요';
const context = () => exchange.server.context;
const sql = (text: string, values: unknown[] = []) => context().pool.query(text, values);
const giveUp = (who: BrandOperator, body: object = { code: 'nuri', reason }, headers: Record<string, string> = atNuri) =>
  who.post('/api/admin/site/give-up', body, headers);
const refusal = async (who = first) => (await giveUp(who)).body.code;
/** Two persons begin it; answers its number once its engine runs. */
async function begin(): Promise<number> {
  const made = await decideRequest(second, requestOf(await first.post('/api/admin/site/create', wantedBrand)));
  expect(made.body.status).toBe('success');
  await expect.poll(() => context().sites.byCode('nuri')?.hosts).toEqual(['nuri.test']);
  const { id } = context().sites.byCode('nuri') as { id: number };
  await expect.poll(() => exchange.server.engines.status().find(({ site }) => site === id)?.ready).toBe(true);
  await expect.poll(async () => (await first.get('/api/admin/site/launch', {}, atNuri)).status).toBe(200);
  return id;
}
const hosted = () => exchange.server.engines.status().map(({ site }) => site);
/** What a brand has put up with by then. */
const statusOf = async (request: number) =>
  (await sql('SELECT status FROM operator_approval WHERE id = $1', [request])).rows[0].status as string;

it('only by operators of all brands, at the brand itself, by its code', async () => {
  expect(await begin()).toBe(3);
  const own = await brandOperator(exchange, 3);
  expect(await refusal(own)).toBe('NO_PERMISSION');
  // Of another brand alone: this one does not exist.
  expect(await refusal(await brandOperator(exchange, MARU))).toBe('NOT_FOUND');
  expect((await giveUp(first, { code: 'maru', reason })).body).toMatchObject({ code: 'BRAND_CODE', data: { field: 'code' } });
  expect((await giveUp(first, { code: 'nuri', reason: ' ' })).status).toBe(400);
  expect((await giveUp(first, { code: 'maru', reason }, { 'x-maru-site': 'maru' })).body.code).toBe('BRAND_OPENED');
});

it('not with a member, money in its ledger, or a request whose outcome is out', async () => {
  const { rows } = await sql(
    `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash, opened_seq)
     VALUES (3, 9, 'early', 'early', 'Kim', '010-1', 'a@b.c', 'x', 1) RETURNING id`,
  );
  expect(await refusal()).toBe('BRAND_MEMBERS');
  await sql('DELETE FROM account_member WHERE id = $1', [rows[0].id]);
  const funded = requestOf(await first.post('/api/admin/ledger/fund', { point: '5', reason }, atNuri));
  await sql(`UPDATE operator_approval SET status = 'APPROVED', outcome = 'PENDING' WHERE id = $1`, [funded]);
  expect(await refusal()).toBe('BRAND_UNDER_WAY');
  await sql(`UPDATE operator_approval SET status = 'WAITING', outcome = NULL WHERE id = $1`, [funded]);
  // Agreed to while it waits: what holds it is looked at again then.
  const asked = requestOf(await giveUp(first));
  expect((await decideRequest(second, funded, { headers: atNuri })).body.status).toBe('success');
  // Between look and yes the row may come: then it has changed, which is another refusal.
  await exchange.projected(3);
  expect((await decideRequest(second, asked, { headers: atNuri })).body.code).toBe('BRAND_MONEY');
  expect(await statusOf(asked)).toBe('WAITING');
  expect(await refusal()).toBe('BRAND_MONEY');
  await sql('DELETE FROM wallet_ledger WHERE site_id = 3');
});

let local: BrandOperator;
it('one person does not; with another’s yes it is gone at once: calls, sessions, sockets, links, requests, secrets', async () => {
  local = await brandOperator(exchange, 3);
  const both = await brandOperator(exchange, 3);
  await sql(
    'INSERT INTO operator_grant (operator_id, role_id, site_id) SELECT operator_id, role_id, $2 FROM operator_grant WHERE operator_id = $1',
    [both.id, MARU],
  );
  const link = await openSetup(context(), context().pool, local.id, null);
  const waits = requestOf(await first.post('/api/admin/ledger/fund', { point: '6', reason }, atNuri));
  await first.post('/api/admin/site/draft', { changes: { takerFee: 41_000 }, edition: 0 }, atNuri);
  const target = await first.post(
    '/api/admin/alerts/targets/add',
    { isOfSite: true, kind: 'WEBHOOK', name: 'nuri', address: 'https://hook.nuri.test/x', language: 'ko', least: 'WARN', reason },
    atNuri,
  );
  expect(target.body.status).toBe('success');
  await sql(`INSERT INTO site_provider VALUES (3, 'mail', '{}', 'x', 1, now())`);
  await httpExchange(exchange.port, 'GET', '/api/site_info/code', undefined, { host: 'nuri.test' });
  const ears = await Promise.all([local, both].map(({ token }) => connectStomp(exchange.port, { token, upgrade: { host: 'localhost' } })));
  for (const ear of ears) ear.subscribe('/topic/desk/nuri');
  await Promise.all(ears.map((ear) => ear.settle()));

  const asked = (await statusOf(waits)) === 'WAITING' ? await lastAsked() : 0;
  expect((await decideRequest(first, asked, { headers: atNuri })).body.code).toBe('APPROVAL_OWN');
  expect((await decideRequest(local, asked, { headers: atNuri })).body.code).toBe('NO_PERMISSION');
  const fromElsewhere = await second.post('/api/admin/approval/decide', { id: asked, isApproved: true, print: 'x' });
  expect(fromElsewhere.body.code).toBe('NOT_FOUND');
  const shown = (await second.get('/api/admin/approval', { id: String(asked) }, atNuri)).body.data;
  expect(shown.live.before).toMatchObject({ hosts: 'nuri.test', operators: expect.stringContaining(local.username), requests: 1 });
  expect((await decideRequest(second, asked, { headers: atNuri })).body).toMatchObject({ status: 'success', data: { status: 'APPROVED' } });

  // At once, before any look at the rows.
  expect(context().sites.byCode('nuri')).toBeUndefined();
  expect((await first.get('/api/admin/site/launch', {}, atNuri)).body.code).toBe('NOT_FOUND');
  expect(await statusOf(waits)).toBe('WITHDRAWN');
  expect((await local.get('/api/admin/me')).status).toBe(401);
  expect((await both.get('/api/admin/me')).body.data.sites.map(({ code }: { code: string }) => code)).toEqual(['maru']);
  await Promise.all(ears.map((ear) => ear.closed));
  const setUp = await first.post('/api/admin/setup', { token: link.name, password: 'quite-a-long-pass-9182' });
  expect(setUp.body.code).toBe('DESK_SETUP_USED');
  const left = await sql(
    `SELECT (SELECT count(*) FROM site_provider WHERE site_id = 3) + (SELECT count(*) FROM site_draft WHERE site_id = 3)
       + (SELECT count(*) FROM site_host_seen WHERE site_id = 3) + (SELECT count(*) FROM operator_grant WHERE site_id = 3)
       + (SELECT count(*) FROM operator_alert_target WHERE site_id = 3 AND (removed_at IS NULL OR secret IS NOT NULL)) AS n`,
  );
  expect(Number(left.rows[0].n)).toBe(0);
});

/** The request of the test before, which waits still. */
const lastAsked = async () =>
  Number((await sql(`SELECT id FROM operator_approval WHERE kind = 'site.give-up' AND status = 'WAITING'`)).rows[0].id);

it('its engine ends, and nothing lists it: switcher, all brands, search, health, figures; the audit log still reads its name', async () => {
  await expect.poll(hosted).toEqual([1, 2]);
  await expect
    .poll(() =>
      context()
        .projections.lag()
        .map(({ site }) => site),
    )
    .toEqual([1, 2]);
  await expect(exchange.server.engines.query(3, 'symbols')).rejects.toThrow(/not open/);
  const codes = (rows: { code: string }[]) => rows.map(({ code }) => code);
  expect(codes((await first.get('/api/admin/me')).body.data.sites)).toEqual(['maru', 'hanok']);
  expect(codes((await first.get('/api/admin/group', { days: '1' })).body.data.brands)).toEqual(['maru', 'hanok']);
  expect(codes((await first.get('/api/admin/group/waiting')).body.data)).toEqual(['maru', 'hanok']);
  const requestOfSite = async (site: number) => {
    const { id } = (await sql('SELECT id FROM operator_approval WHERE site_id = $1 LIMIT 1', [site])).rows[0] as { id: number };
    const found = (await first.get('/api/admin/find', { number: String(id) })).body.data as { kind: string }[];
    return found.filter(({ kind }) => kind === 'REQUEST');
  };
  await first.post('/api/admin/ledger/fund', { point: '1', reason });
  expect([await requestOfSite(3), await requestOfSite(MARU)]).toMatchObject([[], [{ kind: 'REQUEST' }]]);
  expect((await fetch(`${exchange.server.url}/readyz`)).status).toBe(200);
  const metrics = await (await fetch(`${exchange.server.url}/metrics`)).text();
  expect([1, 2, 3].map((site) => metrics.includes(`maru_engine_ready{site="${site}"}`))).toEqual([true, true, false]);
  const lines = (await first.get('/api/admin/audit/list', { target: 'brand:nuri' })).body.data.content as Record<string, unknown>[];
  expect(lines.find(({ action }) => action === 'decideApproval')).toMatchObject({ site: 'nuri (3)', reason, after: { result: { id: 3 } } });
  const ofOne = await brandOperator(exchange, MARU);
  const theirs = (await ofOne.get('/api/admin/audit/list')).body.data.content as { site: string }[];
  expect(new Set(theirs.map(({ site }) => site))).toEqual(new Set(['maru']));
});

it('it stays gone over a restart, and the same code and host begun again is another brand', async () => {
  await exchange.restart();
  expect(hosted()).toEqual([1, 2]);
  expect(context().sites.byCode('nuri')).toBeUndefined();
  expect(await begin()).toBe(4);
  expect((await local.get('/api/admin/me', {}, atNuri)).status).toBe(401);
  expect((await first.get('/api/admin/approval/list', { status: 'WITHDRAWN' }, atNuri)).body.data.content).toEqual([]);
  expect((await first.get('/api/admin/alerts/targets', {}, atNuri)).body.data).toEqual([]);
});

it('a server killed between the yes and the end of its engine goes on rightly at the next start', async () => {
  const asked = requestOf(await giveUp(first));
  vi.spyOn(exchange.server.engines, 'close').mockRejectedValue(new Error('killed before it was closed'));
  const fund = () => first.post('/api/admin/ledger/fund', { point: '1', reason }, atNuri);
  // What is asked while it is decided is taken back with it, or finds it gone; one that came before the yes asks for another look.
  const decided = async () => {
    const { print } = (await second.get('/api/admin/approval', { id: String(asked) }, atNuri)).body.data;
    const yes = second.post('/api/admin/approval/decide', { id: asked, isApproved: true, print }, atNuri);
    return (await Promise.all([yes, fund(), fund(), fund(), fund()]))[0].body.status;
  };
  await expect.poll(decided).toBe('success');
  const waiting = await sql(`SELECT count(*)::int AS n FROM operator_approval WHERE site_id = 4 AND status = 'WAITING'`);
  expect(waiting.rows[0].n).toBe(0);
  expect(hosted()).toEqual([1, 2, 4]);
  await exchange.crash();
  expect(hosted()).toEqual([1, 2]);
  expect(context().sites.byCode('nuri')).toBeUndefined();
  expect((await sql('SELECT site FROM engine_lease ORDER BY site')).rows.map(({ site }) => site)).toEqual([1, 2]);
  expect(await begin()).toBe(5);
});

it('a request that comes while the brand is given up waits for its row and finds it gone', async () => {
  const client = await context().pool.connect();
  const asked = Promise.withResolvers<string>();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM site_site WHERE id = 5 FOR UPDATE');
    giveUp(first).then(({ body }) => asked.resolve(body.code ?? ''), asked.reject);
    const held = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await sql(held)).rows[0].n as number).toBeGreaterThan(0);
    await client.query('UPDATE site_site SET given_up_at = now() WHERE id = 5');
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
  expect(await asked.promise).toBe('NOT_FOUND');
  await expect.poll(hosted).toEqual([1, 2]);
});
