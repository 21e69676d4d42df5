// Operators and members over real HTTP: finding and reading one, treating it, and money by hand with two persons (ADM-01, ADM-06, ADM-07, ADM-12, ADM-15, TEN-04, CNT-13).
import { decideRequest } from './testing/decide-request.ts';
import { withdrawLimitOf } from '@maru/account/admin-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK, MARU } from './testing/test-exchange.ts';
import { type Desk, ledgerEntryCases } from './testing/ledger-entry-cases.ts';
import { limit, market, openWithTwoMembers, ORDER } from './testing/two-members.ts';

let exchange: TestExchange;
let ladder: () => Promise<void>;
let alice: TestMember;
let bob: TestMember;
let foreign: TestMember;
let asker: Desk;
let other: Desk;

beforeAll(async () => {
  const open = await openWithTwoMembers();
  ({ exchange, alice, bob, ladder } = open);
  foreign = await exchange.member('stranger', '10', HANOK);
  asker = await exchange.operator();
  other = await exchange.operator();
});
afterAll(() => exchange.stop());

const reason = '전화로 본인 확인함';
const file = async (desk: Desk, member: TestMember) => (await desk.get('/api/admin/member', { playerId: member.member })).body.data;
const usernames = async (query: Record<string, string | number>) =>
  (await asker.get('/api/admin/member/list', query)).body.data.content.map((row: { username: string }) => row.username);
const audited = async (action: string) => {
  const text = 'SELECT target, before, after, reason, refusal FROM operator_audit WHERE action = $1 ORDER BY seq';
  const { rows } = await exchange.server.context.pool.query(text, [action]);
  return rows.map((row) => ({ ...row, before: JSON.parse(row.before), after: JSON.parse(row.after) }));
};

describe('finding members', () => {
  it('finds by the start of a name, an id and the last four digits of a phone number, on this site alone', async () => {
    expect(await usernames({ q: 'ali' })).toEqual(['alice']);
    expect(await usernames({ q: 'N_BOB' })).toEqual(['bobby']);
    expect(await usernames({ q: bob.member })).toContain('bobby');
    const { phone } = (await alice.get('/api/me')).body.data;
    expect(await usernames({ q: phone.replaceAll('-', '').slice(-4) })).toEqual(['alice']);
    expect(await usernames({ q: 'stranger' })).toEqual([]);
    expect(await usernames({ q: '%' })).toEqual([]);
  });

  it('goes through all of them page by page without a row twice', async () => {
    for (const sort of ['joined', 'seen', 'username', 'nick']) {
      const met: string[] = [];
      let cursor: string | undefined;
      do {
        const { data } = (await asker.get('/api/admin/member/list', { sort, isUp: 'true', size: 1, ...(cursor && { cursor }) })).body;
        met.push(...data.content.map((row: { username: string }) => row.username));
        cursor = data.next ?? undefined;
      } while (cursor !== undefined);
      expect(met.filter((name) => ['alice', 'bobby'].includes(name)).sort()).toEqual(['alice', 'bobby']);
      expect(new Set(met).size).toBe(met.length);
    }
  });

  it('knows who was seen and who holds a position', async () => {
    await ladder();
    const bought = await alice.post(ORDER, { ...market, quantity: '0.010' }, { 'idempotency-key': 'desk-open' });
    expect(bought.body.data.order.status).toBe('FILLED');
    await alice.post(ORDER, limit, { 'idempotency-key': 'desk-rest' });
    await exchange.projected();
    expect(await usernames({ hasPosition: 'true' })).toEqual(['alice']);
    expect(await usernames({ seen: '1' })).toContain('bobby');
    expect(await usernames({ seen: '0' })).not.toContain('bobby');
  });

  it('exports with right, reason and share, written down, with formulas defused (ADM-15, CNT-13)', async () => {
    const nick = (text: string) =>
      exchange.server.context.pool.query('UPDATE account_member SET nick = $2 WHERE id = $1', [bob.member, text]);
    await nick('=HYPERLINK("http://evil","x")');
    const clerk = await exchange.operator(['member.read']);
    expect((await clerk.post('/api/admin/member/export', { reason })).body.code).toBe('NO_PERMISSION');
    expect((await asker.post('/api/admin/member/export', {})).status).toBe(400);
    const { data } = (await asker.post('/api/admin/member/export', { q: 'bob', reason })).body;
    expect(data.rows).toBe(1);
    expect(data.csv).toMatch(/^번호,아이디,닉네임,이름,휴대폰,상태,소속,가입,최근 접속\r\n\d+,bob/);
    expect(data.csv).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`);
    await nick('n_bobby');
    expect((await audited('exportMembers')).at(-1)).toMatchObject({ target: 'members:1', reason, after: { rows: 1 } });
    await exchange.server.context.pool.query(
      'INSERT INTO account_export (site_id, operator_id, rows, at) SELECT site_id, operator_id, 5000, at FROM account_export LIMIT 1',
    );
    expect((await asker.post('/api/admin/member/export', { reason })).body).toMatchObject({ code: 'EXPORT_SPENT' });
  });
});

describe('an export', () => {
  it('of more than its limit is refused whole, and the refusal is written down (ADM-15)', async () => {
    const { pool } = exchange.server.context;
    await pool.query(`INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash)
      SELECT ${MARU}, 9000 + n, 'crowd' || n, 'crowd_' || n, 'Kim', '019-0000-' || n, 'crowd' || n || '@example.com', 'x' FROM generate_series(1, 1001) n`);
    const refused = await other.post('/api/admin/member/export', { q: 'crowd', reason });
    expect([refused.status, refused.body.code]).toEqual([403, 'EXPORT_LIMIT']);
    expect((await audited('exportMembers')).at(-1)).toMatchObject({ refusal: 'EXPORT_LIMIT' });
    expect((await asker.get('/api/admin/member/list', { q: 'crowd' })).body.data.total).toBe(1001);
    await pool.query(`DELETE FROM account_member WHERE username LIKE 'crowd%'`);
  });
});

describe('the file of one member', () => {
  it('is not there for another site’s operators, in any call (TEN-04)', async () => {
    const id = foreign.member;
    for (const path of [
      '/api/admin/member',
      '/api/admin/member/logins',
      '/api/admin/member/notes',
      '/api/admin/wallet/member',
      '/api/admin/wallet/ledger',
      '/api/admin/futures/member',
      '/api/admin/futures/history',
    ]) {
      const answer = await asker.get(path, { playerId: id, ...(path.endsWith('history') && { type: 'order' }) });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
    const acts = { reveal: { field: 'phone' }, note: { text: 'x' }, status: { status: 'DENY' }, end_logins: {}, nick: { nick: 'other' } };
    for (const [act, body] of Object.entries({ ...acts, reset_lock: {}, hold: { days: 1 }, lift_hold: {}, unlock: {} })) {
      const answer = await asker.post(`/api/admin/member/${act}`, { playerId: id, reason, ...body });
      expect([act, answer.status, answer.body.code]).toEqual([act, 404, 'NOT_FOUND']);
    }
  });

  it('shows a phone number masked, and whole only with a line in the log', async () => {
    expect((await file(asker, alice)).member.phone).toMatch(/^010-\*{4}-\d{4}$/);
    const { value } = (await asker.post('/api/admin/member/reveal', { playerId: alice.member, field: 'phone' })).body.data;
    expect(value).toMatch(/^010-\d{4}-\d{4}$/);
    expect(await audited('revealMember')).toContainEqual(
      expect.objectContaining({ target: `member:${alice.member}`, after: { revealed: 'phone' } }),
    );
  });

  it('has figures that add up, and proves that the postings are the wallets', async () => {
    const { data } = (await asker.get('/api/admin/wallet/member', { playerId: alice.member })).body;
    expect(data.proof).toMatchObject({ state: 'EQUAL', differences: [] });
    const whole = (await asker.get('/api/admin/wallet/member', { playerId: alice.member, isWhole: '1' })).body.data;
    expect(whole.proof).toEqual({ state: 'EQUAL', postings: data.proof.postings, kept: 0, differences: [] });
    const f = Object.fromEntries(Object.entries(data.figures).map(([key, value]) => [key, Math.round(Number(value) * 1e6)]));
    const moved = f['deposited'] + f['gifts'] + f['realized'] - f['fees'] + f['games'] + f['exchanged'];
    expect(f['assets']).toBe(moved + f['unrealized'] - f['debt'] + f['gameWallet']);
    // Demo money is the house's gift and nobody's deposit.
    expect([data.figures.deposited, data.figures.gifts]).toEqual(['0.000000', '10000.000000']);
    const ledger = (await asker.get('/api/admin/wallet/ledger', { playerId: alice.member })).body.data;
    expect(ledger.content[0]).toMatchObject({ walletType: 'FUTURES', type: 'C' });
  });

  it('gives the ledger away as a file only with a reason, and writes it down', async () => {
    expect((await asker.post('/api/admin/wallet/ledger/export', { playerId: alice.member })).status).toBe(400);
    const { data } = (await asker.post('/api/admin/wallet/ledger/export', { playerId: alice.member, reason })).body;
    expect(data.csv.split('\r\n')).toHaveLength(data.rows + 1);
    expect(data.csv).toContain(',FEE,BINANCE:BTCUSDT,-');
    expect((await audited('exportMemberLedger')).at(-1)).toMatchObject({ target: `member:${alice.member}`, reason });
  });

  it('says so when a row is missing', async () => {
    const { pool } = exchange.server.context;
    const gone = await pool.query(
      'DELETE FROM wallet_ledger WHERE site_id = $1 AND account = $2 AND seq = (SELECT min(seq) FROM wallet_ledger WHERE site_id = $1 AND account = $2) RETURNING *',
      [MARU, bob.account],
    );
    const { proof } = (await asker.get('/api/admin/wallet/member', { playerId: bob.member })).body.data;
    expect(proof).toMatchObject({ state: 'DIFFERENT', differences: [{ purse: 'Futures', ledger: '10000.000000', added: '0.000000' }] });
    const [row] = gone.rows;
    const names = Object.keys(row);
    await pool.query(
      `INSERT INTO wallet_ledger (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    );
  });

  it('reads positions, orders and restrictions from the engine, histories from the lists', async () => {
    const { data } = (await asker.get('/api/admin/futures/member', { playerId: alice.member })).body;
    expect([data.positions.length, data.orders.length, data.flags.reduceOnly]).toEqual([1, 1, false]);
    const history = await asker.get('/api/admin/futures/history', { playerId: alice.member, type: 'trade' });
    expect(history.body.data.content[0]).toMatchObject({ role: 'TAKER', quantity: '0.010' });
  });

  it('keeps notes that nobody changes', async () => {
    await asker.post('/api/admin/member/note', { playerId: alice.member, text: '쿠폰 문의에 답변' });
    const { content } = (await other.get('/api/admin/member/notes', { playerId: alice.member })).body.data;
    expect(content[0]).toMatchObject({ kind: 'NOTE', text: '쿠폰 문의에 답변' });
    const { pool } = exchange.server.context;
    await expect(pool.query('UPDATE account_note SET text = $1', ['x'])).rejects.toThrow('notes are only added');
    await expect(pool.query('DELETE FROM account_note')).rejects.toThrow('notes are only added');
  });
});

describe('what operators do to a member', () => {
  it('a member that is shut out is out at once, with its note and its line (LGN-11)', async () => {
    const mia = await exchange.member('miamia', '0');
    expect((await mia.get('/api/me')).status).toBe(200);
    expect((await asker.post('/api/admin/member/status', { playerId: mia.member, status: 'DENY', reason })).status).toBe(200);
    expect((await mia.get('/api/me')).status).toBe(401);
    const login = await exchange.guest().post('/api/login', { username: 'miamia', password: 'a-long-passphrase' });
    expect(login.body.code).toBe('ACCOUNT_DENIED');
    expect((await audited('setMemberStatus')).at(-1)).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'DENY' }, reason });
    const { content } = (await asker.get('/api/admin/member/notes', { playerId: mia.member })).body.data;
    expect(content[0]).toMatchObject({ kind: 'ACT', act: 'setMemberStatus', text: reason });
    await asker.post('/api/admin/member/status', { playerId: mia.member, status: 'ACTIVE', reason });
    expect((await exchange.guest().post('/api/login', { username: 'miamia', password: 'a-long-passphrase' })).status).toBe(200);
  });

  it('an act that could not be written down has not happened', async () => {
    const { pool } = exchange.server.context;
    await pool.query(`ALTER TABLE account_note ADD CONSTRAINT none CHECK (act IS DISTINCT FROM 'setMemberStatus') NOT VALID`);
    expect((await asker.post('/api/admin/member/status', { playerId: bob.member, status: 'DENY', reason })).status).toBe(500);
    await pool.query('ALTER TABLE account_note DROP CONSTRAINT none');
    expect((await bob.get('/api/me')).status).toBe(200);
    expect((await file(asker, bob)).member.status).toBe('ACTIVE');
  });

  it('every device is logged out at once', async () => {
    const zoe = await exchange.member('zoezoe', '0');
    expect((await file(asker, zoe)).member.openLogins).toBe(1);
    await asker.post('/api/admin/member/end_logins', { playerId: zoe.member, reason });
    expect((await zoe.get('/api/me')).status).toBe(401);
    expect((await file(asker, zoe)).member.openLogins).toBe(0);
  });

  it('a lock after wrong passwords shows as a signal and is taken off', async () => {
    const tries = (password: string) => exchange.guest().post('/api/login', { username: 'bobby', password });
    for (let n = 0; n < 6; n++) await tries('wrong-password');
    expect((await file(asker, bob)).signals.map((signal: { kind: string }) => signal.kind)).toContain('LOGIN_LOCKED');
    await asker.post('/api/admin/member/reset_lock', { playerId: bob.member, reason });
    expect((await file(asker, bob)).signals.map((signal: { kind: string }) => signal.kind)).not.toContain('LOGIN_LOCKED');
    expect((await tries('a-long-passphrase')).status).toBe(200);
  });

  it('restricts trading in the engine at once', async () => {
    const flags = (mayNotOrder: boolean) =>
      asker.post(
        '/api/admin/futures/account_flags',
        { playerId: bob.member, mayNotOrder, reason },
        { 'idempotency-key': `f${mayNotOrder}` },
      );
    expect((await flags(true)).status).toBe(200);
    expect((await bob.post(ORDER, limit, { 'idempotency-key': 'desk-no' })).status).not.toBe(200);
    await flags(false);
    expect((await bob.post(ORDER, limit, { 'idempotency-key': 'desk-yes' })).status).toBe(200);
  });

  it('a leverage limit lowers what was chosen, binds orders and choices, and leaves open positions to be reduced', async () => {
    const limitTo = (leverage: number | null) =>
      asker.post('/api/admin/futures/leverage_limit', { playerId: alice.member, leverage, reason });
    const choose = (futuresOptionId: number, leverage: number) => alice.post('/api/futures/order/leverage', { futuresOptionId, leverage });
    const chosen = async (id: number) => (await alice.get('/api/futures/last_leverage', { futuresOptionId: id })).body.data.leverage;
    // Alice holds a position of the first symbol, at more than is allowed from now on.
    const held = await chosen(1);
    expect(held).toBeGreaterThan(3);
    const { id } = (await alice.post(ORDER, limit)).body.data.order;
    expect((await choose(2, 50)).status).toBe(200);
    const { data } = (await limitTo(3)).body;
    expect(data).toEqual({ playerId: alice.member, leverage: 3, kept: [{ futuresOptionId: 1, leverage: held }] });
    expect([await chosen(2), await chosen(3)]).toEqual([3, 3]);
    expect((await choose(2, 4)).body).toMatchObject({ code: 'LEVERAGE_LIMITED', data: { limit: 3 } });
    expect((await choose(2, 2)).status).toBe(200);
    await ladder();
    expect((await alice.post(ORDER, { ...market, quantity: '0.001' })).body.code).toBe('LEVERAGE_LIMITED');
    const more = { id, price: limit.price, quantity: '0.011' };
    expect((await alice.post('/api/futures/order/amend', more)).body).toMatchObject({ code: 'LEVERAGE_LIMITED', data: { limit: '3' } });
    const reducing = { ...market, side: 'SELL', quantity: '0.001', reduceOnly: true };
    expect((await alice.post(ORDER, reducing)).status).toBe(200);
    expect((await asker.get('/api/admin/futures/member', { playerId: alice.member })).body.data.leverageLimit).toBe(3);
    expect((await audited('setLeverageLimit')).at(-1)).toMatchObject({ before: { leverageLimit: null }, after: { leverageLimit: 3 } });
    expect((await limitTo(null)).body.data.kept).toEqual([]);
    expect((await choose(2, 20)).status).toBe(200);
  });

  it('a daily withdrawal limit stands in the file and is there for whoever pays out', async () => {
    const limitTo = (dailyLimit: string | null) =>
      asker.post('/api/admin/member/withdraw_limit', { playerId: bob.member, dailyLimit, reason });
    const asked = () => exchange.server.context.services.use(withdrawLimitOf)(MARU, bob.member);
    expect((await limitTo('1.1234567')).body.code).toBe('INVALID_FIELD');
    expect((await limitTo('2500.5')).status).toBe(200);
    expect([(await file(asker, bob)).withdrawLimit, await asked()]).toEqual(['2500.5', 2_500_500_000]);
    await limitTo(null);
    expect([(await file(asker, bob)).withdrawLimit, await asked()]).toEqual([null, null]);
    expect(await audited('setWithdrawLimit')).toMatchObject([
      { refusal: 'INVALID_FIELD' },
      { before: { withdrawLimit: null }, after: { withdrawLimit: '2500.5' } },
      { before: { withdrawLimit: '2500.5' }, after: { withdrawLimit: null } },
    ]);
  });

  it('an open page hears of a note, an act and money by themselves; of who is not looked at nothing is told', async () => {
    const told: unknown[] = [];
    const stop = exchange.server.context.sockets.tapTopic(MARU, '/topic/desk/maru', (note) => told.push(note));
    const note = { type: 'CHANGED', kind: 'member', id: bob.member };
    await asker.post('/api/admin/member/note', { playerId: bob.member, text: '전화 옴' });
    expect(told).toContainEqual(note);
    const [lou, kim] = [await exchange.member('louloulou', '10'), await exchange.member('kimkimkim', '10')];
    await file(asker, lou);
    const move = { from: 'FUTURES', to: 'USDT', point: '1' };
    for (const member of [kim, lou]) expect((await member.post('/api/dnw/transfer', move)).status).toBe(200);
    await expect.poll(() => told).toContainEqual({ ...note, id: lou.member });
    expect(told).not.toContainEqual({ ...note, id: kim.member });
    stop();
  });

  it('a sign-up that waits is decided once', async () => {
    const { pool } = exchange.server.context;
    const wai = await exchange.member('waiting', '0');
    await pool.query(`UPDATE account_member SET status = 'WAIT' WHERE id = $1`, [wai.member]);
    expect(await usernames({ status: 'WAIT' })).toEqual(['waiting']);
    const decide = (decision: string) => asker.post('/api/admin/member/decide', { playerId: wai.member, decision, reason });
    expect((await decide('APPROVE')).status).toBe(200);
    expect((await decide('REFUSE')).body.code).toBe('SIGNUP_DECIDED');
    expect((await file(asker, wai)).member.status).toBe('ACTIVE');
  });

  it('who waits is let in by nobody without the right to decideRequest, by the status alone or with others', async () => {
    const { pool } = exchange.server.context;
    const wai = await exchange.member('waits-on', '0');
    await pool.query(`UPDATE account_member SET status = 'WAIT' WHERE id = $1`, [wai.member]);
    const clerk = await exchange.operator(['member.read', 'member.write']);
    const letIn = await clerk.post('/api/admin/member/status', { playerId: wai.member, status: 'ACTIVE', reason });
    expect(letIn.body.code).toBe('NO_PERMISSION');
    const bulk = await clerk.post('/api/admin/member/bulk', { playerIds: [wai.member], act: 'ALLOW', reason });
    expect(bulk.body.data.content[0]).toMatchObject({ result: 'REFUSED', code: 'NO_PERMISSION' });
    expect((await file(asker, wai)).member.status).toBe('WAIT');
  });

  it('a hold is set by one and lifted by two', async () => {
    expect((await asker.post('/api/admin/member/lift_hold', { playerId: bob.member, reason })).body.code).toBe('NOTHING_HELD');
    await asker.post('/api/admin/member/hold', { playerId: bob.member, days: 3, reason });
    expect((await file(asker, bob)).hold).toMatchObject({ reason: 'OPERATOR' });
    const asked = await asker.post('/api/admin/member/lift_hold', { playerId: bob.member, reason });
    expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
    expect((await file(asker, bob)).hold).not.toBeNull();
    expect((await decideRequest(other, asked.body.data.requestId)).status).toBe(200);
    expect((await file(asker, bob)).hold).toBeNull();
  });
});

describe('what opens a member’s protection', () => {
  const ask2 = (path: string, member: TestMember, more: object = {}) =>
    asker.post(`/api/admin/member/${path}`, { playerId: member.member, reason, ...more });

  it('a second factor goes by two persons, and with it every login; withdrawals are held', async () => {
    const eva = await exchange.member('evaeva', '0');
    const checked = { checkedBy: 'VIDEO' };
    expect((await ask2('remove_factor', eva, checked)).body.code).toBe('NO_SECOND_FACTOR');
    const { pool } = exchange.server.context;
    await pool.query(`INSERT INTO account_totp (member_id, site_id, secret, created_at, confirmed_at) VALUES ($1, $2, '', now(), now())`, [
      eva.member,
      MARU,
    ]);
    const asked = await ask2('remove_factor', eva, checked);
    expect(asked.body.code).toBe('APPROVAL_REQUIRED');
    expect((await file(asker, eva)).member.totpSince).not.toBeNull();
    expect((await decideRequest(asker, asked.body.data.requestId)).status).toBe(403);
    expect((await decideRequest(other, asked.body.data.requestId)).status).toBe(200);
    const { member, hold } = await file(asker, eva);
    expect([member.totpSince, member.openLogins, hold.reason]).toEqual([null, 0, 'TOTP_OFF']);
    expect((await eva.get('/api/me')).status).toBe(401);
  });

  it('settings that a member locked are opened by nobody', async () => {
    const ida = await exchange.member('idaida', '0');
    await exchange.server.context.pool.query(
      `WITH locked AS (UPDATE account_member SET settings_locked_until = now() + interval '1 day' WHERE id = $1)
       INSERT INTO account_totp (member_id, site_id, secret, created_at, confirmed_at) VALUES ($1, $2, '', now(), now())`,
      [ida.member, MARU],
    );
    expect((await ask2('remove_factor', ida, { checkedBy: 'DOCUMENT' })).body.code).toBe('SETTINGS_LOCKED');
  });

  it('what was done is found in the log by its name in either language as well as by its code', async () => {
    const actions = async (action: string) => {
      const { content } = (await asker.get('/api/admin/audit/list', { action, size: 200 })).body.data;
      return [...new Set(content.map((line: { action: string }) => line.action))];
    };
    expect(await actions('가린 정보')).toEqual(await actions('revealMember'));
    expect(await actions('revealMember')).toEqual(['revealMember']);
    expect(await actions('ask for APPROVAL')).toEqual(['askApproval']);
    expect(await actions('아무도 하지 않은 일')).toEqual([]);
  });

  it('an account that its owner locked opens by two persons', async () => {
    const zed = await exchange.member('zedzed', '0');
    expect((await ask2('unlock', zed)).body.code).toBe('NOT_LOCKED');
    await zed.post('/api/user/lock');
    const asked = await ask2('unlock', zed);
    expect((await decideRequest(other, asked.body.data.requestId)).status).toBe(200);
    const { member, hold } = await file(asker, zed);
    expect([member.lockedAt, hold.reason]).toEqual([null, 'OPERATOR']);
  });
});

ledgerEntryCases(() => ({ exchange, alice, bob, foreign, asker, other }));
