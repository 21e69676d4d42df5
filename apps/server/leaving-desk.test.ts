// What operators see of a member that left, and that no call of the desk does anything to it any more (ADR 0049).
import { decideRequest } from './testing/decide-request.ts';
import { AccountFlag } from '@maru/engine/wire/command.ts';
import { createContactFeature } from '@maru/contact/server/feature.ts';
import { createFileFeature } from '@maru/file/server/feature.ts';
import type { Route } from '@maru/kit/contract/route.ts';
import { messageFeature } from '@maru/message/server/feature.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeatures } from './features.ts';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';

const LEAVE = '/api/user/leave';
const password = 'a-long-passphrase';
let exchange: TestExchange;
beforeAll(async () => {
  exchange = await openTestExchange({ env: { MARU_DEMO: 'off' }, more: [createFileFeature(), messageFeature, createContactFeature()] });
});
afterAll(() => exchange.stop());

const context = () => exchange.server.context;
const flagsOf = async ({ site, account }: TestMember) => (await context().engine.query<{ flags: number }>(site, 'riskOf', account)).flags;
const phoneOf = async (member: TestMember): Promise<string> => (await member.get('/api/me')).body.data.phone;

const operatorPosts = () =>
  createFeatures()
    .flatMap(({ routes }) => routes)
    .filter(({ route }) => route.right !== undefined && route.method === 'POST');
const fieldsOf = ({ body }: Route) => Object.keys((body as { _zod?: { def: { shape?: object } } } | undefined)?._zod?.def.shape ?? {});

describe('operators', () => {
  it('see the state, the identity only by revealing it, and can change nothing', async () => {
    const iris = await exchange.member('iris_go', '0');
    const phone = await phoneOf(iris);
    await iris.post(LEAVE, { password });
    const desk = await exchange.operator();
    const list = (await desk.get('/api/admin/member/list', { status: 'LEFT', q: iris.member })).body.data.content;
    expect(list).toMatchObject([{ id: iris.member, status: 'LEFT', name: '탈퇴한 회원' }]);
    expect(JSON.stringify((await desk.get('/api/admin/member', { playerId: iris.member })).body)).not.toMatch(/iris/);
    const reveal = (field: string) => desk.post('/api/admin/member/reveal', { playerId: iris.member, field });
    expect((await reveal('phone')).body.data.value).toBe(phone);
    expect((await reveal('username')).body.data.value).toBe('iris_go');
    const { rows } = await context().pool.query(
      "SELECT count(*)::int AS n FROM operator_audit WHERE action = 'revealMember' AND target = $1",
      [`member:${iris.member}`],
    );
    expect(rows[0].n).toBe(2);
    const about = { playerId: iris.member, reason: '되돌려 달라고 함' };
    expect((await desk.post('/api/admin/member/status', { ...about, status: 'LEFT' })).status).toBe(400);
    const acts: readonly (readonly [path: string, body: object])[] = [
      ['member/status', { status: 'ACTIVE' }],
      ['member/decide', { decision: 'APPROVE' }],
      ['member/end_logins', {}],
      ['member/reset_lock', {}],
      ['member/nick', { nick: 'iris_back' }],
      ['member/hold', { days: 3 }],
      ['member/withdraw_limit', { dailyLimit: '10' }],
      ['member/lift_hold', {}],
      ['member/remove_factor', { checkedBy: 'PHONE' }],
      ['member/unlock', {}],
      ['futures/account_flags', { frozen: false }],
      ['futures/leverage_limit', { leverage: 5 }],
      ['futures/leverage_limit', { leverage: null }],
    ];
    for (const [path, body] of acts)
      expect([path, (await desk.post(`/api/admin/${path}`, { ...about, ...body })).body.code]).toEqual([path, 'MEMBER_LEFT']);
    const mail = { playerId: iris.member, title: '안내', content: '다시 오세요' };
    expect((await desk.post('/api/admin/member/message', mail)).body.code).toBe('MEMBER_LEFT');
    // What is not in this walk is for disputes and the law: it says so at the route.
    const named = operatorPosts().filter(({ route }) => fieldsOf(route).includes('playerId'));
    const isWalked = (path: string) => path === '/api/admin/member/message' || acts.some(([act]) => path === `/api/admin/${act}`);
    expect(named.filter(({ route }) => !isWalked(route.path)).map(({ route }) => [route.name, route.ofLeft])).toEqual([
      ['revealMember', true],
      ['addMemberNote', true],
      ['exportMemberLedger', true],
    ]);
    const bulk = { playerIds: [iris.member], act: 'HOLD', days: 3, reason: '여럿을 한 번에' };
    expect((await desk.post('/api/admin/member/bulk', bulk)).body.data.content).toMatchObject([{ result: 'REFUSED', code: 'MEMBER_LEFT' }]);
    expect((await context().pool.query('SELECT 1 FROM futures_leverage_limit WHERE account = $1', [iris.account])).rows).toEqual([]);
    expect(await flagsOf(iris)).toBe(AccountFlag.Leaving);
    // Enough in the purse: want of money is not what refuses it.
    const funds = (await desk.post('/api/admin/ledger/fund', { point: '10', reason: '보상 재원' })).body.data;
    expect((await decideRequest(await exchange.operator(), funds.requestId)).status).toBe(200);
    const entry = {
      type: 'PB',
      walletType: 'FUTURES',
      currency: 'USDT',
      reason: '보상',
      total: '5',
      rows: [{ playerId: iris.member, point: '5' }],
    };
    expect((await desk.post('/api/admin/ledger/ask', entry)).body.code).toBe('MEMBER_LEFT');
  });
});

describe('messages of the desk', () => {
  it('skip whoever left and say how many; to nobody else nothing is sent, and a name that stands in its place is nobody’s', async () => {
    const gone = await exchange.member('gone_go', '0');
    const here = await exchange.member('here_go', '0');
    await gone.post(LEAVE, { password });
    const desk = await exchange.operator();
    const send = (body: object) => desk.post('/api/admin/message/send', { title: '안내', content: '본문', ...body });
    const rows = async ({ member }: TestMember) =>
      (await context().pool.query("SELECT 1 FROM message_message WHERE member_id = $1 AND title_ko = '안내'", [member])).rows.length;
    expect((await send({ playerIds: [gone.member, here.member] })).body.data).toMatchObject({ count: 1, left: 1 });
    expect([await rows(gone), await rows(here)]).toEqual([0, 1]);
    const { rows: sent } = await context().pool.query('SELECT total, sent FROM message_send ORDER BY id DESC LIMIT 1');
    expect(sent).toEqual([{ total: 1, sent: 1 }]);
    expect((await send({ playerIds: [gone.member] })).body.code).toBe('MEMBER_LEFT');
    expect((await send({ audience: 'NAMES', names: [`#${gone.member}`] })).body.code).toBe('NAMES_UNKNOWN');
    const count = await desk.get('/api/admin/message/count', { audience: 'NAMES', names: `#${gone.member}` });
    expect(count.body.data).toEqual({ count: 0, unknown: [`#${gone.member}`] });
    expect(await rows(gone)).toBe(0);
  });

  it('an answer to an inquiry of one that left is refused: nobody would read it', async () => {
    const asker = await exchange.member('asker_go', '0');
    const asked = await asker.post('/api/contact/create', { question: '입금은 언제 되나요?' });
    expect(asked.body).toMatchObject({ status: 'success' });
    const { id } = asked.body.data;
    await asker.post(LEAVE, { password });
    const desk = await exchange.operator();
    const answered = await desk.post('/api/admin/contact/answer', { id, answer: '곧 됩니다.' });
    expect(answered.body.code).toBe('MEMBER_LEFT');
  });
});
