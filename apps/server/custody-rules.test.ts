// Limits, the travel rule and the rules about withdrawals over real HTTP: nothing is sliced past a limit, what fired is kept with its facts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf, Purse } from '@maru/engine/ledger/account.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpAnswer } from './testing/http-exchange.ts';
import { type CoinStage, openCoinStage, WITHDRAW_PASSWORD } from './testing/coin-stage.ts';
import { MARU, type TestMember } from './testing/test-exchange.ts';

const [USDT, ETH] = [0, 3];
const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
const LISTED = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const folder = mkdtempSync(join(tmpdir(), 'maru-rules-'));
const sanctions = join(folder, 'sanctions.txt');
let stage: CoinStage;
let keys = 0;

beforeAll(async () => {
  writeFileSync(sanctions, `${LISTED.toLowerCase()},OFAC SDN\n`);
  stage = await openCoinStage({ env: { MARU_SANCTIONS_FILE: sanctions } });
  await stage.exchange.setMark('BINANCE:ETHUSDT', '2000.00');
});
afterAll(async () => {
  await stage?.stop();
  rmSync(folder, { recursive: true });
});

const pool = () => stage.exchange.server.context.pool;
const balance = (member: TestMember, purse: number, asset = USDT) =>
  stage.exchange.server.engines.query<number>(MARU, 'ledger', accountOf(member.account, asset, purse));
const apply = (member: TestMember, change: Record<string, unknown> = {}, key = `rules-${++keys}`) =>
  member.post(
    '/api/dnw/withdraw/apply',
    { walletType: 'ETH_USDT', point: '20', address: OUTSIDE, password: WITHDRAW_PASSWORD, ...change },
    { 'idempotency-key': key },
  );
/** A machine under load answers 503 to some of many: asked again under the same key until it is decided. */
const untilDecided = async (member: TestMember, change: Record<string, unknown>) => {
  const key = `rules-${++keys}`;
  for (;;) {
    const answer = await apply(member, change, key);
    if (answer.status !== 503) return answer;
  }
};
const stateOf = async (member: TestMember, withdrawalId: number) =>
  (await member.get('/api/dnw/withdraw', { withdrawalId })).body.data.state as string;
const codesOf = (answers: readonly HttpAnswer[]) => answers.map(({ status, body }) => (status === 200 ? 'OK' : body.code));
const limit = (day: number | null, month: number | null) =>
  pool().query('UPDATE custody_level SET day_limit = $1, month_limit = $2 WHERE site_id = $3', [day, month, MARU]);

describe('limits', () => {
  it('fifty slices at once, of two coins, take no more than the day allows', async () => {
    const member = await stage.rich('slicer', { [USDT]: 1_000_000_000, [ETH]: 100_000_000 });
    await limit(100_000_000, null);
    const tickets = await stage.tickets(member, 50);
    const slices = tickets.map((ticket, n) =>
      untilDecided(member, { password: undefined, ticket, ...(n % 2 === 0 ? { point: '20' } : { walletType: 'ETH', point: '0.01' }) }),
    );
    const codes = codesOf(await Promise.all(slices));
    expect(
      codes.filter((code) => code === 'OK'),
      codes.join(),
    ).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set(['OK', 'WITHDRAW_LIMIT']));
    const quote = (await member.get('/api/dnw/withdraw/quote', { walletType: 'ETH' })).body.data;
    // As one ETH costs 2,000 and no other coin does.
    const { rows } = await pool().query(`SELECT DISTINCT value FROM custody_withdrawal WHERE account = $1`, [member.account]);
    expect(rows).toEqual([{ value: 20_000_000 }]);
    expect(quote).toMatchObject({ limitLeft: '0', limits: { level: 1, day: { limit: '100', used: '100', left: '0' }, month: null } });
  });

  it('what was taken back frees it once, and a new day does', async () => {
    const member = await stage.rich('patient');
    await limit(40_000_000, 60_000_000);
    await pool().query(`UPDATE custody_coin SET out_looked_at = 0 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [MARU]);
    for (let again = 0; again < 3; again++) {
      const { withdrawalId } = (await apply(member, { point: '30' })).body.data as { withdrawalId: number };
      const [other, cancelled] = await Promise.all([apply(member, { point: '30' }), member.post('/api/dnw/cancel', { withdrawalId })]);
      expect(cancelled.status).toBe(200);
      // Before or after the cancel, never beside it.
      if (other.status === 200) await member.post('/api/dnw/cancel', { withdrawalId: other.body.data.withdrawalId });
      else expect(other.body.code).toBe('WITHDRAW_LIMIT');
    }
    const first = (await apply(member, { point: '30' })).body.data.withdrawalId as number;
    expect((await apply(member, { point: '20' })).body).toMatchObject({
      code: 'WITHDRAW_LIMIT',
      data: { left: '10', limit: '40', field: 'point' },
    });
    await pool().query(`UPDATE custody_withdrawal SET asked_ms = asked_ms - 90000000 WHERE withdrawal_id = $1`, [first]);
    expect((await apply(member, { point: '30' })).status).toBe(200);
    expect((await apply(member, { point: '10' })).body).toMatchObject({ code: 'WITHDRAW_LIMIT_LONG', data: { left: '0', days: 30 } });
    await limit(40_000_000, null);
    await pool().query(`UPDATE custody_coin SET out_looked_at = 1000000000 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [MARU]);
    const last = await apply(member, { point: '10' });
    expect(last.status).toBe(200);
    await limit(null, null);
  });

  it('a member whom no level fits takes nothing; who is better known takes more', async () => {
    const member = await stage.rich('newcomer');
    await pool().query('UPDATE custody_level SET needs_days = 1 WHERE site_id = $1 AND level = 1', [MARU]);
    expect((await apply(member)).body).toMatchObject({ code: 'WITHDRAW_LIMIT', data: { limit: '0', left: '0' } });
    await pool().query('UPDATE custody_level SET needs_days = 0 WHERE site_id = $1 AND level = 1', [MARU]);
    expect((await apply(member)).status).toBe(200);
  });
});

describe('the travel rule', () => {
  const receiver = { kind: 'VASP', vasp: 'Other Exchange', beneficiary: '김마루', isStated: true };

  it('asks from the threshold on, names what is missing, and keeps what was said', async () => {
    const member = await stage.rich('traveller', { [USDT]: 5_000_000_000 });
    const won = (
      await pool().query<{ rate: string }>(`SELECT rate FROM wallet_rate WHERE site_id = $1 AND currency = 'KRW' LIMIT 1`, [MARU])
    ).rows;
    expect(won.length).toBeLessThanOrEqual(1);
    await pool().query('UPDATE custody_terms SET travel_from_won = 1000000 WHERE site_id = $1', [MARU]);
    const quote = (point: string) => member.get('/api/dnw/withdraw/quote', { walletType: 'ETH_USDT', point });
    expect((await quote('2000')).body.data.travel).toEqual({
      isNeeded: true,
      fromWon: '1000000',
      fields: ['kind', 'vasp', 'beneficiary', 'isStated'],
    });
    const cases: [Record<string, unknown> | undefined, string, string][] = [
      [undefined, 'TRAVEL_NEEDED', 'travel.kind'],
      [{ ...receiver, vasp: undefined }, 'TRAVEL_NEEDED', 'travel.vasp'],
      [{ ...receiver, isStated: false }, 'TRAVEL_NEEDED', 'travel.isStated'],
    ];
    for (const [travel, code, field] of cases) {
      const { body } = await apply(member, { point: '2000', travel });
      expect(body, JSON.stringify(travel)).toMatchObject({ code, data: { field } });
      // The field is named for programs; people read words.
      expect(body.message).not.toContain('travel.');
    }
    expect((await apply(member, { point: '2000', travel: { ...receiver, kind: 'BANK' } })).status).toBe(400);
    const done = await apply(member, { point: '2000', travel: receiver }, 'travel-1');
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect((await apply(member, { point: '2000', travel: { ...receiver, beneficiary: 'Lee' } }, 'travel-1')).body.code).toBe(
      'REQUEST_REUSED',
    );
    const { rows } = await pool().query('SELECT travel FROM custody_withdrawal WHERE withdrawal_id = $1', [done.body.data.withdrawalId]);
    expect(rows).toEqual([{ travel: receiver }]);
  });
});

describe('rules', () => {
  it('an address under sanctions goes to two persons, with its facts on one page', async () => {
    const member = await stage.rich('named');
    const { withdrawalId } = (await apply(member, { address: LISTED })).body.data as { withdrawalId: number };
    await expect.poll(() => stateOf(member, withdrawalId)).toBe('REVIEW');
    const operator = await stage.exchange.operator();
    const page = await operator.get('/api/admin/withdrawal', { withdrawalId });
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    const { withdrawal, judgement, proof, logins, member: about } = page.body.data;
    expect(withdrawal).toMatchObject({ needsTwo: true, reason: 'SANCTIONED', claim: null });
    expect(judgement).toMatchObject({ result: 'TWO', fired: [{ rule: 'SANCTIONED', outcome: 'TWO', threshold: null }] });
    expect(judgement.facts).toMatchObject({ value: '20', sanctions: ['OFAC SDN'], before: 0, dayCount: 1, isInside: false });
    expect(proof).toMatchObject({ engine: 'HELD', row: 'HELD', isSame: true, open: { point: '20', fee: '3' } });
    expect(about).toMatchObject({ username: 'named', status: 'ACTIVE', wallet: { withdrawable: '980', held: '20' } });
    expect(Array.isArray(logins)).toBe(true);
    const decide = { withdrawalId, decision: 'APPROVE', contentHash: withdrawal.contentHash, reason: 'alone' };
    expect((await operator.post('/api/admin/withdrawal/decide', decide)).body.code).toBe('APPROVAL_REQUIRED');
    expect(await stateOf(member, withdrawalId)).toBe('REVIEW');
  });

  it('a file that cannot be read makes persons look, and what it says is known at once when it is back', async () => {
    const member = await stage.rich('unread');
    rmSync(sanctions);
    const first = (await apply(member)).body.data.withdrawalId as number;
    await expect.poll(() => stateOf(member, first)).toBe('REVIEW');
    writeFileSync(sanctions, '# nobody\n');
    const second = (await apply(member)).body.data.withdrawalId as number;
    await expect.poll(() => stateOf(member, second)).toBe('APPROVED');
  });

  it('a rule is data: another threshold or outcome holds for the next withdrawal, the judged one stays as it was', async () => {
    const member = await stage.rich('ruled');
    const rule = (threshold: number, outcome: string) =>
      pool().query(`UPDATE custody_rule SET threshold = $2, outcome = $3 WHERE site_id = $1 AND rule = 'VELOCITY'`, [
        MARU,
        threshold,
        outcome,
      ]);
    await rule(50_000_000, 'WAIT');
    const first = (await apply(member, { point: '30' })).body.data.withdrawalId as number;
    await expect.poll(() => stateOf(member, first)).toBe('APPROVED');
    const second = (await apply(member, { point: '30' })).body.data.withdrawalId as number;
    await expect.poll(() => stateOf(member, second)).toBe('REVIEW');
    await rule(50_000_000, 'PASS');
    const third = (await apply(member, { point: '30' })).body.data.withdrawalId as number;
    await expect.poll(() => stateOf(member, third)).toBe('APPROVED');
    const { rows } = await pool().query(
      'SELECT result, fired FROM custody_judgement WHERE withdrawal_id = ANY($1) ORDER BY withdrawal_id',
      [[first, second, third]],
    );
    expect(rows).toEqual([
      { result: 'PASS', fired: [] },
      { result: 'WAIT', fired: [{ rule: 'VELOCITY', outcome: 'WAIT', threshold: '50' }] },
      { result: 'PASS', fired: [{ rule: 'VELOCITY', outcome: 'PASS', threshold: '50' }] },
    ]);
  });
});

describe('a claim', () => {
  it('is one person’s, seen by all, and nobody else decides meanwhile', async () => {
    const member = await stage.rich('claimed');
    await pool().query(`UPDATE custody_coin SET out_looked_at = 0 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [MARU]);
    const { withdrawalId } = (await apply(member)).body.data as { withdrawalId: number };
    await expect.poll(() => stateOf(member, withdrawalId)).toBe('REVIEW');
    const [one, other] = [await stage.exchange.operator(), await stage.exchange.operator()];
    const claims = await Promise.all([one, other].map((by) => by.post('/api/admin/withdrawal/claim', { withdrawalId })));
    expect(codesOf(claims).toSorted()).toEqual(['OK', 'WITHDRAW_CLAIMED']);
    const [mine, theirs] = claims[0].status === 200 ? [one, other] : [other, one];
    const row = async (by: typeof one) => (await by.get('/api/admin/withdrawal', { withdrawalId })).body.data.withdrawal;
    expect([(await row(mine)).claim.isMine, (await row(theirs)).claim.isMine]).toEqual([true, false]);
    const { contentHash } = await row(mine);
    const decide = { withdrawalId, decision: 'REFUSE', contentHash, reason: 'not now' };
    expect((await theirs.post('/api/admin/withdrawal/decide', decide)).body.code).toBe('WITHDRAW_CLAIMED');
    expect((await theirs.post('/api/admin/withdrawal/release', { withdrawalId })).body.code).toBe('WITHDRAW_CLAIMED');
    expect((await mine.post('/api/admin/withdrawal/claim', { withdrawalId })).status).toBe(200);
    expect((await mine.post('/api/admin/withdrawal/release', { withdrawalId })).body.data.claim).toBeNull();
    expect((await theirs.post('/api/admin/withdrawal/decide', decide)).status).toBe(200);
    await expect.poll(async () => balance(member, Purse.Available)).toBe(1_000_000_000);
    await pool().query(`UPDATE custody_coin SET out_looked_at = 1000000000 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [MARU]);
    expect((await (await stage.exchange.operator(['member.read'])).get('/api/admin/withdrawal', { withdrawalId })).status).toBe(403);
  });
});
