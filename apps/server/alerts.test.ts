// Alerts over real HTTP (issue 13.42): one begins once, over a restart too, is told by mail and signed webhook, repeated, acknowledged and ended.
import { decideRequest } from './testing/decide-request.ts';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { alertService } from '@maru/operator/server/alerts/open-alerts.ts';
import type { AlertRow, AlertTarget } from '@maru/operator/alert-contract.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK, MARU } from './testing/test-exchange.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { newOperator, tokenOf } from './testing/operator.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
import { BTC, market, openWithTwoMembers, ORDER } from './testing/two-members.ts';

type Desk = Pick<TestMember, 'get' | 'post'>;
interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; text: string; data: Record<string, unknown> };
}

const reason = '경보 시험';
const MINUTE = 60_000;
const clock = stoppableClock();
let exchange: TestExchange;
let alice: TestMember;
let ladder: () => Promise<void>;
/** Of all sites; of one. */
let owner: Desk;
let local: Desk;
let receiver: Server;
let status = 200;
const received: Received[] = [];
let secret = '';

beforeAll(async () => {
  ({ exchange, alice, ladder } = await openWithTwoMembers({ clock, env: { NODE_ENV: 'production' } }));
  owner = await operator(undefined, null);
  local = await operator();
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: request.headers, text, body: JSON.parse(text) });
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', () => done()));
});
afterAll(async () => {
  receiver.close();
  await exchange.stop();
});
beforeEach(() => {
  status = 200;
  received.length = 0;
});

/** Somebody who logs in anew for each call: between two of them hours pass. */
async function operator(rights?: readonly string[], site: number | null = MARU): Promise<Desk> {
  const { context } = exchange.server;
  const { id } = await newOperator(context, { ...(site !== null && { site }), ...(rights && { rights }) });
  const host = site === HANOK ? 'hanok.localhost' : 'localhost';
  const call = async (method: 'GET' | 'POST', path: string, body?: string) =>
    httpExchange(exchange.port, method, path, body, { host, authorization: `Bearer ${await tokenOf(exchange.server.context, id)}` });
  return {
    get: (path, query) => call('GET', query === undefined ? path : `${path}?${new URLSearchParams(query as Record<string, string>)}`),
    post: (path, body = {}) => call('POST', path, JSON.stringify(body)),
  };
}

const hook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook/a-secret-path`;
const look = () => exchange.server.context.services.use(alertService).look();
const alerts = async (desk: Desk = owner): Promise<{ open: AlertRow[]; ended: AlertRow[]; backups: null | object }> =>
  (await desk.get('/api/admin/alerts')).body.data;
const open = async (kind: string) => (await alerts()).open.filter((alert) => alert.kind === kind);
const targets = async (desk: Desk = owner): Promise<AlertTarget[]> => (await desk.get('/api/admin/alerts/targets')).body.data;
const add = (desk: Desk, more: object) =>
  desk.post('/api/admin/alerts/targets/add', {
    isOfSite: false,
    kind: 'MAIL',
    name: '당직',
    language: 'ko',
    least: 'WARN',
    reason,
    ...more,
  });
const inbox = async (to: string): Promise<{ subject: string; text: string }[]> =>
  (await exchange.guest().get('/api/demo/inbox', { to })).body.data.content;
const of = (kind: string) => received.filter(({ body }) => body.data['kind'] === kind);
const sql = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await exchange.server.context.pool.query(text, values)).rows as T[];
/** Where it takes a second person, there is one. */
async function setLimit(limit: string | null): Promise<void> {
  const { body } = await owner.post('/api/admin/futures/exposure_limit', { limit, reason, futuresOptionId: 1 });
  if (body.code !== 'APPROVAL_REQUIRED') return;
  const second = await operator();
  expect((await decideRequest(second, body.data.requestId)).status).toBe(200);
}
let keys = 0;
async function buy(quantity: string): Promise<void> {
  await ladder();
  const { body } = await alice.post(ORDER, { ...market, side: 'BUY', quantity }, { 'idempotency-key': `alert-${++keys}` });
  expect(body.data.order.status).toBe('FILLED');
}

it('a target of the installation wants the right at all sites; a webhook’s secret is told once, its address never', async () => {
  expect((await add(local, { address: 'ops@example.com' })).body.code).toBe('NO_PERMISSION');
  const reader = await operator(['alert.read']);
  expect((await add(reader, { isOfSite: true, address: 'ops@example.com' })).body.code).toBe('NO_PERMISSION');
  for (const address of ['not an address', 'a@b, c@d'])
    expect((await add(owner, { address })).body).toMatchObject({ code: 'ALERT_ADDRESS', data: { field: 'address' } });
  for (const address of ['ftp://example.com/x', 'http://user:pass@example.com', 'just text'])
    expect((await add(owner, { kind: 'WEBHOOK', address })).body).toMatchObject({ code: 'ALERT_ADDRESS', data: { field: 'address' } });
  expect((await add(owner, { address: 'ops@example.com' })).status).toBe(200);
  const { body } = await add(owner, { kind: 'WEBHOOK', name: '호출기', address: hook() });
  secret = body.data.secret;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const listed = JSON.stringify([await targets(), await targets(reader), (await owner.get('/api/admin/audit')).body]);
  expect(listed).toContain('"shown":"http://127.0.0.1:');
  expect(listed).not.toContain('a-secret-path');
  expect(listed).not.toContain(secret);
  const stored = await sql<{ t: string }>('SELECT t::text FROM operator_alert_target t UNION ALL SELECT a::text FROM operator_audit a');
  expect(JSON.stringify(stored)).not.toMatch(/a-secret-path|whsec_/);
  // What another brand's people may not see.
  expect((await targets(await operator(undefined, HANOK))).every(({ mayChange, isOfSite }) => !mayChange && !isOfSite)).toBe(true);
});

it('a test says whether it arrived, is signed as Standard Webhooks asks, and is written down', async () => {
  const [mail, webhook] = await targets();
  const sent = await owner.post('/api/admin/alerts/targets/test', { id: webhook.id });
  expect(sent.body.data).toEqual({ hasArrived: true, fault: null, tookMs: expect.any(Number) });
  const { headers, text } = received.find(({ body }) => body.type === 'alert.test') as Received;
  const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']];
  expect(Math.abs(Number(at) * 1000 - clock.now())).toBeLessThan(MINUTE);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(at)}.${text}`)
    .digest();
  expect(timingSafeEqual(Buffer.from(String(headers['webhook-signature']).replace('v1,', ''), 'base64'), expected)).toBe(true);
  expect((await owner.post('/api/admin/alerts/targets/test', { id: webhook.id })).body.code).toBe('ALERT_TEST_TOO_OFTEN');
  expect((await owner.post('/api/admin/alerts/targets/test', { id: mail.id })).body.data.hasArrived).toBe(true);
  expect(await inbox('ops@example.com')).toMatchObject([{ subject: '[Maru] 경보 시험' }]);
  status = 500;
  clock.skip(6_000);
  const failed = await owner.post('/api/admin/alerts/targets/test', { id: webhook.id });
  expect(failed.body.data).toMatchObject({ hasArrived: false, fault: 'HTTP 500' });
  expect((await targets())[1]).toMatchObject({ fault: 'HTTP 500', failingSince: expect.any(String), lastOkAt: expect.any(String) });
  status = 200;
  clock.skip(6_000);
  await owner.post('/api/admin/alerts/targets/test', { id: webhook.id });
  expect((await targets())[1]).toMatchObject({ fault: null, failingSince: null });
  const lines = await sql<{ after: string }>(
    `SELECT after FROM operator_audit WHERE action = 'testAlertTarget' AND refusal IS NULL ORDER BY seq`,
  );
  expect(lines.map(({ after }) => JSON.parse(after).hasArrived)).toEqual([true, true, false, true]);
});

it('near and over an exposure limit: one begin however often it is looked at and over a restart, louder when it gets worse', async () => {
  await setLimit('20000');
  await buy('0.280');
  await look();
  await look();
  await expect.poll(() => of('EXPOSURE').map(({ body }) => body.type)).toEqual(['alert.began']);
  expect(of('EXPOSURE')[0].body.data).toMatchObject({
    site: 'maru',
    subject: BTC,
    severity: 'WARN',
    figures: { percent: 84 },
    endedAt: null,
  });
  const [began] = await open('EXPOSURE');
  expect(began).toMatchObject({ isOfSite: true, severity: 'WARN', timesTold: 1, acknowledgedBy: null });
  expect(began.title.ko).toContain(`${BTC} 하우스 노출이 한도의 84%`);
  await expect.poll(async () => (await inbox('ops@example.com')).some(({ text }) => text.includes('한도의 84%'))).toBe(true);
  await exchange.crash();
  await exchange.setMark(BTC, '60000.00');
  await look();
  await look();
  expect(await open('EXPOSURE')).toEqual([began]);
  await buy('0.220');
  await look();
  await expect.poll(() => of('EXPOSURE').map(({ body }) => body.type)).toEqual(['alert.began', 'alert.continued']);
  expect(of('EXPOSURE')[1].body.data).toMatchObject({ severity: 'PAGE', figures: { percent: 150 } });
  expect((await open('EXPOSURE'))[0]).toMatchObject({ id: began.id, severity: 'PAGE', timesTold: 2 });
  // The demo's post office forgets with its server.
  const urgent = async () => (await inbox('ops@example.com')).find(({ subject }) => subject.includes('[Maru] 긴급'));
  await expect.poll(async () => (await urgent())?.text).toContain('헤지 목록');
});

it('is repeated at growing pauses while it lasts, not after somebody has acknowledged it, and its end is told', async () => {
  const types = () => of('EXPOSURE').map(({ body }) => body.type);
  const [{ id }] = await open('EXPOSURE');
  await look();
  clock.skip(61 * MINUTE);
  await look();
  await expect.poll(types).toEqual(['alert.continued']);
  clock.skip(61 * MINUTE);
  await look();
  clock.skip(3 * 60 * MINUTE);
  await look();
  await expect.poll(types).toEqual(['alert.continued', 'alert.continued']);
  expect((await (await operator(['alert.read'])).post('/api/admin/alerts/acknowledge', { id })).body.code).toBe('NO_PERMISSION');
  const other = await operator(undefined, HANOK);
  expect((await other.post('/api/admin/alerts/acknowledge', { id })).body.code).toBe('NOT_FOUND');
  expect((await waiting()).count).toBeGreaterThan(0);
  const acknowledged = await local.post('/api/admin/alerts/acknowledge', { id });
  expect(acknowledged.body.data).toMatchObject({ id, acknowledgedBy: expect.stringMatching(/^op-/), mayAcknowledge: false });
  clock.skip(48 * 60 * MINUTE);
  await look();
  await setLimit(null);
  // What flickers has not ended: away and back within a minute.
  await look();
  await setLimit('20000');
  await look();
  expect(await open('EXPOSURE')).toMatchObject([{ id }]);
  await setLimit(null);
  await look();
  clock.skip(61_000);
  await look();
  await expect.poll(types).toEqual(['alert.continued', 'alert.continued', 'alert.ended']);
  expect(of('EXPOSURE')[2].body.data).toMatchObject({ id, endedAt: expect.any(String), isAcknowledged: true });
  expect(await open('EXPOSURE')).toEqual([]);
  expect((await alerts()).ended[0]).toMatchObject({ id, kind: 'EXPOSURE' });
  expect((await local.post('/api/admin/alerts/acknowledge', { id })).body.code).toBe('ALERT_ENDED');
});

const waiting = async () => (await local.get('/api/admin/waiting')).body.data.find(({ kind }: { kind: string }) => kind === 'alert');

it('a late queue is an alert of its site, told to the site’s own target and to no other site’s', async () => {
  await add(local, { isOfSite: true, address: 'maru@example.com', language: 'en' });
  const hanok = await operator(undefined, HANOK);
  await add(hanok, { isOfSite: true, address: 'hanok@example.com' });
  expect((await targets(hanok)).map(({ shown }) => shown)).not.toContain('maru@example.com');
  await sql(
    `INSERT INTO operator_approval (kind, site_id, target, summary_ko, summary_en, payload, reason, content_hash, asked_by, asked_at, expires_at)
     SELECT 'any', $1, 'member:1', '', '', '{}', 'r', 'p', min(id), $2, $3 FROM operator_operator`,
    [MARU, new Date(clock.now() - 45 * MINUTE), new Date(clock.now() + 600 * MINUTE)],
  );
  await look();
  const [late] = await open('QUEUE_LATE');
  expect(late).toMatchObject({ isOfSite: true, title: { en: 'Approvals: 1 waiting, the oldest for 45 min of 30' } });
  await expect.poll(async () => (await inbox('maru@example.com')).some(({ text }) => text.includes('Approvals: 1 waiting'))).toBe(true);
  expect(await inbox('hanok@example.com')).toEqual([]);
  expect((await alerts(hanok)).open.filter(({ kind }) => kind === 'QUEUE_LATE')).toEqual([]);
});

it('without a good backup for the hours that were set it alerts; a failed one at once, until a later one is good', async () => {
  const run = (state: string, hoursAgo: number, fault: string | null) =>
    sql(`INSERT INTO backup_run (state, directory, began_at, ended_at, fault) VALUES ($1, '/copies/1', $2, $2, $3)`, [
      state,
      new Date(clock.now() - hoursAgo * 60 * MINUTE),
      fault,
    ]);
  await run('DONE', 25, null);
  await look();
  clock.skip(61_000);
  await look();
  expect(await open('BACKUP_LATE')).toEqual([]);
  expect((await local.post('/api/admin/alerts/backup_hours', { hours: 24, reason })).body.code).toBe('NO_PERMISSION');
  expect((await owner.post('/api/admin/alerts/backup_hours', { hours: 24, reason })).body.data).toEqual({ hours: 24 });
  await look();
  expect(await open('BACKUP_LATE')).toMatchObject([
    { isOfSite: false, severity: 'PAGE', title: { ko: '25시간 동안 성공한 백업이 없어요' } },
  ]);
  await run('FAILED', 0, 'no space left on device');
  await look();
  expect(await open('BACKUP_FAILED')).toMatchObject([{ title: { en: 'A backup failed: no space left on device' } }]);
  expect((await alerts()).backups).toMatchObject({ hours: 24, isWatched: true, runs: [{ state: 'FAILED' }, { state: 'DONE' }] });
  expect((await alerts(local)).backups).toBeNull();
  // One that was killed is failed too: nobody holds its lock.
  await sql(`INSERT INTO backup_run (state, directory, began_at) VALUES ('RUNNING', '/copies/2', now())`);
  await run('DONE', 0, null);
  await look();
  clock.skip(61_000);
  await look();
  expect([...(await open('BACKUP_LATE')), ...(await open('BACKUP_FAILED'))]).toEqual([]);
  expect(await sql(`SELECT state, fault FROM backup_run WHERE directory = '/copies/2'`)).toEqual([{ state: 'FAILED', fault: 'cut short' }]);
});

it('what does not arrive is tried again, also after a restart, and a target that nothing reaches is told to the others', async () => {
  status = 503;
  await setLimit('20000');
  await look();
  await expect.poll(() => of('EXPOSURE').length).toBeGreaterThan(0);
  const first = of('EXPOSURE')[0].headers['webhook-id'];
  await expect.poll(async () => (await targets())[1].fault).toBe('HTTP 503');
  clock.skip(11 * MINUTE);
  await look();
  expect(await open('TARGET_FAILING')).toMatchObject([{ title: { ko: '경보를 받는 곳 호출기에 닿지 않아요' } }]);
  await expect.poll(async () => (await inbox('ops@example.com')).some(({ subject }) => subject.includes('호출기'))).toBe(true);
  expect(of('TARGET_FAILING')).toEqual([]);
  await exchange.restart();
  status = 200;
  clock.skip(7 * 60 * MINUTE);
  await look();
  await expect.poll(async () => (await targets())[1].fault).toBeNull();
  expect(of('EXPOSURE').length).toBeGreaterThan(1);
  expect(first).toMatch(/^alert-\d+$/);
  await look();
  clock.skip(61_000);
  await look();
  expect(await open('TARGET_FAILING')).toEqual([]);
});

it('a target that was removed is told nothing more, and its secret is gone', async () => {
  const [mail, webhook] = await targets();
  const other = await operator(undefined, HANOK);
  expect((await other.post('/api/admin/alerts/targets/remove', { id: webhook.id, reason })).body.code).toBe('NO_PERMISSION');
  expect((await owner.post('/api/admin/alerts/targets/remove', { id: webhook.id, reason })).status).toBe(200);
  expect((await targets()).map(({ id }) => id)).toContain(mail.id);
  expect((await targets()).map(({ id }) => id)).not.toContain(webhook.id);
  expect((await owner.post('/api/admin/alerts/targets/test', { id: webhook.id })).body.code).toBe('NOT_FOUND');
  expect(await sql('SELECT secret FROM operator_alert_target WHERE id = $1', [webhook.id])).toEqual([{ secret: null }]);
  received.length = 0;
  clock.skip(13 * 60 * MINUTE);
  await look();
  await expect.poll(async () => (await open('EXPOSURE'))[0].timesTold).toBeGreaterThan(1);
  expect(received).toEqual([]);
});
