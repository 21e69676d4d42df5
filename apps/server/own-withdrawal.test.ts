// An operator that is a member too decides nothing about its own money, by whichever call (issue 15, 3; ADR 0085).
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CoinStage, openCoinStage, WITHDRAW_PASSWORD } from './testing/coin-stage.ts';
import { decideRequest } from './testing/decide-request.ts';
import { newOperator } from './testing/operator.ts';
import { MARU, type TestMember } from './testing/test-exchange.ts';

type Caller = Pick<TestMember, 'get' | 'post'>;
const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
const because = 'looked at it';
let stage: CoinStage;
let keys = 0;

beforeAll(async () => {
  stage = await openCoinStage();
  // Real coins, and browsers that say something, as they do outside of a demo; the node is asked for nothing here.
  const { config } = stage.exchange.server.context;
  const nodes = { ETH: ['http://localhost:1'] };
  Object.assign(config, { demo: false, chains: { ...config.chains, nodes } });
});
afterAll(() => stage?.stop());

const pool = () => stage.exchange.server.context.pool;

interface Both {
  member: TestMember;
  /** As the desk sees the same person. */
  desk: Caller;
  id: number;
}
/** A member whose operator's account has one mark of it. */
async function both(name: string, mark: 'email' | 'phone' | 'device'): Promise<Both> {
  const { context } = stage.exchange.server;
  const member = await stage.rich(name);
  const { id, token } = await newOperator(context);
  const { rows } = await pool().query<{ email: string; phone: string }>('SELECT email, phone FROM account_member WHERE id = $1', [
    member.member,
  ]);
  const [{ email, phone }] = rows;
  if (mark === 'email')
    await pool().query('UPDATE operator_operator SET email = $2 WHERE id = $1', [id, email.toUpperCase().replace('@', '+desk@')]);
  if (mark === 'phone') await pool().query('UPDATE operator_operator SET phone = $2 WHERE id = $1', [id, phone.replace(/^0/, '+82 ')]);
  if (mark === 'device') {
    const device = `browser-of-${name}-and-more`;
    await pool().query(`INSERT INTO operator_trace (operator_id, kind, value, first_at, last_at) VALUES ($1, 'DEVICE', $2, now(), now())`, [
      id,
      createHash('sha256').update(device).digest('base64url'),
    ]);
    // As that browser logs in: the name goes with the log-in.
    const answer = await fetch(`${stage.exchange.server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `maru_desk_device=${device}` },
      body: JSON.stringify({ username: name, password: 'a-long-passphrase' }),
    });
    expect(answer.status).toBe(200);
  }
  return { member, desk: stage.exchange.callerOf(token), id };
}

async function asked(member: TestMember, point = '600'): Promise<number> {
  const { body } = await member.post(
    '/api/dnw/withdraw/apply',
    { walletType: 'ETH_USDT', point, address: OUTSIDE, password: WITHDRAW_PASSWORD },
    { 'idempotency-key': `own-${++keys}` },
  );
  expect(body.code ?? 'OK', JSON.stringify(body)).toBe('OK');
  const { withdrawalId } = body.data as { withdrawalId: number };
  await expect.poll(async () => (await member.get('/api/dnw/withdraw', { withdrawalId })).body.data.state).toBe('REVIEW');
  return withdrawalId;
}

const page = async (by: Caller, withdrawalId: number) => (await by.get('/api/admin/withdrawal', { withdrawalId })).body.data;
async function decide(by: Caller, withdrawalId: number, decision: 'APPROVE' | 'REFUSE' = 'APPROVE') {
  const { contentHash } = (await page(by, withdrawalId)).withdrawal;
  return by.post('/api/admin/withdrawal/decide', { withdrawalId, decision, contentHash, reason: because });
}
const refusals = async (action: string, code: string) =>
  (await pool().query('SELECT 1 FROM operator_audit WHERE action = $1 AND refusal = $2', [action, code])).rows.length;

describe('an operator’s own withdrawal', () => {
  it.each(['email', 'phone', 'device'] as const)(
    'known by its %s: it neither takes, approves nor refuses it, and another one does',
    async (mark) => {
      const { member, desk } = await both(`own${mark}`, mark);
      const id = await asked(member, '20');
      const { withdrawal, judgement } = await page(desk, id);
      expect(withdrawal.isOwn).toBe(true);
      expect(judgement.fired.map(({ rule }: { rule: string }) => rule)).toContain('OPERATOR');
      const before = await refusals('decideWithdrawal', 'WITHDRAW_OWN');
      for (const decision of ['APPROVE', 'REFUSE'] as const) {
        const { status, body } = await decide(desk, id, decision);
        expect([status, body.code]).toEqual([403, 'WITHDRAW_OWN']);
      }
      expect((await desk.post('/api/admin/withdrawal/claim', { withdrawalId: id })).body.code).toBe('WITHDRAW_OWN');
      expect(await refusals('decideWithdrawal', 'WITHDRAW_OWN')).toBe(before + 2);
      const another = await stage.exchange.operator();
      expect((await page(another, id)).withdrawal.isOwn).toBe(false);
      expect((await decide(another, id)).body.data?.state).toBe('APPROVED');
    },
  );

  it('nor is it the second person of a large one; the request waits for somebody else', async () => {
    const { member, desk } = await both('ownlarge', 'email');
    await pool().query(`UPDATE custody_coin SET out_two_persons = 0 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [MARU]);
    const id = await asked(member);
    const [first, third] = [await stage.exchange.operator(), await stage.exchange.operator()];
    const { requestId } = (await decide(first, id)).body.data as { requestId: number };
    expect((await decideRequest(desk, requestId)).body.code).toBe('WITHDRAW_OWN');
    expect((await desk.post('/api/admin/approval/claim', { id: requestId })).body.code).toBe('WITHDRAW_OWN');
    expect(await refusals('decideApproval', 'WITHDRAW_OWN')).toBe(1);
    expect((await decideRequest(third, requestId)).status).toBe(200);
    await pool().query(`UPDATE custody_coin SET out_two_persons = 10000000000 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [MARU]);
  });

  it('an account that counts as one with it is no other person, and a second account of the member is no other member', async () => {
    const { member, id } = await both('ownpuppet', 'email');
    const puppet = await newOperator(stage.exchange.server.context);
    await pool().query('INSERT INTO operator_invitation (operator_id, by_id, at) VALUES ($1, $2, now())', [puppet.id, id]);
    await pool().query('DELETE FROM operator_confirmation WHERE operator_id = $1', [puppet.id]);
    const withdrawal = await asked(member, '20');
    expect((await decide(stage.exchange.callerOf(puppet.token), withdrawal)).body.code).toBe('WITHDRAW_OWN');
    const other = await stage.rich('ownother');
    for (const one of [member, other])
      await pool().query(
        `INSERT INTO account_person (member_id, site_id, di_hash, ci_hash, birth_date, proven_at) VALUES ($1, $2, $3, 'one person', '', now())`,
        [one.member, MARU, `di ${one.member}`],
      );
    const desk = await stage.exchange.operator();
    const seconds = await asked(other, '20');
    expect((await page(desk, seconds)).withdrawal.isOwn).toBe(false);
    expect((await decide(stage.exchange.callerOf(puppet.token), seconds)).body.code).toBe('WITHDRAW_OWN');
  });

  it('slices below every limit and rules that are switched off let none of them go by itself', async () => {
    const { member } = await both('ownslices', 'phone');
    await pool().query('UPDATE custody_rule SET is_on = false WHERE site_id = $1', [MARU]);
    for (let n = 0; n < 3; n++) {
      const id = await asked(member, '20');
      const { rows } = await pool().query('SELECT person FROM custody_withdrawal_yes WHERE withdrawal_id = $1', [id]);
      expect(rows).toEqual([]);
    }
    await pool().query('UPDATE custody_rule SET is_on = true WHERE site_id = $1', [MARU]);
  });
});

describe('what else would open its own money', () => {
  it('it lifts no hold of itself, sets itself no limit, and does nothing else to itself', async () => {
    const { member, desk } = await both('ownheld', 'email');
    const { member: playerId } = member;
    const another = await stage.exchange.operator();
    expect((await another.post('/api/admin/member/hold', { playerId, days: 3, reason: because })).status).toBe(200);
    const acts: [string, object][] = [
      ['lift_hold', {}],
      ['withdraw_limit', { dailyLimit: null }],
      ['remove_factor', { checkedBy: 'PHONE' }],
      ['hold', { days: 1 }],
    ];
    for (const [act, more] of acts) {
      const { status, body } = await desk.post(`/api/admin/member/${act}`, { playerId, reason: because, ...more });
      expect([act, status, body.code]).toEqual([act, 403, 'MEMBER_OWN']);
    }
    expect(await refusals('askLiftHold', 'MEMBER_OWN')).toBe(1);
    const { requestId } = (await another.post('/api/admin/member/lift_hold', { playerId, reason: because })).body.data;
    expect((await decideRequest(desk, requestId)).body.code).toBe('MEMBER_OWN');
    const third = await stage.exchange.operator();
    expect((await decideRequest(third, requestId)).status).toBe(200);
  });

  it('among many it is left out: a batch that names it is refused, and a job of everybody passes it over', async () => {
    const { member, desk } = await both('ownmany', 'phone');
    const other = await stage.rich('notown');
    const another = await stage.exchange.operator();
    for (const { member: playerId } of [member, other])
      expect((await another.post('/api/admin/member/hold', { playerId, days: 3, reason: because })).status).toBe(200);
    const playerIds = [member.member, other.member];
    const lift = await desk.post('/api/admin/member/bulk', { playerIds, act: 'END_LOGINS', reason: because });
    expect([lift.status, lift.body.code]).toEqual([403, 'MEMBER_OWN']);
    const entry = {
      type: 'PB',
      walletType: 'FUTURES',
      currency: 'USDT',
      reason: because,
      total: '2',
      rows: playerIds.map((playerId) => ({ playerId, point: '1' })),
    };
    expect((await desk.post('/api/admin/ledger/ask', entry)).body.code).toBe('MEMBER_OWN');
    const { requestId: funds } = (await another.post('/api/admin/ledger/fund', { point: '10', reason: because })).body.data;
    const third = await stage.exchange.operator();
    expect((await decideRequest(third, funds)).status).toBe(200);
    const { requestId } = (await another.post('/api/admin/ledger/ask', entry)).body.data;
    expect((await decideRequest(desk, requestId)).body.code).toBe('MEMBER_OWN');
    // As a job of 100,000 treats each of them.
    const job = await desk.post('/api/admin/member/job/start', { q: 'ownmany', act: 'HOLD', days: 1, expected: 1, reason: because });
    expect(job.status, JSON.stringify(job.body)).toBe(200);
    await expect
      .poll(async () => (await desk.get('/api/admin/member/job/list')).body.data.content[0])
      .toMatchObject({ done: 0, refused: 1, refusals: [{ code: 'MEMBER_OWN' }] });
  });
});
