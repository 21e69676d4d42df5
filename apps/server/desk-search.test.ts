// Operators who look for members and more: a mask holds against searching, and a search by number ends at one's own sites (issue 13, 1.5 and 6.41).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';
import type { Desk } from './testing/ledger-entry-cases.ts';

let exchange: TestExchange;
let alice: TestMember;
let support: Desk;

beforeAll(async () => {
  exchange = await openTestExchange();
  alice = await exchange.member('alice', '0');
  await exchange.member('bobby', '0');
  await exchange.member('stranger', '0', HANOK);
  await exchange.server.context.pool.query(
    `UPDATE account_member SET phone = '010-4821-7730', email = 'Alice.Kim@example.com', name = '김 앨리스' WHERE id = $1`,
    [alice.member],
  );
});
afterAll(() => exchange.stop());

const LIST = '/api/admin/member/list';
const found = async (desk: Desk, q: string): Promise<string[]> => {
  const { body } = await desk.get(LIST, { q });
  return body.data.content.map((row: { username: string }) => row.username);
};
const lines = async () => {
  const text = `SELECT after, refusal FROM operator_audit WHERE action = 'listMembers' ORDER BY seq`;
  return (await exchange.server.context.pool.query<{ after: string | null; refusal: string | null }>(text)).rows;
};

describe('a mask holds against searching', () => {
  it('whole values and the last four digits find a member, however they are written', async () => {
    support = await exchange.operator(['member.read']);
    for (const q of ['010-4821-7730', '01048217730', '+82 10-4821-7730', '010 4821 7730', '７７３０', '7730', 'alice.kim@EXAMPLE.com'])
      expect(await found(support, q), q).toEqual(['alice']);
    expect(await found(support, '김앨리스')).toEqual(['alice']);
    expect(await found(support, 'ali')).toEqual(['alice']);
  });

  it('a phone number does not come out by its ends: the issue’s 8 suffix searches', async () => {
    const thief = await exchange.operator(['member.read']);
    const phone = '01048217730';
    for (let mails = 5; mails <= 10; mails++) {
      expect(await found(thief, phone.slice(-mails)), phone.slice(-mails)).toEqual([]);
      expect(await found(thief, phone.slice(0, mails)), phone.slice(0, mails)).toEqual([]);
    }
  });

  it('an e-mail and a name do not come out by their starts: the issue’s 287 prefix searches', async () => {
    const thief = await exchange.operator(['member.read']);
    const mails = 'abcdefghijklmnopqrstuvwxyz0123456789._';
    for (const known of ['alice.', 'alice.kim@e', 'alice.kim@example.co'])
      for (const mail of mails) expect((await thief.get(LIST, { q: known + mail })).body.data?.content ?? [], known + mail).toEqual([]);
    expect(await found(thief, '김')).toEqual([]);
    expect(await found(thief, '김 앨')).toEqual([]);
  });

  it('each search for a masked value is one line that does not tell it, however often its page is asked for', async () => {
    const clerk = await exchange.operator(['member.read']);
    const before = (await lines()).length;
    for (let n = 0; n < 3; n++) await clerk.get(LIST, { q: '010-4821-7730', size: 1, ...(n === 1 && { sort: 'nick' }) });
    await clerk.get(LIST, { q: 'alice' });
    await clerk.get(LIST, { q: 'alice.kim@example.com' });
    const after = (await lines()).slice(before);
    expect(after.map((line) => JSON.parse(line.after ?? 'null'))).toEqual([
      { searched: 'PHONE', value: '010-****-7730' },
      { searched: 'EMAIL', value: 'a***@example.com' },
    ]);
  });

  it('guessing ends at a bound that counts lists and exports together, over time, for one operator alone', async () => {
    const guesser = await exchange.operator(['member.read', 'member.export']);
    const guess = (n: number) => `010-${String(n).padStart(4, '0')}-7730`;
    for (let n = 0; n < 29; n++) expect((await guesser.get(LIST, { q: guess(n) })).status).toBe(200);
    const taken = { q: guess(29), reason: '정산 확인' };
    expect((await guesser.post('/api/admin/member/export', taken)).status).toBe(200);
    const refused = await guesser.get(LIST, { q: guess(30) });
    expect([refused.status, refused.body.code]).toEqual([429, 'SEARCH_SPENT']);
    expect((await guesser.post('/api/admin/member/export', { ...taken, q: guess(31) })).body.code).toBe('SEARCH_SPENT');
    expect((await lines()).at(-1)?.refusal).toBe('SEARCH_SPENT');
    // What was looked for already, and what is not masked, is still found; others are not held up.
    expect((await guesser.get(LIST, { q: guess(3) })).status).toBe(200);
    expect(await found(guesser, 'bobby')).toEqual(['bobby']);
    expect(await found(support, '7730')).toEqual(['alice']);
  });

  it('an export’s line keeps what was looked for masked too', async () => {
    const clerk = await exchange.operator(['member.read', 'member.export']);
    for (const q of ['010-4821-7730', 'alice.kim@example.com', 'alice'])
      expect((await clerk.post('/api/admin/member/export', { q, reason: '정산 확인' })).status).toBe(200);
    const text = `SELECT after FROM operator_audit WHERE action = 'exportMembers' AND after LIKE '%filters%' ORDER BY seq DESC LIMIT 3`;
    const { rows } = await exchange.server.context.pool.query<{ after: string }>(text);
    expect(rows.reverse().map(({ after }) => JSON.parse(after).filters.q)).toEqual(['010-****-7730', 'a***@example.com', 'alice']);
  });

  it('nothing sorts by what is masked', async () => {
    for (const sort of ['phone', 'email', 'name']) expect((await support.get(LIST, { sort })).body.code).toBe('INVALID_FIELD');
  });
});

describe('who may look at members does not take them all', () => {
  const CROWD = 10_050;
  const pageOf = async (desk: Desk, query: Record<string, string>) => (await desk.get(LIST, { size: '200', ...query })).body;
  beforeAll(() =>
    exchange.server.context.pool.query(
      `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash)
       SELECT $1, 20000 + n, 'crowd' || n, 'crowd_' || n, 'Kim', '019' || to_char(n, 'FM00000000'), n || '@example.com', 'x'
       FROM generate_series(1, $2::int) n`,
      [MARU, CROWD],
    ),
  );
  afterAll(() => exchange.server.context.pool.query("DELETE FROM account_member WHERE username LIKE 'crowd%'"));

  it('a walk over pages, orders, filters and files ends at a day’s share; who was shown stays in sight, others are not held up', async () => {
    const thief = await exchange.operator(['member.read']);
    const seen = new Set<number>();
    let refused: { code?: string } = {};
    const take = (body: { code?: string; data: { content: { id: number }[] } }) => {
      if (body.code === undefined) for (const { id } of body.data.content) seen.add(id);
      else refused = body;
    };
    for (let cursor: string | undefined; refused.code === undefined && seen.size < 5_000; ) {
      const body = await pageOf(thief, cursor === undefined ? {} : { cursor });
      take(body);
      cursor = body.data.next;
    }
    // The same members in another order are no new ones.
    const first = await pageOf(thief, {});
    expect(first.code).toBeUndefined();
    for (let cursor: string | undefined; refused.code === undefined && seen.size < 10_040; ) {
      const body = await pageOf(thief, { q: 'crowd', sort: 'username', isUp: 'true', ...(cursor !== undefined && { cursor }) });
      take(body);
      cursor = body.data?.next ?? undefined;
    }
    expect(refused).toMatchObject({ code: 'LOOKS_SPENT', data: { limit: 10_000 } });
    expect(seen.size).toBeGreaterThan(9_700);
    expect(seen.size).toBeLessThanOrEqual(10_000);
    expect((await lines()).at(-1)?.refusal).toBe('LOOKS_SPENT');
    expect((await pageOf(thief, {})).data.content).toHaveLength(200);
    // One by one it is the same share.
    const { rows } = await exchange.server.context.pool.query<{ id: number }>('SELECT id FROM account_member WHERE site_id = $1', [MARU]);
    const left = rows.map(({ id }) => id).filter((id) => !seen.has(id));
    const rest = 10_000 - seen.size;
    const files = await Promise.all(left.slice(0, rest + 20).map((playerId) => thief.get('/api/admin/member', { playerId })));
    expect(files.filter(({ status }) => status === 200)).toHaveLength(rest);
    expect(files.find(({ status }) => status !== 200)?.body.code).toBe('LOOKS_SPENT');
    expect((await thief.get('/api/admin/member', { playerId: [...seen][0] })).status).toBe(200);
    expect(await found(support, 'alice')).toEqual(['alice']);
    // A server that comes up anew has forgotten nothing of it.
    await exchange.restart();
    expect((await thief.get('/api/admin/member', { playerId: left[left.length - 1] })).body.code).toBe('LOOKS_SPENT');
    expect((await thief.get('/api/admin/member', { playerId: [...seen][0] })).status).toBe(200);
    expect((await support.get('/api/admin/member', { playerId: left[left.length - 1] })).status).toBe(200);
  });

  it('a look counts for a day: who was looked at longer ago is looked at anew', async () => {
    const reader = await exchange.operator(['member.read']);
    const { pool, clock } = exchange.server.context;
    const share = (at: number) =>
      pool.query(
        `INSERT INTO account_look (operator_id, member_id, at)
         SELECT (SELECT max(id) FROM operator_operator), 90000000 + n, $1 FROM generate_series(1, 10000) n
         ON CONFLICT (operator_id, member_id) DO UPDATE SET at = excluded.at`,
        [new Date(at)],
      );
    await share(clock.now() - 86_000_000);
    // Whatever is read of one member, and the search by its number, is a look.
    const playerId = alice.member;
    const gateways = ['member', 'member/logins', 'member/notes', 'futures/member', 'wallet/member', 'wallet/ledger'];
    for (const gateway of gateways)
      expect([gateway, (await reader.get(`/api/admin/${gateway}`, { playerId })).body.code]).toEqual([gateway, 'LOOKS_SPENT']);
    expect((await reader.get('/api/admin/find', { number: playerId })).body.code).toBe('LOOKS_SPENT');
    const { rows } = await pool.query<{ action: string }>(
      "SELECT DISTINCT action FROM operator_audit WHERE refusal = 'LOOKS_SPENT' AND operator_id = (SELECT max(id) FROM operator_operator)",
    );
    expect(rows).toHaveLength(gateways.length + 1);
    // A number that is nobody's costs nothing.
    expect((await reader.get('/api/admin/find', { number: 77_777_777 })).body.data).toEqual([]);
    await share(clock.now() - 86_401_000);
    for (const gateway of gateways) expect((await reader.get(`/api/admin/${gateway}`, { playerId })).body.code).not.toBe('LOOKS_SPENT');
    expect((await reader.get('/api/admin/find', { number: playerId })).body.data).toMatchObject([{ username: 'alice' }]);
  });

  it('values behind the mask are few a day, asked for at once or after each other; the same again is free', async () => {
    const clerk = await exchange.operator(['member.read', 'member.reveal']);
    const reveal = (desk: Desk, playerId: number, field = 'phone') => desk.post('/api/admin/member/reveal', { playerId, field });
    const { rows } = await exchange.server.context.pool.query<{ id: number }>(
      "SELECT id FROM account_member WHERE username LIKE 'crowd%' ORDER BY id LIMIT 210",
    );
    const answers: { status: number; body: { code?: string } }[] = [];
    for (let from = 0; from < rows.length; from += 30)
      answers.push(...(await Promise.all(rows.slice(from, from + 30).map(({ id }) => reveal(clerk, id)))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200);
    expect(answers.filter(({ status, body }) => status === 429 && body.code === 'REVEAL_SPENT')).toHaveLength(10);
    const shown = rows.filter((_, n) => answers[n].status === 200);
    expect((await reveal(clerk, shown[0].id)).status).toBe(200);
    expect((await reveal(clerk, shown[0].id, 'email')).body.code).toBe('REVEAL_SPENT');
    const other = await exchange.operator(['member.read', 'member.reveal']);
    expect((await reveal(other, shown[0].id)).status).toBe(200);
    const { rows: log } = await exchange.server.context.pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM operator_audit WHERE action = 'revealMember' AND refusal = 'REVEAL_SPENT'",
    );
    expect(log[0].n).toBe(11);
  });
});

describe('the audit log', () => {
  const actions = async (query: Record<string, string>) => {
    const { body } = await (await exchange.operator(['audit.read'])).get('/api/admin/audit/list', { size: '200', ...query });
    return body.code ?? body.data.content.map(({ action }: { action: string }) => action);
  };

  it('is filtered by operator, by address and by time', async () => {
    const { pool } = exchange.server.context;
    const line = (seq: number, operator: string, ip: string, at: string) =>
      pool.query(
        `INSERT INTO operator_audit (seq, at, operator_name, site_id, action, right_name, target, ip, request_id, prev_hash, hash)
         VALUES ($1, $2, $3, $4, $5, 'x.y', 't', $6, 'r', $8, $7)`,
        [seq, at, operator, MARU, `act${seq}`, ip, Buffer.from(`hash ${seq}`), Buffer.from(`before ${seq}`)],
      );
    await line(900_001, 'minsu', '10.1.0.7', '2024-05-01T10:00:00Z');
    await line(900_002, 'Minsu', '10.10.0.7', '2024-05-02T10:00:00Z');
    await line(900_003, 'hana', '10.1.0.77', '2024-05-02T16:30:00Z');
    expect(await actions({ operator: 'MINSU' })).toEqual(['act900002', 'act900001']);
    expect(await actions({ operator: 'min' })).toEqual([]);
    expect(await actions({ ip: '10.1.0.7' })).toEqual(['act900001']);
    expect(await actions({ ip: '10.1.' })).toEqual(['act900003', 'act900001']);
    const day = { startDate: '2024-05-01T15:00:00Z', endDate: '2024-05-02T15:00:00Z' };
    expect(await actions(day)).toEqual(['act900002']);
    expect(await actions({ ...day, operator: 'hana' })).toEqual([]);
    const wrong: Record<string, string>[] = [{ ip: '10.%' }, { ip: "10.1' OR 1" }, { startDate: 'yesterday' }];
    for (const query of wrong) expect(await actions(query)).toBe('INVALID_FIELD');
  });
});

describe('one act on several members', () => {
  const bulk = (desk: Desk, body: object) => desk.post('/api/admin/member/bulk', { reason: '이상 거래 확인', ...body });
  const written = async (action: string) => {
    const text = 'SELECT target, refusal FROM operator_audit WHERE action = $1 ORDER BY seq';
    return (await exchange.server.context.pool.query<{ target: string; refusal: string | null }>(text, [action])).rows;
  };

  it('is done to each by itself, with a line each; with somebody of another brand among them to nobody', async () => {
    const [one, two] = [await exchange.member('bulkone', '0'), await exchange.member('bulktwo', '0')];
    const stranger = await exchange.member('bulkother', '0', HANOK);
    const desk = await exchange.operator(['member.write', 'member.read']);
    const unknown = await bulk(desk, { act: 'END_LOGINS', playerIds: [one.member, stranger.member] });
    expect(unknown.body).toMatchObject({ code: 'NOT_FOUND', data: { field: 'playerIds' } });
    expect((await one.get('/api/me')).status).toBe(200);
    const { content } = (await bulk(desk, { act: 'END_LOGINS', playerIds: [one.member, two.member, one.member] })).body.data;
    expect(content.map(({ playerId, result }: { playerId: number; result: string }) => [playerId, result])).toEqual([
      [one.member, 'DONE'],
      [two.member, 'DONE'],
    ]);
    expect([(await one.get('/api/me')).status, (await two.get('/api/me')).status, (await stranger.get('/api/me')).status]).toEqual([
      401, 401, 200,
    ]);
    expect((await written('endMemberSessions')).filter(({ refusal }) => refusal === null).map(({ target }) => target)).toEqual([
      `member:${one.member}`,
      `member:${two.member}`,
    ]);
    expect((await written('actOnMembers')).at(-1)?.target).toBe('members:2');
  });

  it('waits for a second person, member by member, where the single act does', async () => {
    const held = await exchange.member('bulkheld', '0');
    const free = await exchange.member('bulkfree', '0');
    const desk = await exchange.operator();
    expect((await bulk(desk, { act: 'HOLD', playerIds: [held.member], days: 3 })).body.data.content[0].result).toBe('DONE');
    const { content } = (await bulk(desk, { act: 'LIFT_HOLD', playerIds: [held.member, free.member] })).body.data;
    expect(content).toMatchObject([
      { result: 'ASKED', code: null },
      { result: 'REFUSED', code: 'NOTHING_HELD' },
    ]);
    expect(content[0].requestId).toBeGreaterThan(0);
    const file = (await desk.get('/api/admin/member', { playerId: held.member })).body.data;
    expect(file.hold).not.toBeNull();
  });

  it('wants its right, its reason and its fields, and ends at a hundred', async () => {
    const reader = await exchange.operator(['member.read']);
    const desk = await exchange.operator(['member.write']);
    expect((await bulk(reader, { act: 'DENY', playerIds: [alice.member] })).body.code).toBe('NO_PERMISSION');
    expect((await bulk(desk, { act: 'HOLD', playerIds: [alice.member] })).body).toMatchObject({
      code: 'REQUIRED_FIELD',
      data: { field: 'days' },
    });
    const crowd = Array.from({ length: 101 }, (_, n) => n + 1);
    expect((await bulk(desk, { act: 'DENY', playerIds: crowd })).body.code).toBe('INVALID_FIELD');
    expect((await bulk(desk, { act: 'ERASE', playerIds: [alice.member] })).body.code).toBe('INVALID_FIELD');
    expect((await alice.get('/api/me')).status).toBe(200);
  });
});
