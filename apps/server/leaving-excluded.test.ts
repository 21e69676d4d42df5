// Leaving while one has shut oneself out (ADR 0049): a password and a code open this one act, no other way in, and the exclusion goes on. And one asked for in the moment in which a leaving becomes final.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { besideTransaction } from '@maru/kit/server/transaction.ts';
import { leavingParts } from '@maru/member/contract.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK, openTestExchange } from './testing/test-exchange.ts';
import { BTC, limit, ORDER } from './testing/two-members.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';

const CALL = '/api/leave_excluded';
const password = 'a-long-passphrase';
const clock = stoppableClock();
let exchange: TestExchange;
beforeAll(async () => {
  exchange = await openTestExchange({ clock });
});
afterAll(() => exchange.stop());

const pool = () => exchange.server.context.pool;
const guest = () => exchange.guest();
const statusOf = async ({ member }: TestMember) =>
  (await pool().query('SELECT status FROM account_member WHERE id = $1', [member])).rows[0].status;
const ask = (username: string, word = password) => guest().post(CALL, { username, password: word });
const shutOut = async (username: string, usdt = '0', days = 180) => {
  const member = await exchange.member(username, usdt);
  expect((await member.post('/api/user/exclude', { days, password })).status).toBe(200);
  return member;
};
/** The newest code that went to the member, as the demo's inbox shows it. */
async function codeFor(username: string): Promise<string> {
  const { rows } = await pool().query('SELECT phone FROM account_member WHERE username = $1 AND site_id = 1', [username]);
  const read = async () => {
    for (const to of [`${username}@example.com`, rows[0].phone]) {
      const { content } = (await guest().get('/api/demo/inbox', { to })).body.data as { content: { text: string }[] };
      for (const { text } of content) {
        const found = /\b\d{6}\b/.exec(text)?.[0];
        if (found !== undefined) return found;
      }
    }
    return '';
  };
  await expect.poll(read).not.toBe('');
  return read();
}
async function ticketFor(username: string): Promise<string> {
  const { challenge, key } = (await ask(username)).body.data;
  const proven = await guest().post(`${CALL}/prove`, { challenge, key, code: await codeFor(username) });
  expect(proven.body).toMatchObject({ status: 'success', data: { expiresIn: 900 } });
  return proven.body.data.ticket;
}

describe('whoever has shut itself out', () => {
  it('leaves by password and code without a login; the exclusion binds the person to its day', async () => {
    const anna = await shutOut('anna_shut', '40');
    const { phone } = (await pool().query('SELECT phone FROM account_member WHERE id = $1', [anna.member])).rows[0];
    expect((await guest().post('/api/login', { username: 'anna_shut', password })).body.code).toBe('ACCOUNT_EXCLUDED');
    const ticket = await ticketFor('anna_shut');
    const look = (await guest().post(`${CALL}/look`, { ticket })).body.data;
    expect(look).toMatchObject({ isShared: false, obstacles: [], held: { total: '40', mayGiveUp: true } });
    // The ticket is no login: nothing else opens by it, and none was begun.
    for (const path of ['/api/me', '/api/wallet/my', '/api/user/leave'])
      expect((await guest().get(path, {}, { authorization: `Bearer ${ticket}` })).status).toBe(401);
    expect((await guest().post('/api/login', { refreshToken: ticket })).status).toBe(401);
    expect((await guest().post('/api/login/second', { challenge: ticket, code: '123456' })).body.code).toBe('CHALLENGE_EXPIRED');
    const logins = await pool().query('SELECT 1 FROM account_login WHERE member_id = $1 AND ended_at IS NULL', [anna.member]);
    expect(logins.rows).toEqual([]);
    expect((await guest().post(`${CALL}/finish`, { ticket, givesUp: '39' })).body.code).toBe('LEAVE_GIVE_UP');
    expect(await statusOf(anna)).toBe('ACTIVE');
    const left = await guest().post(`${CALL}/finish`, { ticket, givesUp: '40' });
    expect(left.body).toMatchObject({ status: 'success', data: { left: true } });
    expect(await statusOf(anna)).toBe('LEFT');
    // Its answer was lost: the same once more.
    expect((await guest().post(`${CALL}/finish`, { ticket, givesUp: '40' })).body.data).toEqual(left.body.data);
    const form = { username: 'anna_new', password, name: 'Kim', nick: 'n_anna_new', phone, email: 'new@example.com' };
    clock.skip(31 * DAY_MS);
    expect((await guest().post('/api/player', form)).body).toMatchObject({ code: 'PERSON_EXCLUDED' });
    clock.skip(150 * DAY_MS);
    expect((await guest().post('/api/player', form)).body).toMatchObject({ status: 'success' });
  });

  it('is told what stands in the way, and nothing is done', async () => {
    const bert = await exchange.member('bert_shut', '1000');
    await exchange.setMark(BTC, '60000.00');
    expect((await bert.post(ORDER, { ...limit, price: '50000' })).body.code).toBeUndefined();
    await pool().query("UPDATE account_member SET excluded_until = now() + interval '9 years' WHERE id = $1", [bert.member]);
    const ticket = await ticketFor('bert_shut');
    expect((await guest().post(`${CALL}/look`, { ticket })).body.data.obstacles).toMatchObject([{ kind: 'ORDERS', count: 1 }]);
    const refused = await guest().post(`${CALL}/finish`, { ticket, givesUp: '1000' });
    expect(refused.body).toMatchObject({ code: 'LEAVE_OBSTACLES', data: { kinds: 'ORDERS' } });
    expect(await statusOf(bert)).toBe('ACTIVE');
  });
});

describe('the gateway', () => {
  it('opens to nobody without the password, nor without the code, which is the member’s own and good once', async () => {
    await shutOut('cleo_shut');
    const dora = await shutOut('dora_shut');
    expect((await ask('cleo_shut', 'something-else')).body.code).toBe('BAD_CREDENTIALS');
    expect((await ask('nobody_shut')).body.code).toBe('BAD_CREDENTIALS');
    const asked = (await ask('cleo_shut')).body.data;
    expect(asked).toMatchObject({ ways: [], isEmail: true, sentTo: 'cl…@example.com' });
    const code = await codeFor('cleo_shut');
    const prove = (body: object) => guest().post(`${CALL}/prove`, { challenge: asked.challenge, key: asked.key, code, ...body });
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await prove({ code: wrong })).body.code).toBe('CODE_WRONG');
    expect((await prove({ key: undefined })).body.code).toBe('REQUIRED_FIELD');
    const elsewhere = { challenge: asked.challenge, key: asked.key, code };
    expect((await exchange.guest(HANOK).post(`${CALL}/prove`, elsewhere)).body.code).toBe('CHALLENGE_EXPIRED');
    // Another's code under one's own challenge.
    const other = (await ask('dora_shut')).body.data;
    const crossed = await guest().post(`${CALL}/prove`, { challenge: other.challenge, key: asked.key, code });
    expect(crossed.body.code).toBe('CERTIFICATE_INVALID');
    expect((await prove({})).body.code).toBe('CODE_EXPIRED');
    expect(await statusOf(dora)).toBe('ACTIVE');
    // The code opens no new password either.
    const reset = { key: asked.key, password: 'Another-plank-42' };
    expect((await guest().post('/api/certi/change_password_with_certi', reset)).body.code).toBe('CERTIFICATE_INVALID');
    expect((await guest().post(`${CALL}/finish`, { ticket: 'x'.repeat(43) })).body.code).toBe('LEAVE_TICKET');
  });

  it('is shut to who is not shut out, locked, of another site or late', async () => {
    const eva = await exchange.member('eva_shut', '0');
    expect((await ask('eva_shut')).body.code).toBe('NOT_EXCLUDED');
    await eva.post('/api/user/exclude', { days: 30, password });
    const ticket = await ticketFor('eva_shut');
    expect((await exchange.guest(HANOK).post(`${CALL}/finish`, { ticket })).body.code).toBe('LEAVE_TICKET');
    await pool().query('UPDATE account_member SET locked_at = now() WHERE id = $1', [eva.member]);
    expect((await guest().post(`${CALL}/finish`, { ticket })).body.code).toBe('ACCOUNT_LOCKED');
    await pool().query('UPDATE account_member SET locked_at = NULL WHERE id = $1', [eva.member]);
    clock.skip(901_000);
    expect((await guest().post(`${CALL}/finish`, { ticket })).body.code).toBe('LEAVE_TICKET');
    clock.skip(31 * DAY_MS);
    expect((await ask('eva_shut')).body.code).toBe('NOT_EXCLUDED');
    expect((await guest().post(CALL, { username: 'demo1', password: 'demo1234' })).body.code).toBe('SHARED_DEMO');
  });

  it('asks for the second factor where one is on', async () => {
    const otto = await exchange.member('otto_shut', '0');
    const { secret } = (await otto.post('/api/user/totp/start', { password })).body.data;
    const code = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() });
    expect((await otto.post('/api/user/totp/confirm', { code: code() })).status).toBe(200);
    expect((await otto.post('/api/user/exclude', { days: 30, password })).status).toBe(200);
    clock.skip(60_000);
    const { challenge, ways, key } = (await ask('otto_shut')).body.data;
    expect([ways, key]).toEqual([['TOTP', 'RECOVERY'], '']);
    const prove = (digits: string) => guest().post(`${CALL}/prove`, { challenge, code: digits });
    expect((await prove(code() === '000000' ? '000001' : '000000')).body.code).toBe('OTP_WRONG');
    const { ticket } = (await prove(code())).body.data;
    expect((await guest().post(`${CALL}/finish`, { ticket })).body.status).toBe('success');
    expect(await statusOf(otto)).toBe('LEFT');
  });
});

const EXCLUDE = '/api/user/exclude';
const rowOf = async (table: string, column: string, { member }: TestMember) =>
  (await pool().query(`SELECT * FROM ${table} WHERE ${column} = $1`, [member])).rows;
/** Until a connection of the server waits for a lock within this statement; asked from inside the transaction that holds it. */
const waitsAt = (statement: string) => {
  const text = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1 || '%'";
  const look = async () => (await besideTransaction(() => pool().query(text, [statement]))).rowCount;
  return expect.poll(look, { timeout: 20_000, interval: 20 }).toBe(1);
};
/** Its phone signs up anew, longer after than anybody must wait who only left. */
async function joinsAgain(phone: string, username: string): Promise<string | undefined> {
  clock.skip(31 * DAY_MS);
  const form = { username, password, name: 'Kim', nick: `n_${username}`, phone, email: `${username}@new.example` };
  return (await exchange.guest().post('/api/player', form)).body.code;
}

it.each([
  ['before it is decided', 'decided', 'cora_go'],
  ['while it becomes final', 'UPDATE account_member SET excluded_until', 'cleo_go'],
  ['behind it', 'SELECT ci_hash FROM account_person', 'cyra_go'],
])('a member that shuts itself out %s is shut out as a person, on every site', async (_when, at, name) => {
  const member = await exchange.member(name, '0');
  const elsewhere = await exchange.member(`${name}_h`, '0', HANOK);
  const { phone } = (await rowOf('account_member', 'id', member))[0];
  for (const { member: id, site } of [member, elsewhere])
    await pool().query(
      'INSERT INTO account_person (member_id, site_id, di_hash, ci_hash, birth_date, proven_at) VALUES ($1, $2, $3, $4, $5, now())',
      [id, site, `di of ${name}`, `ci of ${name}`, Buffer.alloc(0)],
    );
  let shut: ReturnType<typeof member.post> | undefined;
  const shutsOut = () => (shut ??= member.post(EXCLUDE, { days: 180, password }));
  exchange.server.context.services.use(leavingParts).register({
    name: 'test',
    async obstacles({ account }) {
      if (account === member.account && at === 'decided') await shutsOut();
      return [];
    },
    // The row is locked, and nothing is final before this answers.
    async erase(sql, { account }) {
      if (account !== member.account || at === 'decided' || shut !== undefined) return;
      if (at.startsWith('SELECT')) await sql.query('LOCK TABLE account_person IN ACCESS EXCLUSIVE MODE');
      void shutsOut();
      await waitsAt(at);
    },
  });
  expect((await member.post('/api/user/leave', { password })).body).toMatchObject({ status: 'success' });
  const told = await shut;
  expect(told?.body, JSON.stringify(told?.body)).toMatchObject({ status: 'success' });
  const until = new Date(told?.body.data.until);
  expect((await rowOf('account_left', 'member_id', member))[0].excluded_until).toEqual(until);
  expect((await rowOf('account_member', 'id', elsewhere))[0].excluded_until).toEqual(until);
  expect(await statusOf(member)).toBe('LEFT');
  // No mail goes to what its row is called since.
  expect((await pool().query("SELECT recipient FROM outbox_message WHERE recipient IN ('', $1)", [`#${member.member}`])).rows).toEqual([]);
  await pool().query('UPDATE account_left SET di_hash = NULL WHERE member_id = $1', [member.member]);
  expect(await joinsAgain(phone, `${name}2`)).toBe('PERSON_EXCLUDED');
});
