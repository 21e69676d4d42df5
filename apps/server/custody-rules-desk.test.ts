// What holds withdrawals back, set on the desk over real HTTP: stricter at once and everywhere, looser by two, and every bad value at its field
// (issue 15, 3 and 7).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CoinStage, openCoinStage, WITHDRAW_PASSWORD } from './testing/coin-stage.ts';
import { decideRequest } from './testing/decide-request.ts';
import { HANOK, MARU, type TestMember } from './testing/test-exchange.ts';

type Caller = Pick<TestMember, 'get' | 'post'>;
const DESK = '/api/admin/custody';
const LISTED = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const reason = 'as the committee said';
let stage: CoinStage;
let first: Caller;
let second: Caller;
let keys = 0;

beforeAll(async () => {
  stage = await openCoinStage();
  [first, second] = [await stage.exchange.operator(), await stage.exchange.operator()];
});
afterAll(() => stage?.stop());

type Row = Record<string, unknown>;
const rowOf = async (list: 'rules' | 'levels', key: string, value: unknown) =>
  ((await first.get(`${DESK}/${list}`)).body.data as Row[]).find((row) => row[key] === value) as Row;

async function rule(name: string, change: Row, by: Caller = first) {
  const { isOn, action, threshold } = await rowOf('rules', 'rule', name);
  return by.post(`${DESK}/rule`, { rule: name, isOn, action, ...(threshold !== null && { threshold }), ...change, reason });
}
async function level(number: number, change: Row, by: Caller = first) {
  const { needsIdentity, needsDays, dayMost, monthMost } = await rowOf('levels', 'level', number);
  return by.post(`${DESK}/level`, { level: number, needsIdentity, needsDays, dayMost, monthMost, ...change, reason });
}
const apply = (member: TestMember, change: Row = {}) =>
  member.post(
    '/api/dnw/withdraw/apply',
    { walletType: 'ETH_USDT', point: '20', address: LISTED, password: WITHDRAW_PASSWORD, ...change },
    { 'idempotency-key': `rules-desk-${++keys}` },
  );
const audited = async (action: string) =>
  (await stage.exchange.server.context.pool.query('SELECT 1 FROM operator_audit WHERE action = $1 AND refusal IS NULL', [action])).rows
    .length;

describe('rules', () => {
  it('a stricter one holds at once, with a line in the log; whoever may only read changes none', async () => {
    const reader = await stage.exchange.operator(['custody.read']);
    expect((await reader.get(`${DESK}/rules`)).status).toBe(200);
    expect((await rule('MANY', { threshold: '3' }, reader)).body.code).toBe('NO_PERMISSION');
    const { status, body } = await rule('MANY', { threshold: '3', action: 'TWO' });
    expect([status, body.data]).toEqual([200, { rule: 'MANY', isOn: true, threshold: '3', unit: 'COUNT', action: 'TWO' }]);
    expect(await audited('changeDeskRule')).toBe(1);
    expect((await rule('MANY', {})).body.code).toBe('COIN_SAME');
  });

  it.each([
    ['switched off', 'VELOCITY', { isOn: false }],
    ['a higher threshold', 'VELOCITY', { threshold: '30000' }],
    ['fewer persons', 'SANCTIONED', { action: 'WAIT' }],
    ['a higher threshold in won', 'TRAVEL', { threshold: '2000000' }],
    ['nobody asked any more', 'TRAVEL', { threshold: undefined }],
  ])('%s: another person agrees first', async (_name, name, change) => {
    const before = await rowOf('rules', 'rule', name);
    const asked = await rule(name, change);
    expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
    expect(await rowOf('rules', 'rule', name)).toEqual(before);
    const { requestId } = asked.body.data;
    expect((await decideRequest(first, requestId)).status).toBe(403);
    expect((await decideRequest(second, requestId)).status).toBe(200);
    expect(await rowOf('rules', 'rule', name)).toEqual({
      ...before,
      ...change,
      ...('threshold' in change && { threshold: change.threshold ?? null }),
    });
  });

  it('the threshold in won is what members are asked by', async () => {
    const member = await stage.rich('traveller');
    expect((await rule('TRAVEL', { threshold: '1000' })).status).toBe(200);
    const { body } = await apply(member);
    expect([body.code, body.data.won]).toEqual(['TRAVEL_NEEDED', '1000']);
    expect((await decideRequest(second, (await rule('TRAVEL', { threshold: undefined })).body.data.requestId)).status).toBe(200);
    expect((await apply(member)).status).toBe(200);
  });

  it('each bad value is refused at its field', async () => {
    const cases: [string, Row, string, string | undefined][] = [
      ['MANY', { threshold: '1.5' }, 'BAD_PRECISION', 'threshold'],
      ['MANY', { threshold: '1001' }, 'RULE_THRESHOLD', 'threshold'],
      ['MANY', { threshold: undefined }, 'RULE_THRESHOLD', 'threshold'],
      ['WIN', { threshold: '0.0000001' }, 'BAD_PRECISION', 'threshold'],
      ['WIN', { threshold: '1e9' }, 'INVALID_FIELD', 'threshold'],
      ['HELD', { threshold: '5' }, 'RULE_NO_THRESHOLD', 'threshold'],
      ['WIN', { action: 'NEVER' }, 'INVALID_FIELD', 'action'],
      ['OPERATOR', { isOn: false, action: 'PASS' }, 'INVALID_FIELD', 'rule'],
    ];
    for (const [name, change, code, field] of cases) {
      const given = name === 'OPERATOR' ? await first.post(`${DESK}/rule`, { rule: name, ...change, reason }) : await rule(name, change);
      expect([name, change, given.body.code, given.body.data?.field]).toEqual([name, change, code, field]);
    }
  });
});

describe('limits by level', () => {
  it('lower ones hold at once for whoever asks next, higher ones by two', async () => {
    const member = await stage.rich('limited');
    expect((await level(1, { dayMost: '15', monthMost: '100' })).status).toBe(200);
    expect((await apply(member)).body.code).toBe('WITHDRAW_LIMIT');
    const asked = await level(1, { dayMost: '50' });
    expect(asked.body.code).toBe('APPROVAL_REQUIRED');
    expect((await decideRequest(second, asked.body.data.requestId)).status).toBe(200);
    expect((await apply(member)).status).toBe(200);
    for (const change of [{ needsIdentity: false }, { needsDays: 0 }, { dayMost: undefined }, { monthMost: undefined }])
      expect([change, (await level(3, change)).body.code]).toEqual([change, 'APPROVAL_REQUIRED']);
  });

  it('each bad value is refused at its field', async () => {
    const cases: [Row, string, string][] = [
      [{ dayMost: '10', monthMost: '9' }, 'LEVEL_MONTH', 'monthMost'],
      [{ dayMost: '0.0000001' }, 'BAD_PRECISION', 'dayMost'],
      [{ needsDays: 1.5 }, 'INVALID_FIELD', 'needsDays'],
      [{ level: 9 }, 'NOT_FOUND', 'level'],
    ];
    for (const [change, code, field] of cases) {
      const { body } = await level(2, change);
      expect([change, body.code, body.data?.field]).toEqual([change, code, field]);
    }
  });
});

describe('addresses under sanctions', () => {
  it('one that is added is found by the next withdrawal, and leaves the list by two persons', async () => {
    const member = await stage.rich('sanctioned');
    const add = (text: string, by: Caller = first) => by.post(`${DESK}/sanctions/add`, { text, reason });
    const wrong = await add(`${LISTED},OFAC\nnot an address`);
    expect([wrong.body.code, wrong.body.data]).toMatchObject(['SANCTION_LINE', { field: 'text', line: '2' }]);
    expect((await add(`# of today\n${LISTED.toLowerCase()},OFAC SDN\n`)).body.data).toEqual({ added: 1 });
    expect((await add(`${LISTED},OFAC SDN`)).body.code).toBe('COIN_SAME');
    const { withdrawalId } = (await apply(member)).body.data as { withdrawalId: number };
    const judged = async () => (await first.get('/api/admin/withdrawal', { withdrawalId })).body.data.judgement;
    await expect.poll(judged).toMatchObject({ facts: { sanctions: ['OFAC SDN'] } });
    const theirs = await stage.exchange.operator(undefined, HANOK);
    expect((await theirs.get(`${DESK}/sanctions`)).body.data.content).toEqual([]);
    const [{ sanctionId }] = (await first.get(`${DESK}/sanctions`, { search: LISTED })).body.data.content;
    expect((await theirs.post(`${DESK}/sanctions/drop`, { sanctionId, reason })).status).toBe(404);
    const { body } = await first.post(`${DESK}/sanctions/drop`, { sanctionId, reason });
    expect(body.code).toBe('APPROVAL_REQUIRED');
    expect((await first.get(`${DESK}/sanctions`)).body.data.totalElements).toBe(1);
    expect((await decideRequest(second, body.data.requestId)).status).toBe(200);
    expect((await first.get(`${DESK}/sanctions`)).body.data.totalElements).toBe(0);
    const { rows } = await stage.exchange.server.context.pool.query('SELECT 1 FROM custody_sanction WHERE site_id = $1', [MARU]);
    expect(rows).toEqual([]);
  });
});
