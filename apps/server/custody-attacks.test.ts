// The catalogue's attacks on withdrawals over real HTTP, each under its own name, judged by the answer and by what the ledger holds after it.
import { accountOf, HouseAccount, PostingReason, Purse } from '@maru/engine/ledger/account.ts';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpAnswer } from './testing/http-exchange.ts';
import { type CoinStage, openCoinStage, WITHDRAW_PASSWORD } from './testing/coin-stage.ts';
import { MARU, type TestMember } from './testing/test-exchange.ts';

const USDT = 0;
const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';
const APPLY = '/api/dnw/withdraw/apply';
let stage: CoinStage;
let keys = 0;

beforeAll(async () => {
  stage = await openCoinStage();
});
afterAll(() => stage?.stop());

const pool = () => stage.exchange.server.context.pool;
const balance = (member: TestMember, purse: number, asset = USDT) =>
  stage.exchange.server.engines.query<number>(MARU, 'ledger', accountOf(member.account, asset, purse));
const purses = async (member: TestMember) => [await balance(member, Purse.Available), await balance(member, Purse.Held)];
const wanted = (change: Record<string, unknown> = {}) => ({
  walletType: 'ETH_USDT',
  point: '20',
  address: OUTSIDE,
  password: WITHDRAW_PASSWORD,
  ...change,
});
const apply = (member: Pick<TestMember, 'post'>, change: Record<string, unknown> = {}, key = `attack-${++keys}`) =>
  member.post(APPLY, wanted(change), { 'idempotency-key': key });
/** A machine under load answers 503 to some of many: asked again under the same key until it is decided. */
const untilDecided = async (member: TestMember, change: Record<string, unknown>) => {
  const key = `attack-${++keys}`;
  for (;;) {
    const answer = await apply(member, change, key);
    if (answer.status !== 503) return answer;
  }
};
const stateOf = async (member: TestMember, withdrawalId: number) =>
  (await member.get('/api/dnw/withdraw', { withdrawalId })).body.data.state as string;
const codeOf = ({ status, body }: HttpAnswer) => (status === 200 ? 'OK' : (body.code as string));
const rowsOf = async (member: TestMember) =>
  (await pool().query<{ n: number }>('SELECT count(*)::int AS n FROM custody_withdrawal WHERE account = $1', [member.account])).rows[0].n;
const look = (isOn: boolean) =>
  pool().query(`UPDATE custody_coin SET out_looked_at = $2 WHERE site_id = $1 AND wallet_type = 'ETH_USDT'`, [
    MARU,
    isOn ? 0 : 1_000_000_000,
  ]);

describe('WDR', () => {
  it('WDR-01 amount that is locked as margin: only what is free leaves', async () => {
    const member = await stage.rich('margined', { [USDT]: 100_000_000 });
    await stage.exchange.fund(member, '500');
    await stage.exchange.setMark('BINANCE:BTCUSDT', '60000.00');
    const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.002' };
    const taken = async () => {
      await stage.exchange.setLadder('BINANCE:BTCUSDT', [['60000.00', '5']], [['60000.10', '5']]);
      return (await member.post('/api/futures/order', order)).body.data?.order.status;
    };
    await expect.poll(taken).toBe('FILLED');
    const futures = await apply(member, { walletType: 'FUTURES', point: '600' });
    expect([400, 409, 422]).toContain(futures.status);
    const all = await apply(member, { point: '600' });
    expect([400, 409, 422]).toContain(all.status);
    expect(all.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE', data: { field: 'point' } });
    expect([await purses(member), await rowsOf(member)]).toEqual([[100_000_000, 0], 0]);
  });

  it('WDR-02 cancel another user’s request: as of an id that never was', async () => {
    const [owner, thief] = [await stage.rich('keeper2'), await stage.rich('thief2')];
    const { withdrawalId } = (await apply(owner)).body.data as { withdrawalId: number };
    const [theirs, none] = [
      await thief.get('/api/dnw/cancel', { dnwHistoryId: withdrawalId }),
      await thief.get('/api/dnw/cancel', { dnwHistoryId: 999_999_999 }),
    ];
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect({ ...theirs.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
    expect((await thief.get('/api/dnw/withdraw', { withdrawalId })).status).toBe(404);
    expect(await stateOf(owner, withdrawalId)).not.toBe('CANCELLED');
  });

  it('WDR-04 below minimum and off unit; beyond 2^53, exponents, signs and eighteen decimals', async () => {
    const member = await stage.rich('offunit');
    const points = [
      '9.999999',
      '10.0000005',
      '9007199254740993',
      '1e3',
      '-20',
      '+20',
      '20.',
      '0x14',
      '٢٠',
      '20,5',
      '20.000000000000000001',
      ' 20',
    ];
    for (const point of points) {
      const answer = await apply(member, { point });
      expect([point, answer.status]).toEqual([point, 400]);
      expect(answer.body.data.field, point).toBe('point');
    }
    const nearest = 9007199254.740993;
    expect((await apply(member, { point: nearest })).status).toBe(400);
    expect([await purses(member), await rowsOf(member)]).toEqual([[1_000_000_000, 0], 0]);
  });

  it('WDR-05 cancel races approve: one final state over many repeats, the money where it says', async () => {
    const member = await stage.rich('racer');
    await look(true);
    const operator = await stage.exchange.operator();
    for (let n = 0; n < 6; n++) {
      const { withdrawalId } = (await apply(member)).body.data as { withdrawalId: number };
      await expect.poll(() => stateOf(member, withdrawalId)).toBe('REVIEW');
      const { contentHash } = (await operator.get('/api/admin/withdrawal', { withdrawalId })).body.data.withdrawal;
      const decide = { withdrawalId, decision: n % 3 === 0 ? 'REFUSE' : 'APPROVE', contentHash, reason: 'looked at it' };
      const [cancelled, decided] = await Promise.all([
        member.get('/api/dnw/cancel', { dnwHistoryId: withdrawalId }),
        operator.post('/api/admin/withdrawal/decide', decide),
      ]);
      expect([cancelled.status, decided.status].toSorted()).toEqual([200, 409]);
      const state = await stateOf(member, withdrawalId);
      expect(state).toBe(cancelled.status === 200 ? 'CANCELLED' : `${decide.decision}D`);
      // A replayed approval of the same content finds it decided.
      expect((await operator.post('/api/admin/withdrawal/decide', { ...decide, decision: 'APPROVE' })).status).toBe(409);
      expect(await stateOf(member, withdrawalId)).toBe(state);
    }
    await look(false);
    const { rows } = await pool().query<{ n: number }>(
      `SELECT count(*)::int AS n FROM custody_withdrawal WHERE account = $1 AND state = 'APPROVED'`,
      [member.account],
    );
    const held = 20_000_000 * rows[0].n;
    await expect.poll(() => purses(member)).toEqual([1_000_000_000 - held, held]);
    const { rows: twice } = await pool().query(
      `SELECT withdrawal_id FROM custody_withdrawal_step WHERE state IN ('CANCELLED', 'REFUSED', 'APPROVED')
       GROUP BY withdrawal_id HAVING count(*) > 1`,
    );
    expect(twice).toEqual([]);
  });

  it('WDR-06 parallel withdrawals of the whole balance: one of fifty', async () => {
    const member = await stage.rich('parallel', { [USDT]: 100_000_000 });
    const tickets = await stage.tickets(member, 50);
    const answers = await Promise.all(
      tickets.map((ticket) => untilDecided(member, { walletType: 'USDT', point: '100', password: undefined, ticket })),
    );
    const codes = answers.map(codeOf);
    expect(
      codes.filter((code) => code === 'OK'),
      codes.join(),
    ).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['OK', 'INSUFFICIENT_BALANCE']));
    expect(await purses(member)).toEqual([0, 100_000_000]);
  });

  it('WDR-10 cancel twice: given back once', async () => {
    const member = await stage.rich('cancels');
    await look(true);
    const { withdrawalId } = (await apply(member)).body.data as { withdrawalId: number };
    const cancels = await Promise.all(Array.from({ length: 10 }, () => member.get('/api/dnw/cancel', { dnwHistoryId: withdrawalId })));
    for (const { status } of cancels) expect([200, 409]).toContain(status);
    await expect.poll(() => purses(member)).toEqual([1_000_000_000, 0]);
    await look(false);
  });

  it('WDR-11 same request id sent 20 times: one row, twenty replies alike', async () => {
    const member = await stage.rich('twenty');
    await look(true);
    const [ticket] = await stage.tickets(member, 1);
    const same = { password: undefined, ticket };
    const answers = await Promise.all(Array.from({ length: 20 }, () => apply(member, same, 'w-1')));
    expect(answers.map(codeOf)).toEqual(Array.from({ length: 20 }, () => 'OK'));
    expect(new Set(answers.map(({ body }) => body.data.withdrawalId)).size).toBe(1);
    expect([await purses(member), await rowsOf(member)]).toEqual([[980_000_000, 20_000_000], 1]);
    await look(false);
  });

  it('WDR-12 positive control: exact minimum with valid proof, also by the umbrella and the bare currency', async () => {
    const member = await stage.rich('exactly');
    expect(codeOf(await apply(member, { point: '10' }))).toBe('OK');
    expect(codeOf(await apply(member, { walletType: 'USDT', point: '10' }))).toBe('OK');
    const umbrella = await member.post('/api/dnw/apply', { type: 'W', ...wanted({ point: '10' }) }, { 'idempotency-key': 'umbrella-1' });
    expect(umbrella.body.data).toMatchObject({ type: 'W', deposit: null, withdrawal: { point: '10', walletType: 'ETH_USDT' } });
    expect(await purses(member)).toEqual([970_000_000, 30_000_000]);
  });

  it('WDR-15 withdrawal password set but not proved; a ticket of another login is none', async () => {
    const [member, thief] = [await stage.rich('unproved'), await stage.rich('thief15')];
    const bare = await apply(member, { password: undefined });
    expect([bare.status, bare.body.code, bare.body.data.field]).toEqual([403, 'WITHDRAW_AUTH_REQUIRED', 'password']);
    const [ticket] = await stage.tickets(thief, 1);
    expect(codeOf(await apply(member, { password: undefined, ticket }))).toBe('WITHDRAW_TICKET');
    expect(codeOf(await apply(thief, { password: undefined, ticket }))).toBe('OK');
    expect([await purses(member), await rowsOf(member)]).toEqual([[1_000_000_000, 0], 0]);
  });

  it('WDR-17 address of the wrong network, and memos that carry something else', async () => {
    const member = await stage.rich('wrongnet');
    const bad = await apply(member, { walletType: 'TRON_USDT', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' });
    expect([bad.status, bad.body.data.field]).toEqual([400, 'address']);
    for (const memo of ['=1+1', '1; DROP TABLE custody_withdrawal', '\u202E123', '\u0000']) {
      const answer = await apply(member, { memo });
      expect([memo, answer.status, answer.body.data.field]).toEqual([memo, 400, 'memo']);
    }
    expect(await rowsOf(member)).toBe(0);
  });
});

it('ATZ-02 state-changing GET without the header: refused, and not to be kept', async () => {
  const member = await stage.rich('imaged');
  await look(true);
  const { withdrawalId } = (await apply(member)).body.data as { withdrawalId: number };
  const url = `http://localhost:${stage.exchange.port}/api/dnw/cancel?dnwHistoryId=${withdrawalId}`;
  const answer = await fetch(url, { headers: { cookie: `accessToken=${member.token}` } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([401, 'no-store']);
  expect(['HELD', 'REVIEW']).toContain(await stateOf(member, withdrawalId));
  await look(false);
});

it('BON-03 bonus withdrawn before turnover: it stays, what is beside it leaves', async () => {
  const member = await stage.rich('bonused', { [USDT]: 50_000_000 });
  const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  const [debit, credit] = [HouseAccount.Promo, HouseAccount.Grant];
  await stage.exchange.command(MARU, encodeCommand({ ...head, debit, credit, amount: 100_000_000, reason: PostingReason.Adjustment }));
  const operator = await stage.exchange.operator();
  const name = { ko: '쿠폰', en: 'Coupon' };
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  const coupon = { promoCode: 'HELD-BONUS', name, point: '5', quota: 3, turnover: 30, expiresAt };
  expect(codeOf(await operator.post('/api/admin/coupon/create', coupon))).toBe('OK');
  expect(codeOf(await member.post('/api/coupon/use', { promoCode: 'HELD-BONUS', walletType: 'USDT' }))).toBe('OK');
  const whole = await apply(member, { point: '55' });
  expect([400, 422]).toContain(whole.status);
  expect(whole.body).toMatchObject({ code: 'WITHDRAW_BONUS', data: { field: 'point', held: '5' } });
  expect([await purses(member), await rowsOf(member)]).toEqual([[55_000_000, 0], 0]);
  expect(codeOf(await apply(member, { point: '50' }))).toBe('OK');
  expect(codeOf(await apply(member, { point: '10' }))).toBe('INSUFFICIENT_BALANCE');
});
