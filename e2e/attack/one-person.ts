// Two accounts that are one person, under attack: invitations in every order, shared places, and who may vouch; called with the server of operators.test.ts.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { confirmFromHost, makeFromHost } from '@maru/operator/server/from-host.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { newOperator, tokenOf } from '../../apps/server/testing/operator.ts';
import { bearer, from } from './desk-callers.ts';
import type { TestExchange } from './test-exchange.ts';
import { askPaint } from './paint-shop.ts';

/** An account with a token, calling from a place of its own. */
interface Caller {
  id: number;
  username: string;
  headers: Record<string, string>;
}

export function judgeOnePerson(exchangeNow: () => TestExchange): void {
  let exchange: TestExchange;
  let ownerRole: number;
  let serial = 0;
  beforeAll(async () => {
    exchange = exchangeNow();
    const { rows } = await exchange.server.context.pool.query<{ id: number }>("SELECT id FROM operator_role WHERE code = 'owner'");
    ownerRole = Number(rows[0].id);
  });
  const context = () => exchange.server.context;
  /** As the machine makes one: nobody invited it. */
  const founder = async (): Promise<Caller> => {
    const { id, username, token } = await newOperator(context(), { isConfirmed: false });
    exchange.clock.advance(1000);
    return { id, username, headers: { ...bearer(token), ...from() } };
  };
  const invited = async (by: Caller): Promise<Caller> => {
    const username = `one-${++serial}`;
    const body = { username, name: username, grants: [{ roleId: ownerRole, site: null }] };
    const made = await exchange.post('/api/admin/operator/create', body, by.headers);
    expect(made.status).toBe(200);
    exchange.clock.advance(1000);
    return { id: made.body.data.id, username, headers: { ...bearer(await tokenOf(context(), made.body.data.id)), ...from() } };
  };
  const ask = async (who: Caller) => {
    const asked = await exchange.post(askPaint.path, { colour: `of ${who.username}` }, who.headers);
    expect(asked.body.code).toBe('APPROVAL_REQUIRED');
    return asked.body.data.requestId as number;
  };
  const look = async (id: number, who: Caller) => (await exchange.get(`/api/admin/approval?id=${id}`, who.headers)).body.data;
  /** `by` asks, `who` says yes: the code it is refused with, or the status. */
  const answerOf = async (by: Caller, who: Caller) => {
    const id = await ask(by);
    const row = await look(id, who);
    const { status, body } = await exchange.post('/api/admin/approval/decide', { id, isApproved: true, print: row.print }, who.headers);
    expect(row.mayDecide, 'the page says what the server does').toBe(status === 200);
    return status === 200 ? 'APPROVED' : body.code;
  };
  const both = async (one: Caller, other: Caller) => [await answerOf(one, other), await answerOf(other, one)];
  const LINKED = ['APPROVAL_LINKED', 'APPROVAL_LINKED'];
  const TWO = ['APPROVED', 'APPROVED'];
  const act = (name: string, who: Caller, body: object) =>
    exchange.post(`/api/admin/operator/${name}`, { reason: 'met in person', ...body }, who.headers);
  const confirm = async (who: Caller, whom: Caller) => (await act('confirm', who, { id: whom.id })).body.code ?? 'CONFIRMED';
  const rowOf = async (who: Caller, id: number) =>
    (await exchange.get('/api/admin/operator/list', who.headers)).body.data.content.find((row: { id: number }) => row.id === id);

  describe('who is one person', () => {
    test('inviter and invitee are one, whichever of them asks; two founders are two', async () => {
      const [boss, other] = [await founder(), await founder()];
      const puppet = await invited(boss);
      expect(await both(boss, puppet)).toEqual(LINKED);
      expect(await both(boss, other)).toEqual(TWO);
      expect(await both(puppet, other)).toEqual(TWO);
      const id = await ask(puppet);
      expect((await exchange.post('/api/admin/approval/claim', { id }, boss.headers)).body.code).toBe('APPROVAL_LINKED');
      expect((await look(id, boss)).ties).toEqual(['INVITED']);
    });

    test('so are two invitees of one, and a chain of invitations however long', async () => {
      const boss = await founder();
      const [left, right] = [await invited(boss), await invited(boss)];
      expect(await both(left, right)).toEqual(LINKED);
      const grandchild = await invited(right);
      const last = await invited(grandchild);
      for (const one of [boss, left, right, grandchild]) expect(await both(one, last)).toEqual(LINKED);
    });

    test('another link by another person takes no tie away, nor does a lock, nor weeks', async () => {
      const [boss, stranger] = [await founder(), await founder()];
      const puppet = await invited(boss);
      expect((await act('invite', stranger, { id: puppet.id })).status).toBe(200);
      puppet.headers = { ...puppet.headers, ...bearer(await tokenOf(context(), puppet.id)) };
      expect(await both(boss, puppet)).toEqual(LINKED);
      expect(await both(stranger, puppet)).toEqual(LINKED);
      const left = await invited(boss);
      expect((await act('lock', boss, { id: left.id, isLocked: true })).status).toBe(200);
      const again = await invited(boss);
      expect(await both(boss, again)).toEqual(LINKED);
      exchange.clock.advance(400 * DAY_MS);
      for (const one of [boss, again]) one.headers = { ...one.headers, ...bearer(await tokenOf(context(), one.id)) };
      expect(await both(boss, again)).toEqual(LINKED);
    });

    test('only a third, unlinked owner vouches; from then on they are two, until a new link ties them again', async () => {
      const [boss, third] = [await founder(), await founder()];
      const [puppet, sibling] = [await invited(boss), await invited(boss)];
      expect([await confirm(boss, puppet), await confirm(sibling, puppet), await confirm(puppet, puppet)]).toEqual([
        'CONFIRM_LINKED',
        'CONFIRM_LINKED',
        'OPERATOR_SELF',
      ]);
      const clerk = await newOperator(context(), { rights: ['operator.*', 'approval.*'] });
      expect(await confirm({ ...clerk, headers: { ...bearer(clerk.token), ...from() } }, puppet)).toBe('CONFIRM_OWNER');
      expect([(await rowOf(boss, puppet.id)).mayConfirm, (await rowOf(third, puppet.id)).mayConfirm]).toEqual([false, true]);
      expect(await confirm(third, puppet)).toBe('CONFIRMED');
      expect(await rowOf(third, puppet.id)).toMatchObject({ ties: [], mayConfirm: false, confirmed: { by: third.username } });
      expect(await confirm(third, puppet)).toBe('CONFIRM_NOTHING');
      expect(await both(boss, puppet)).toEqual(TWO);
      expect(await both(sibling, puppet)).toEqual(TWO);
      expect(await both(boss, sibling)).toEqual(LINKED);
      const { rows } = await context().pool.query(
        "SELECT before, after, reason FROM operator_audit WHERE action = 'confirmOperator' AND refusal IS NULL",
      );
      expect(rows.at(-1)).toMatchObject({ before: expect.stringContaining(boss.username), after: '{"ties":[]}', reason: 'met in person' });
      exchange.clock.advance(1000);
      expect((await act('invite', boss, { id: puppet.id })).status).toBe(200);
      puppet.headers = { ...puppet.headers, ...bearer(await tokenOf(context(), puppet.id)) };
      expect(await both(boss, puppet)).toEqual(LINKED);
    });

    test('a link that was made before somebody vouched and is opened after it ties anew: its maker may have kept it', async () => {
      const [boss, third] = [await founder(), await founder()];
      const grants = [{ roleId: ownerRole, site: null }];
      const made = await exchange.post('/api/admin/operator/create', { username: 'kept-link', name: 'Kim', grants }, boss.headers);
      const { id, setupToken } = made.body.data;
      exchange.clock.advance(1000);
      const kim: Caller = { id, username: 'kept-link', headers: from() };
      expect(await confirm(third, kim)).toBe('CONFIRMED');
      exchange.clock.advance(1000);
      const opened = await exchange.post('/api/admin/setup', { token: setupToken, password: 'a-desk-of-pine-wood' }, from());
      expect(opened.status).toBe(200);
      kim.headers = { ...bearer(await tokenOf(context(), id)), ...from() };
      expect(await both(boss, kim)).toEqual(LINKED);
      exchange.clock.advance(1000);
      expect(await confirm(third, kim)).toBe('CONFIRMED');
      expect(await both(boss, kim)).toEqual(TWO);
    });

    test('a tie to somebody of another brand is told without its name', async () => {
      const grant = (username: string, site: number) =>
        newOperator(context(), { username, site, rights: ['operator.*'], isConfirmed: false });
      const [here, there] = [await grant('tied-here', 1), await grant('tied-there', 2)];
      const trace =
        "INSERT INTO operator_trace (operator_id, kind, value, first_at, last_at) VALUES ($1, 'ADDRESS', '198.51.100.99', $2, $2)";
      for (const { id } of [here, there]) await context().pool.query(trace, [id, new Date(context().clock.now())]);
      const clerk: Caller = { ...here, headers: { ...bearer(here.token), ...from() } };
      expect((await rowOf(clerk, here.id)).ties).toEqual([{ id: there.id, username: '', name: '', why: ['ADDRESS'] }]);
      expect((await rowOf(await founder(), here.id)).ties).toEqual([
        { id: there.id, username: 'tied-there', name: 'tied-there', why: ['ADDRESS'] },
      ]);
    });

    test('a new password of a vouching owner makes its giver one with that owner: nobody vouches through another’s account', async () => {
      const [boss, third] = [await founder(), await founder()];
      const puppet = await invited(boss);
      expect((await act('invite', boss, { id: third.id })).status).toBe(200);
      third.headers = { ...third.headers, ...bearer(await tokenOf(context(), third.id)) };
      expect(await confirm(third, puppet)).toBe('CONFIRM_LINKED');
      expect(await both(boss, third)).toEqual(LINKED);
    });

    test('one address is one person, whatever address the client claims for itself; so is one household of IPv6', async () => {
      const [one, other, third] = [await founder(), await founder(), await founder()];
      await ask(one);
      const ip = one.headers['x-forwarded-for'];
      // A proxy appends what it saw: what stands before it is the client's own claim.
      const claimed: Caller = { ...other, headers: { ...other.headers, 'x-forwarded-for': `203.0.113.77, ${ip}` } };
      expect(await answerOf(one, claimed)).toBe('APPROVAL_LINKED');
      expect(await answerOf(other, one), 'once seen there, from anywhere').toBe('APPROVAL_LINKED');
      expect(await answerOf(one, third)).toBe('APPROVED');
      const at = (who: Caller, address: string) => ({ ...who, headers: { ...who.headers, 'x-forwarded-for': address } });
      const [six, seven] = [await founder(), await founder()];
      expect(await answerOf(at(six, '2001:db8:0:12::5'), at(seven, '2001:db8:0:13::5'))).toBe('APPROVED');
      expect(await answerOf(at(six, '2001:db8:0:12::5'), at(seven, '2001:0db8::12:ffff:1:2:3'))).toBe('APPROVAL_LINKED');
      expect(await confirm(third, other)).toBe('CONFIRMED');
      expect(await both(one, other)).toEqual(TWO);
    });

    test('one browser is one person, from two addresses too: its name comes with the way in and nobody reads it', async () => {
      const { token } = await makeFromHost(context(), { username: 'at-the-desk', name: 'x', role: 'owner', site: undefined });
      const set = await exchange.post('/api/admin/setup', { token, password: 'a-desk-of-pine-wood' }, from());
      const cookie = set.headers.get('set-cookie') as string;
      expect(cookie).toMatch(/^maru_desk_device=[\w-]{24}; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
      const { rows } = await context().pool.query("SELECT id FROM operator_operator WHERE username = 'at-the-desk'");
      const first: Caller = {
        id: Number(rows[0].id),
        username: 'at-the-desk',
        headers: { ...bearer(await tokenOf(context(), rows[0].id)), ...from() },
      };
      const second = await founder();
      const [device] = cookie.split(';');
      expect(await answerOf(first, second)).toBe('APPROVED');
      const same: Caller = { ...second, headers: { ...second.headers, cookie: `a=b; ${device}; c=d` } };
      expect(await answerOf(first, same)).toBe('APPROVAL_LINKED');
      expect((await look(await ask(first), second)).ties).toEqual(['DEVICE']);
      const dump = await context().pool.query("SELECT value FROM operator_trace WHERE kind = 'DEVICE'");
      expect(JSON.stringify(dump.rows)).not.toContain(device.split('=')[1]);
    });

    test('an installation of one owner and its invitees is told that nobody can decide; the machine vouches', async () => {
      await context().pool.query("UPDATE operator_operator SET status = 'LOCKED'");
      const boss = await founder();
      const puppet = await invited(boss);
      const id = await ask(boss);
      expect(await look(id, puppet)).toMatchObject({ deciders: 0, mayDecide: false, ties: ['INVITED'] });
      await confirmFromHost(context(), puppet.username);
      expect(await look(id, boss)).toMatchObject({ deciders: 1 });
      expect(await both(boss, puppet)).toEqual(TWO);
      await context().pool.query("UPDATE operator_operator SET status = 'ACTIVE'");
    });
  });
}
