// One act on every member that a filter finds, over real HTTP: frozen once, each member once over a crash, as long as whoever asked may do it (issue 13, 6.41).
import { decideRequest } from './testing/decide-request.ts';
import type { MemberJob } from '@maru/account/member-job-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpExchange } from './testing/http-exchange.ts';
import { type TestExchange, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';
import { type Desk } from './testing/ledger-entry-cases.ts';
import { newOperator } from './testing/operator.ts';

let exchange: TestExchange;
const reason = '이상 거래 확인';
const CROWD = 3_200;
const BOTH = ['member.read', 'member.write'];

beforeAll(async () => {
  exchange = await openTestExchange();
});
afterAll(() => exchange.stop());

const pool = () => exchange.server.context.pool;
/** A desk that speaks with this token, of somebody who is known by its number. */
const deskOf = (token: string): Pick<Desk, 'post'> => ({
  post: (path, body) =>
    httpExchange(exchange.port, 'POST', path, JSON.stringify(body), { host: 'localhost', authorization: `Bearer ${token}` }),
});
/** Members without an account in the engine: what is done here is done in rows. As if opened, since whoever opens many locks them all. */
async function crowd(name: string, count: number, site = MARU): Promise<void> {
  await pool().query(
    `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash, opened_seq)
     SELECT $1, top + 10000 + n, $2 || n, 'n' || $2 || n, 'Kim', '019-' || to_char((top + n) / 10000, 'FM0000') || to_char((top + n) % 10000, '-FM0000'),
       $2 || n || '@example.com', 'x', 1
     FROM generate_series(1, $3) n, (SELECT coalesce(max(account_no), 0) AS top FROM account_member WHERE site_id = $1) t`,
    [site, name, count],
  );
}
const start = (desk: Pick<Desk, 'post'>, body: object, key?: string) =>
  desk.post(
    '/api/admin/member/job/start',
    { reason, expected: 100_000, ...body },
    key === undefined ? undefined : { 'idempotency-key': key },
  );
const jobs = async (desk: Desk): Promise<MemberJob[]> => (await desk.get('/api/admin/member/job/list')).body.data.content;
const job = async (desk: Desk, id: number) => (await jobs(desk)).find((each) => each.id === id) as MemberJob;
const over = (desk: Desk, id: number) => expect.poll(async () => (await job(desk, id)).state, { timeout: 300_000 }).toMatch(/DONE|STOPPED/);
const results = async (id: number) => {
  const text = 'SELECT result, count(*)::int AS n FROM account_job_member WHERE job_id = $1 GROUP BY 1 ORDER BY 1';
  const { rows } = await pool().query<{ result: string | null; n: number }>(text, [id]);
  return Object.fromEntries(rows.map(({ result, n }) => [result ?? 'LEFT', n]));
};
/** Lines of the act's own name about members called so, and how often the most told of them was. */
const told = async (action: string, name: string) => {
  const { rows } = await pool().query<{ lines: number; most: number; notes: number }>(
    `WITH told AS (SELECT m.id, (SELECT count(*) FROM operator_audit a WHERE a.action = $1 AND a.target = 'member:' || m.id)::int AS n,
         (SELECT count(*) FROM account_note t WHERE t.member_id = m.id)::int AS notes
       FROM account_member m WHERE m.username LIKE $2 || '%')
     SELECT sum(n)::int AS lines, max(n)::int AS most, sum(notes)::int AS notes FROM told`,
    [action, name],
  );
  return rows[0];
};
const linesOf = async (id: number) => {
  const text = 'SELECT action, after, reason, refusal, operator_name FROM operator_audit WHERE target = $1 ORDER BY seq';
  return (await pool().query(text, [`member-job:${id}`])).rows.map((row) => ({ ...row, after: JSON.parse(row.after ?? 'null') }));
};
/** Holds a member's row, so that the job stands before it until it is let go. */
async function standBefore(username: string): Promise<() => Promise<void>> {
  const client = await pool().connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM account_member WHERE username = $1 FOR UPDATE', [username]);
  return async () => {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  };
}
const treated = (id: number) => async () => {
  const { rows } = await pool().query<{ n: number }>('SELECT done + refused AS n FROM account_job WHERE id = $1', [id]);
  return rows[0].n;
};

/** The worker waits for a row that somebody holds. */
const isHeldUp = async () => {
  const text = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'`;
  return (await pool().query(text)).rowCount === 1;
};

describe('an act on every member that a filter finds', () => {
  it('is done to 3,200 of them in the background, each as the single act does it, with its progress told and its results to fetch', async () => {
    await crowd('many', CROWD);
    const desk = await exchange.operator(BOTH);
    const notes: unknown[] = [];
    const stop = exchange.server.context.sockets.tapTopic(MARU, '/topic/desk/maru', (note) => notes.push(note));
    expect((await desk.get('/api/admin/member/job/count', { q: 'many' })).body.data).toEqual({ count: CROWD });
    const begun = await start(desk, { q: 'many', act: 'HOLD', days: 3, expected: CROWD });
    expect(begun.status).toBe(200);
    const { id } = begun.body.data as MemberJob;
    // Who comes later is not among them; the site answers meanwhile.
    await crowd('manylate', 1);
    await over(desk, id);
    expect(await job(desk, id)).toMatchObject({ state: 'DONE', total: CROWD, done: CROWD, refused: 0, act: 'HOLD', days: 3, isOwn: true });
    expect(await told('holdWithdrawals', 'many')).toEqual({ lines: CROWD, most: 1, notes: CROWD });
    expect(notes).toContainEqual({ type: 'CHANGED', kind: 'member-job', id });
    // Not one for each member: a desk would do nothing else than fetch.
    expect(notes.length).toBeLessThan(CROWD / 4);
    stop();
    const lines = await linesOf(id);
    expect(lines.map(({ action, after }) => [action, after])).toEqual([
      ['startMemberJob', { act: 'HOLD', days: 3, members: CROWD, filters: { q: 'many' } }],
      ['startMemberJob', { act: 'HOLD', state: 'DONE', members: CROWD, done: CROWD, refused: 0 }],
    ]);
    const file = String((await desk.get('/api/admin/member/job/file', { id })).body.status);
    const rows = file.trimEnd().split('\r\n');
    expect(rows.length).toBe(CROWD + 1);
    expect(rows[1].split(',')).toMatchObject([expect.stringMatching(/^\d+$/), '처리', '', '', expect.any(String)]);
    expect(file).not.toMatch(/many\d|019-/);
  });

  it('says of each that was refused why', async () => {
    await crowd('mixed', 6);
    await pool().query(`UPDATE account_member SET status = 'WAIT' WHERE username IN ('mixed1', 'mixed2')`);
    const desk = await exchange.operator(BOTH);
    const { id } = (await start(desk, { q: 'mixed', act: 'ALLOW' })).body.data as MemberJob;
    await over(desk, id);
    const ended = await job(desk, id);
    expect(ended).toMatchObject({ state: 'DONE', total: 6, done: 4, refused: 2 });
    expect(ended.refusals).toEqual([
      { code: 'NO_PERMISSION', words: { ko: '권한이 없어요.', en: 'You do not have permission.' }, count: 2 },
    ]);
    const file = String((await desk.get('/api/admin/member/job/file', { id })).body.status);
    expect(file.match(/거절,NO_PERMISSION,권한이 없어요\./g)).toHaveLength(2);
    const { rows } = await pool().query(
      `SELECT refusal FROM operator_audit WHERE action = 'setMemberStatus' AND target = 'member:' || (SELECT id FROM account_member WHERE username = 'mixed1')`,
    );
    expect(rows).toEqual([{ refusal: 'NO_PERMISSION' }]);
  });

  it('goes on after a crash in the middle: nobody twice, nobody forgotten', async () => {
    await crowd('crash', 400);
    const desk = await exchange.operator(BOTH);
    const letGo = await standBefore('crash201');
    const { id } = (await start(desk, { q: 'crash', act: 'HOLD', days: 1 })).body.data as MemberJob;
    await expect.poll(treated(id)).toBe(200);
    await Promise.all([exchange.crash(), letGo()]);
    await over(desk, id);
    expect(await results(id)).toEqual({ DONE: 400 });
    expect(await told('holdWithdrawals', 'crash')).toEqual({ lines: 400, most: 1, notes: 400 });
  });

  it('what died between the act and its answer was not done: the result stands in the act’s own transaction', async () => {
    await crowd('torn', 1);
    const desk = await exchange.operator(BOTH);
    await pool().query(`
      CREATE FUNCTION torn_fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'torn'; END $$;
      CREATE TRIGGER torn_fails BEFORE UPDATE ON account_job_member FOR EACH ROW
        WHEN (NEW.result = 'DONE') EXECUTE FUNCTION torn_fails();`);
    const { id } = (await start(desk, { q: 'torn', act: 'HOLD', days: 1 })).body.data as MemberJob;
    // Tried three times, then its result is that it could not be done: no job hangs on one member.
    await over(desk, id);
    await pool().query('DROP TRIGGER torn_fails ON account_job_member; DROP FUNCTION torn_fails()');
    expect(await job(desk, id)).toMatchObject({ done: 0, refused: 1, refusals: [{ code: 'UNAVAILABLE', count: 1 }] });
    expect((await told('holdWithdrawals', 'torn')).notes).toBe(0);
    const held = await pool().query(
      `SELECT 1 FROM account_withdrawal_hold WHERE member_id IN (SELECT id FROM account_member WHERE username LIKE 'torn%')`,
    );
    expect(held.rowCount).toBe(0);
  });

  it('ends when whoever asked may do it no more: by its right, or shut out altogether', async () => {
    const cases = {
      gone: `UPDATE operator_role SET rights = '{member.read}' WHERE id = (SELECT role_id FROM operator_grant WHERE operator_id = $1)`,
      shut: `UPDATE operator_operator SET status = 'LOCKED' WHERE id = $1`,
    };
    const owner = await exchange.operator();
    for (const [name, text] of Object.entries(cases)) {
      await crowd(name, 60);
      const who = await newOperator(exchange.server.context, { site: MARU, rights: BOTH });
      const letGo = await standBefore(`${name}31`);
      const { id } = (await start(deskOf(who.token), { q: name, act: 'HOLD', days: 1 })).body.data as MemberJob;
      await expect.poll(treated(id)).toBe(30);
      await expect.poll(isHeldUp).toBe(true);
      await pool().query(text, [who.id]);
      await letGo();
      await over(owner, id);
      // The one that was under way when the right went is done; nobody behind it.
      expect(await results(id), name).toEqual({ DONE: 31, LEFT: 29 });
      expect(await job(owner, id)).toMatchObject({ state: 'STOPPED', fault: { code: 'NO_PERMISSION' }, isOwn: false });
      expect((await linesOf(id)).at(-1)).toMatchObject({
        refusal: 'NO_PERMISSION',
        after: { done: 31, members: 60 },
        operator_name: who.username,
      });
    }
  });

  it('is stopped by whoever may do the act: behind the answer nobody is treated', async () => {
    await crowd('halt', 60);
    const [desk, colleague] = [await exchange.operator(BOTH), await exchange.operator(BOTH)];
    const letGo = await standBefore('halt11');
    const { id } = (await start(desk, { q: 'halt', act: 'DENY' })).body.data as MemberJob;
    await expect.poll(treated(id)).toBe(10);
    const stopped = await colleague.post('/api/admin/member/job/stop', { id });
    expect(stopped.body.data).toMatchObject({ state: 'STOPPED', done: 10, fault: { code: 'MEMBER_JOB_STOPPED' } });
    await letGo();
    expect((await colleague.post('/api/admin/member/job/stop', { id })).body.code).toBe('MEMBER_JOB_OVER');
    // What comes after it proves that the worker has left it.
    await crowd('after', 1);
    const next = (await start(desk, { q: 'after', act: 'DENY' })).body.data as MemberJob;
    await over(desk, next.id);
    expect(await results(id)).toEqual({ DONE: 10, LEFT: 50 });
    expect((await told('setMemberStatus', 'halt')).lines).toBe(10);
    const file = String((await desk.get('/api/admin/member/job/file', { id })).body.status);
    expect(file.match(/처리하지 않음/g)).toHaveLength(50);
  });
});

describe('who may begin it, and with what', () => {
  it('is of the chosen brand alone: rights at one of two sites reach nobody at the other', async () => {
    await crowd('twin', 3);
    await crowd('twin', 3, HANOK);
    const here = await exchange.operator(BOTH, MARU);
    const { id } = (await start(here, { q: 'twin', act: 'DENY' })).body.data as MemberJob;
    await over(here, id);
    const { rows } = await pool().query(
      `SELECT site_id AS site, status, count(*)::int AS n FROM account_member WHERE username LIKE 'twin%' GROUP BY 1, 2 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { site: MARU, status: 'DENY', n: 3 },
      { site: HANOK, status: 'ACTIVE', n: 3 },
    ]);
    const there = { 'x-maru-site': 'hanok' };
    const foreign = await here.post('/api/admin/member/job/start', { q: 'twin', act: 'DENY', expected: 3, reason }, there);
    expect(foreign.body.code).toBe('NOT_FOUND');
    const other = await exchange.operator(BOTH, HANOK);
    expect(await jobs(other)).toEqual([]);
    expect((await other.post('/api/admin/member/job/stop', { id })).body.code).toBe('NOT_FOUND');
    expect((await other.get('/api/admin/member/job/file', { id })).body.code).toBe('NOT_FOUND');
  });

  it('wants the right to act and to see, a reason, its fields, somebody found and no more than were shown', async () => {
    await crowd('field', 5);
    const desk = await exchange.operator(BOTH);
    for (const rights of [['member.read'], ['member.write']]) {
      const lacks = await exchange.operator(rights);
      expect((await start(lacks, { q: 'field', act: 'DENY' })).body.code).toBe('NO_PERMISSION');
      expect((await lacks.get('/api/admin/member/job/count', { q: 'field' })).body.code).toBe('NO_PERMISSION');
    }
    expect((await start(desk, { q: 'field', act: 'DENY', reason: '' })).body.code).toBe('INVALID_FIELD');
    expect((await start(desk, { q: 'field', act: 'HOLD' })).body).toMatchObject({ code: 'REQUIRED_FIELD', data: { field: 'days' } });
    expect((await start(desk, { q: 'field', act: 'GIVE' })).body.code).toBe('INVALID_FIELD');
    expect((await start(desk, { q: 'nobody-at-all', act: 'DENY' })).body.code).toBe('FOUND_NOBODY');
    expect((await start(desk, { q: 'field', act: 'DENY', expected: 4 })).body).toMatchObject({ code: 'FOUND_MORE', data: { count: 5 } });
    const { rows } = await pool().query(`SELECT status FROM account_member WHERE username LIKE 'field%'`);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['ACTIVE']));
  });

  it('finds by what is masked no more than the list does: counted together, and the line keeps it masked', async () => {
    const desk = await exchange.operator(BOTH);
    await crowd('mask', 1);
    await pool().query(`UPDATE account_member SET phone = '010-4821-7731', email = 'mask.kim@example.com' WHERE username = 'mask1'`);
    for (const q of ['4821', '010-4821', 'mask.kim', '21-7731'])
      expect((await desk.get('/api/admin/member/job/count', { q })).body.data.count, q).toBe(0);
    const { id } = (await start(desk, { q: '010-4821-7731', act: 'END_LOGINS' })).body.data as MemberJob;
    expect((await linesOf(id))[0].after.filters).toEqual({ q: '010-****-7731' });
    await over(desk, id);
    const guesser = await exchange.operator(BOTH);
    const guess = (n: number) => `010-${String(n).padStart(4, '0')}-7731`;
    for (let n = 0; n < 15; n++) expect((await guesser.get('/api/admin/member/list', { q: guess(n) })).status).toBe(200);
    for (let n = 15; n < 30; n++) expect((await guesser.get('/api/admin/member/job/count', { q: guess(n) })).status).toBe(200);
    expect((await start(guesser, { q: guess(31), act: 'DENY' })).body.code).toBe('SEARCH_SPENT');
    expect((await guesser.get('/api/admin/member/job/count', { q: guess(32) })).body.code).toBe('SEARCH_SPENT');
  });

  it('the same request begins it once, another under its name not at all, and three are open at a time', async () => {
    await crowd('once', 4);
    const desk = await exchange.operator(BOTH);
    const begun = await Promise.all([1, 2, 3].map(() => start(desk, { q: 'once', act: 'HOLD', days: 2 }, 'a-key-of-mine')));
    const ids = new Set(begun.map(({ body }) => body.data.id));
    expect(ids.size).toBe(1);
    const [id] = [...ids];
    await over(desk, id);
    expect((await start(desk, { q: 'once', act: 'HOLD', days: 2 }, 'a-key-of-mine')).body.data).toMatchObject({ id, state: 'DONE' });
    expect((await start(desk, { q: 'once', act: 'HOLD', days: 9 }, 'a-key-of-mine')).body.code).toBe('REQUEST_REUSED');
    expect((await told('holdWithdrawals', 'once')).lines).toBe(4);
    const letGo = await standBefore('once1');
    for (let n = 0; n < 3; n++) expect((await start(desk, { q: 'once', act: 'HOLD', days: 1 })).status).toBe(200);
    expect((await start(desk, { q: 'once', act: 'HOLD', days: 1 })).body).toMatchObject({ code: 'MEMBER_JOB_BUSY', data: { most: 3 } });
    await letGo();
  });
});

describe('where the single act wants a second person', () => {
  it('one request covers the whole job, shows how many are held, and nothing is done before a yes', async () => {
    await crowd('lift', 40);
    const [asker, other] = [await exchange.operator(), await exchange.operator()];
    const held = (await start(asker, { q: 'lift', act: 'HOLD', days: 3 })).body.data as MemberJob;
    await over(asker, held.id);
    await crowd('liftfree', 2);
    const asked = await start(asker, { q: 'lift', act: 'LIFT_HOLD' });
    expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
    const { requestId } = asked.body.data;
    const waits = (await jobs(asker))[0];
    expect(waits).toMatchObject({ state: 'ASKED', total: 42, done: 0, requestId });
    const request = (await other.get('/api/admin/approval', { id: requestId })).body.data;
    expect(request).toMatchObject({ before: { members: 42, held: 40 }, after: { members: 42, held: 0 }, target: `member-job:${waits.id}` });
    expect((await told('askLiftHold', 'lift')).lines).toBe(0);
    expect((await decideRequest(asker, requestId)).body.code).toBe('APPROVAL_OWN');
    expect((await decideRequest(other, requestId)).status).toBe(200);
    await over(asker, waits.id);
    expect(await job(asker, waits.id)).toMatchObject({
      state: 'DONE',
      done: 40,
      refused: 2,
      refusals: [{ code: 'NOTHING_HELD', count: 2 }],
    });
    expect(await told('askLiftHold', 'lift')).toMatchObject({ lines: 42, most: 1 });
    const still = await pool().query(
      `SELECT 1 FROM account_withdrawal_hold h JOIN account_member m ON m.id = h.member_id WHERE m.username LIKE 'lift%' AND h.lifted_at IS NULL`,
    );
    expect(still.rowCount).toBe(0);
  });

  it('a no, a request taken back, one nobody decided and a job stopped meanwhile do nothing', async () => {
    await crowd('none', 2);
    const [asker, other] = [await exchange.operator(), await exchange.operator()];
    const ask = async () => {
      const { requestId } = (await start(asker, { q: 'none', act: 'LIFT_HOLD' })).body.data;
      return { requestId, id: (await jobs(asker))[0].id };
    };
    const no = await ask();
    await other.post('/api/admin/approval/decide', { id: no.requestId, isApproved: false, print: '', reason: '근거가 없어요' });
    const back = await ask();
    await asker.post('/api/admin/approval/withdraw', { id: back.requestId });
    for (const { id } of [no, back])
      expect(await job(asker, id)).toMatchObject({ state: 'STOPPED', done: 0, fault: { code: 'MEMBER_JOB_DECLINED' } });
    const halted = await ask();
    expect((await asker.post('/api/admin/member/job/stop', { id: halted.id })).status).toBe(200);
    expect((await decideRequest(other, halted.requestId)).body.code).toBe('MEMBER_JOB_OVER');
    const late = await ask();
    await pool().query(`UPDATE account_job SET asked_at = asked_at - interval '3 days 1 minute' WHERE id = $1`, [late.id]);
    await exchange.restart();
    await expect.poll(async () => (await job(asker, late.id)).state).toBe('STOPPED');
    expect((await told('askLiftHold', 'none')).lines).toBe(0);
  });
});
