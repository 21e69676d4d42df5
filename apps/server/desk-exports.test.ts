// Whole lists taken away as files over real HTTP: by right and reason, without a limit of rows, masked, defused, counted and written down (issue 13, 6.41).
import { decideRequest } from './testing/decide-request.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportJob } from '@maru/operator/export-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpExchange } from './testing/http-exchange.ts';
import { type TestExchange, type TestMember, HANOK, MARU } from './testing/test-exchange.ts';
import { type Desk } from './testing/ledger-entry-cases.ts';
import { newOperator } from './testing/operator.ts';
import { market, openWithTwoMembers, ORDER } from './testing/two-members.ts';

let exchange: TestExchange;
let alice: TestMember;
let owner: Desk;
const reason = '월말 정산';
const CROWD = 4_500;
/** With those that the exchange has by itself. */
let all: number;

beforeAll(async () => {
  const open = await openWithTwoMembers();
  ({ exchange, alice } = open);
  owner = await exchange.operator();
  await open.ladder();
  for (const side of ['BUY', 'SELL'])
    expect((await alice.post(ORDER, { ...market, side, quantity: '0.100' }, { 'idempotency-key': side })).body.data.order.status).toBe(
      'FILLED',
    );
  await exchange.projected();
  await exchange.server.context.pool.query(
    `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash)
     SELECT $1, 9000 + n, 'crowd' || n, CASE n WHEN 7 THEN '=cmd|evil' ELSE 'crowd_' || n END, 'Kim', '019-' || to_char(n, 'FM0000') || '-1234', n || '@example.com', 'x'
     FROM generate_series(1, $2) n`,
    [MARU, CROWD],
  );
  all = (
    await exchange.server.context.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM account_member WHERE site_id = $1', [MARU])
  ).rows[0].n;
});
afterAll(() => exchange.stop());

const start = (desk: Desk, kind: string, more: object = {}) => desk.post('/api/admin/export/start', { kind, reason, ...more });
const jobs = async (desk: Desk): Promise<ExportJob[]> => (await desk.get('/api/admin/export/list')).body.data.jobs;
const job = async (desk: Desk, id: number) => (await jobs(desk)).find((each) => each.id === id) as ExportJob;
async function fetched(desk: Desk, kind: string, more: object = {}): Promise<{ lines: string[]; job: ExportJob }> {
  const { id } = (await start(desk, kind, more)).body.data;
  await expect.poll(async () => (await job(desk, id)).state).toBe('DONE');
  const answer = await desk.get('/api/admin/export/file', { id });
  expect(answer.status).toBe(200);
  return { lines: String(answer.body.status).replace('\uFEFF', '').trimEnd().split('\r\n'), job: await job(desk, id) };
}

describe('exports', () => {
  it('of members have every row there is, masked and defused', async () => {
    const { lines, job: done } = await fetched(await exchange.operator(), 'members');
    expect(lines.length - 1).toBe(all);
    expect(done).toMatchObject({ rows: all, total: all, reason, requestId: null });
    expect(lines.some((line) => /\d{3}-\d{4}-\d{4}/.test(line))).toBe(false);
    expect(lines.find((line) => line.includes('crowd42,'))).toContain('019-****-1234');
    expect(lines.some((line) => line.includes('@example.com'))).toBe(false);
    expect(lines.find((line) => line.includes('crowd7,'))).toContain("'=cmd|evil");
  });

  it.each(['fills', 'fees', 'funding', 'positions', 'liquidations', 'ledger'])(
    'of %s are the rows of the site, in days that were asked for',
    async (kind) => {
      const { lines } = await fetched(owner, kind);
      const ours = lines.slice(1).filter((line) => line.includes(',alice,'));
      expect(ours.length > 0).toBe(['fills', 'fees', 'positions', 'ledger'].includes(kind));
      expect(lines.every((line) => line.split(',').length === lines[0].split(',').length)).toBe(true);
      const { lines: none } = await fetched(owner, kind, { startDate: '2020-01-01', endDate: '2020-01-02' });
      expect(none.length).toBe(1);
      const { lines: foreign } = await fetched(await exchange.operator(undefined, HANOK), kind);
      expect(foreign.some((line) => line.includes(',alice,'))).toBe(false);
    },
  );

  it('want the right of their kind, a kind that there is and a reason; the list says which one has', async () => {
    const clerk = await exchange.operator(['member.export']);
    expect((await clerk.get('/api/admin/export/list')).body.data.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['members']);
    expect((await start(clerk, 'ledger')).body.code).toBe('NO_PERMISSION');
    expect((await start(clerk, 'secrets')).body).toMatchObject({ code: 'EXPORT_KIND', data: { field: 'kind' } });
    expect((await clerk.post('/api/admin/export/start', { kind: 'members' })).body.code).toBe('REQUIRED_FIELD');
  });

  it('are their asker’s alone, go when they are deleted or their day is over, and are written down at start, end and each fetching', async () => {
    const clerk = await exchange.operator(['member.export']);
    const { job: done } = await fetched(clerk, 'members');
    expect((await owner.get('/api/admin/export/file', { id: done.id })).body.code).toBe('NOT_FOUND');
    expect((await owner.post('/api/admin/export/cancel', { id: done.id })).body.code).toBe('NOT_FOUND');
    expect((await clerk.post('/api/admin/export/cancel', { id: done.id })).status).toBe(200);
    expect((await clerk.get('/api/admin/export/file', { id: done.id })).body.code).toBe('EXPORT_NOT_READY');
    const { rows } = await exchange.server.context.pool.query(
      'SELECT action, after, reason FROM operator_audit WHERE target = $1 AND refusal IS NULL ORDER BY seq',
      [`export:${done.id}`],
    );
    expect(rows.map(({ action, after, reason: why }) => [action, JSON.parse(after)?.rows ?? null, why])).toEqual([
      ['startExport', null, reason],
      ['startExport', all, reason],
      ['fetchExport', all, null],
      ['cancelExport', null, null],
    ]);
  });

  it('are three at a time for one operator, and a right that is gone opens no file', async () => {
    const { pool } = exchange.server.context;
    const clerk = await exchange.operator(['member.export']);
    const { job: done } = await fetched(clerk, 'members');
    await pool.query(
      `INSERT INTO operator_export (site_id, operator_id, operator_name, kind, reason, state, ip, request_id, asked_at)
       SELECT site_id, operator_id, operator_name, kind, reason, 'RUNNING', ip, request_id, asked_at FROM operator_export, generate_series(1, 3) WHERE id = $1`,
      [done.id],
    );
    expect((await start(clerk, 'members')).body).toMatchObject({ code: 'EXPORT_BUSY', data: { most: 3 } });
    await pool.query(
      `UPDATE operator_role SET rights = '{dashboard.read}' WHERE id IN (
         SELECT role_id FROM operator_grant WHERE operator_id = (SELECT operator_id FROM operator_export WHERE id = $1))`,
      [done.id],
    );
    expect((await clerk.get('/api/admin/export/file', { id: done.id })).body.code).toBe('NO_PERMISSION');
  });

  it('that were being written when the server went are written anew', async () => {
    const { pool } = exchange.server.context;
    await pool.query(`UPDATE operator_export SET state = 'FAILED' WHERE state = 'RUNNING'`);
    const { id } = (await start(owner, 'members')).body.data;
    await expect.poll(async () => (await job(owner, id)).state).toBe('DONE');
    await pool.query(`UPDATE operator_export SET state = 'RUNNING', rows = 3 WHERE id = $1`, [id]);
    await exchange.restart();
    const again = async () =>
      (await exchange.server.context.pool.query('SELECT state, rows FROM operator_export WHERE id = $1', [id])).rows[0];
    await expect.poll(again).toEqual({ state: 'DONE', rows: all });
    // The half file went: what lies there belongs to a row.
    const { rows } = await exchange.server.context.pool.query<{ file: string }>('SELECT file FROM operator_export WHERE file IS NOT NULL');
    expect(readdirSync(join(exchange.server.context.config.dataDir, 'exports')).toSorted()).toEqual(
      rows.map(({ file }) => file).toSorted(),
    );
  });
});

describe('members are taken away alone up to a day’s share, whichever way', () => {
  const hand = (desk: Desk, q: string) => desk.post('/api/admin/member/export', { q, reason });
  const rights = ['member.read', 'member.export', 'approval.read', 'approval.decide'];
  const crowd = (from: number, count: number) =>
    exchange.server.context.pool.query(
      `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash)
       SELECT $1, 9000 + n, 'crowd' || n, 'crowd_' || n, 'Kim', '019-' || to_char(n, 'FM0000') || '-1234', n || '@example.com', 'x'
       FROM generate_series($2::int, $2::int + $3::int - 1) n`,
      [MARU, from, count],
    );

  it('a file and the list by hand count together, in either order', async () => {
    const clerk = await exchange.operator(rights);
    await fetched(clerk, 'members');
    expect((await hand(clerk, 'crowd40')).body.data.rows).toBe(111);
    const refused = await hand(clerk, 'crowd4');
    expect([refused.status, refused.body.code, refused.body.data.limit]).toEqual([429, 'EXPORT_SPENT', 5000]);
    const other = await exchange.operator(rights);
    expect((await hand(other, 'crowd4')).body.data.rows).toBe(612);
    expect((await start(other, 'members')).body.code).toBe('APPROVAL_REQUIRED');
    // Days of which there is little stay its own; lists of another kind know no such bound.
    expect((await start(other, 'members', { startDate: '2020-01-01', endDate: '2020-01-02' })).status).toBe(200);
    expect((await clerk.get('/api/admin/export/list')).body.data.kinds).toMatchObject([{ kind: 'members', aloneADay: 5000 }]);
    expect((await owner.get('/api/admin/export/list')).body.data.kinds).toContainEqual(
      expect.objectContaining({ kind: 'ledger', aloneADay: null }),
    );
  });

  it('more is written when a second person agrees, who may take members away too; a no or a cancel ends it', async () => {
    await crowd(CROWD + 1, 1_000);
    const [asker, other, blind] = [
      await exchange.operator(rights),
      await exchange.operator(rights),
      await exchange.operator(rights.slice(2)),
    ];
    const ask = async () => {
      const answer = await start(asker, 'members');
      expect([answer.status, answer.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
      const [first] = await jobs(asker);
      expect(first).toMatchObject({ state: 'ASKED', rows: 0, requestId: answer.body.data.requestId });
      return { id: first.id, requestId: answer.body.data.requestId as number };
    };
    const no = await ask();
    await other.post('/api/admin/approval/decide', { id: no.requestId, isApproved: false, print: '', reason: '필요한 만큼만' });
    expect((await job(asker, no.id)).state).toBe('CANCELLED');
    const cancelled = await ask();
    await asker.post('/api/admin/export/cancel', { id: cancelled.id });
    expect((await decideRequest(other, cancelled.requestId)).body.code).toBe('EXPORT_OVER');
    const { id, requestId } = await ask();
    expect((await other.get('/api/admin/approval', { id: requestId })).body.data.after).toMatchObject({
      kind: 'members',
      rows: all + 1_000,
    });
    expect((await decideRequest(asker, requestId)).body.code).toBe('APPROVAL_OWN');
    expect((await decideRequest(blind, requestId)).body.code).toBe('NO_PERMISSION');
    expect((await decideRequest(other, requestId)).status).toBe(200);
    await expect.poll(async () => (await job(asker, id)).state).toBe('DONE');
    expect((await job(asker, id)).rows).toBe(all + 1_000);
    // What two agreed to is not of the share of one.
    expect((await hand(asker, 'crowd40')).body.data.rows).toBe(111);
    await exchange.server.context.pool.query(`DELETE FROM account_member WHERE username LIKE 'crowd%' AND account_no > $1`, [9000 + CROWD]);
  });

  it('of one person with two accounts at two brands it is one share, all at once, and midnight begins no other', async () => {
    const { pool } = exchange.server.context;
    await pool.query(
      `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash)
       SELECT $1, 9000 + n, 'flock' || n, 'flock_' || n, 'Kim', '018-' || to_char(n, 'FM0000') || '-1234', n || '@example.com', 'x'
       FROM generate_series(1, 700) n`,
      [HANOK],
    );
    const deskOf = async (site: number) => {
      const { id, token } = await newOperator(exchange.server.context, { site, rights });
      const host = site === MARU ? 'localhost' : 'hanok.localhost';
      return {
        id,
        take: (q: string) =>
          httpExchange(exchange.port, 'POST', '/api/admin/member/export', JSON.stringify({ q, reason }), {
            host,
            authorization: `Bearer ${token}`,
          }),
        ask: () =>
          httpExchange(exchange.port, 'POST', '/api/admin/export/start', JSON.stringify({ kind: 'members', reason }), {
            host,
            authorization: `Bearer ${token}`,
          }),
      };
    };
    const [one, two] = [await deskOf(MARU), await deskOf(HANOK)];
    // Asked for a link behind the confirmation: from now on one person.
    await pool.query('INSERT INTO operator_invitation (operator_id, by_id, at) VALUES ($1, $2, $3)', [two.id, one.id, new Date(8.64e12)]);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? one.take('crowd4') : two.take('flock'))));
    const taken = answers.filter(({ status }) => status === 200).reduce((sum, { body }) => sum + body.data.rows, 0);
    expect(answers.map(({ body }) => body.code).filter((code) => code !== undefined)).toContain('EXPORT_SPENT');
    expect(taken).toBeLessThanOrEqual(5_000);
    expect(taken).toBeGreaterThan(5_000 - 700);
    expect((await two.ask()).body.code).toBe('APPROVAL_REQUIRED');
    const older = (time: string) =>
      pool.query('UPDATE account_export SET at = at - $2::interval WHERE operator_id = ANY($1)', [[one.id, two.id], time]);
    await older('23 hours 55 minutes');
    expect((await two.take('flock')).body.code).toBe('EXPORT_SPENT');
    await older('5 minutes');
    expect((await two.take('flock')).body.data.rows).toBe(700);
  });

  it('who comes between the asking and the writing counts too', async () => {
    const clerk = await exchange.operator(rights);
    const { id } = (await start(clerk, 'members')).body.data;
    await expect.poll(async () => (await job(clerk, id)).state).toBe('DONE');
    await crowd(CROWD + 1, 1_000);
    await exchange.server.context.pool.query(`UPDATE operator_export SET state = 'WAITING' WHERE id = $1`, [id]);
    await exchange.restart();
    await expect.poll(async () => (await job(clerk, id)).state).toBe('FAILED');
    expect((await clerk.get('/api/admin/export/file', { id })).body.code).toBe('EXPORT_NOT_READY');
  });
});
