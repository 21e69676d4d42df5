// Conversions on the desk over real HTTP: terms set and coins paused with their second person, what the house holds, every right and border kept (issue 15, 5).
import { decideRequest, expectSecondPerson } from './testing/decide-request.ts';
import { accountOf, houseAccount, Purse, usdtWallet } from '@maru/engine/ledger/account.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HANOK, MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';
import { toldMarket } from './testing/told-market.ts';

type Caller = Pick<TestMember, 'get' | 'post'>;
const COINS = '/api/admin/convert/coins';
const COIN = '/api/admin/convert/coin';
const [USDT, BTC] = [0, 2];
const market = toldMarket();
let exchange: TestExchange;
let first: Caller;
let second: Caller;
let alice: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange({ market: market.feature });
  [first, second] = [await exchange.operator(), await exchange.operator()];
  alice = await exchange.member('alice', '0');
  for (const [asset, units] of [
    [USDT, 50_000e6],
    [BTC, 1e8],
  ] as const) {
    const credit = asset === USDT ? usdtWallet(alice.account) : accountOf(alice.account, asset, Purse.Available);
    await exchange.command(MARU, encodeTransfer({ debit: houseAccount(asset, Purse.External), credit, amount: units, reason: 0 }));
  }
});
afterAll(() => exchange?.stop());
beforeEach(() => {
  market.state = 'live';
  for (const type of ['MARK', 'LAST'] as const) {
    market.price('BINANCE:BTCUSDT', type, 100_000 * 10_000);
    market.price('BINANCE:ETHUSDT', type, 4_000 * 10_000);
  }
});

interface Coin {
  walletType: string;
  spread: string;
  tolerance: string;
  least: string;
  most: string;
  dayMost: string;
  cap: string | null;
  standing: string;
  paused: string | null;
  held: string;
  exposure: string | null;
}
const coins = async (by = first): Promise<Coin[]> => (await by.get(COINS)).body.data;
const coin = async (walletType = 'BTC') => (await coins()).find((each) => each.walletType === walletType) as Coin;
async function change(by: Caller, part: Partial<Coin>) {
  const { walletType, spread, tolerance, least, most, dayMost, cap } = { ...(await coin(part.walletType ?? 'BTC')), ...part };
  return by.post(COIN, { walletType, spread, tolerance, least, most, dayMost, ...(cap === null ? {} : { cap }), reason: 'as it is now' });
}
/** As it was shown to the one who decides. */
const quote = (from: string, to: string, point: string) => alice.post('/api/dnw/convert/quote', { from, to, point });

describe('terms of conversion', () => {
  it('who may only read sees them and changes nothing; who may neither is refused, members too', async () => {
    const reader = await exchange.operator(['ledger.read']);
    expect((await reader.get(COINS)).status).toBe(200);
    const nobody = await exchange.operator(['member.read']);
    const tries = [
      nobody.get(COINS),
      change(reader, { spread: '0.5' }),
      reader.post(`${COIN}/pause`, { walletType: 'BTC', why: 'SAFETY', reason: 'not mine to do' }),
      reader.post(`${COIN}/open`, { walletType: 'BTC', reason: 'not mine to do' }),
    ];
    for (const { status, body } of await Promise.all(tries)) expect([status, body.code]).toEqual([403, 'NO_PERMISSION']);
    expect((await alice.get(COINS)).status).toBe(403);
    expect((await exchange.guest().get(COINS)).status).toBe(401);
    expect((await coin()).spread).toBe('0.1');
  });

  it('those of another brand are not there', async () => {
    const theirs = await exchange.operator(undefined, HANOK);
    expect((await coins(theirs)).map(({ walletType }) => walletType)).not.toContain('BTC');
    const answer = await change(theirs, { spread: '0.5' });
    expect([answer.status, answer.body.code]).toEqual([404, 'CONVERT_COIN_UNKNOWN']);
    expect((await coin()).spread).toBe('0.1');
  });

  it('what earns more or risks less holds from the next quote on, with a line in the log', async () => {
    const { status, body } = await change(first, { spread: '0.2', most: '10000' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({ spread: '0.2', most: '10000', standing: 'OPEN' });
    expect((await quote('USDT', 'BTC', '1000')).body.data).toMatchObject({ spread: '0.2' });
    expect((await quote('USDT', 'BTC', '10001')).body).toMatchObject({ code: 'CONVERT_MOST' });
    const { rows } = await exchange.server.context.pool.query<{ before: string; after: string; reason: string }>(
      `SELECT before, after, reason FROM operator_audit WHERE action = 'changeConvertTerms' AND refusal IS NULL`,
    );
    expect(rows.map(({ before, after, reason }) => [JSON.parse(before).spread, JSON.parse(after).spread, reason])).toEqual([
      ['0.1', '0.2', 'as it is now'],
    ]);
  });

  it.each([
    ['a smaller spread', { spread: '0.15' }],
    ['more at once', { most: '15000' }],
    ['more within a day', { dayMost: '200000' }],
    ['a higher cap', { cap: '300000' }],
  ])('%s: another person agrees first', async (_name, more: Partial<Coin>) => {
    const before = await coin();
    const asked = await change(first, more);
    expect(await coin()).toEqual(before);
    await expectSecondPerson(asked, first, second);
    expect(await coin()).toEqual({ ...before, ...more });
  });

  it('each wrong term is refused at its field', async () => {
    const cases: [Partial<Coin>, number, string, string | undefined][] = [
      [{}, 409, 'CONVERT_SAME', undefined],
      [{ spread: '5.1' }, 400, 'CONVERT_SPREAD', 'spread'],
      [{ tolerance: '0.16' }, 400, 'CONVERT_TOLERANCE', 'tolerance'],
      [{ least: '0' }, 400, 'INVALID_FIELD', 'least'],
      [{ least: '20000' }, 400, 'CONVERT_MOST_LEAST', 'most'],
      [{ dayMost: '10' }, 400, 'CONVERT_DAY_MOST', 'dayMost'],
      [{ cap: '1.0000001' }, 400, 'BAD_PRECISION', 'cap'],
      [{ cap: null }, 400, 'INVALID_FIELD', 'cap'],
      [{ spread: '-1' }, 400, 'INVALID_FIELD', 'spread'],
      [{ walletType: 'SOL' }, 404, 'CONVERT_COIN_UNKNOWN', 'walletType'],
    ];
    const before = await coin();
    for (const [part, status, code, field] of cases) {
      const answer = await change(first, { ...before, ...part });
      expect([part, answer.status, answer.body.code, answer.body.data?.field]).toEqual([part, status, code, field]);
      expect(answer.body.message).not.toContain('{');
    }
    expect(await coin()).toEqual(before);
  });
});

describe('the house', () => {
  it('is shown with what it is short of and holds, and stops the way that would go beyond the cap', async () => {
    const body = { from: 'USDT', to: 'BTC', point: '10000' };
    expect((await alice.post('/api/dnw/convert', body, { 'idempotency-key': 'desk-1' })).status).toBe(200);
    const short = await coin();
    expect(short.standing).toBe('OPEN');
    expect(Number(short.held)).toBeCloseTo(-0.09985, 5);
    expect(Number(short.exposure)).toBeCloseTo(-9_985, 0);
    expect(Number((await coin('USDT')).held)).toBeGreaterThan(9_900);
    expect((await change(first, { cap: '5000' })).status).toBe(200);
    expect((await coin()).standing).toBe('SHORT');
    expect((await quote('USDT', 'BTC', '100')).body).toMatchObject({ code: 'CONVERSION_CAP', data: { field: 'to' } });
    expect((await quote('BTC', 'USDT', '0.01')).status).toBe(200);
    market.state = 'stale';
    expect(await coin()).toMatchObject({ standing: 'NO_PRICE', exposure: null });
  });
});

describe('a pause', () => {
  it('holds at once; off takes the coin from members, and a second person opens it again', async () => {
    const paused = await first.post(`${COIN}/pause`, { walletType: 'ETH', why: 'SAFETY', reason: 'looks odd' });
    expect(paused.body.data).toMatchObject({ standing: 'PAUSED', paused: 'SAFETY' });
    expect((await quote('USDT', 'ETH', '100')).body.code).toBe('CONVERT_PAUSED');
    const again = await first.post(`${COIN}/pause`, { walletType: 'ETH', why: 'SAFETY', reason: 'looks odd' });
    expect([again.status, again.body.code]).toEqual([409, 'CONVERT_SAME']);
    const shown = async () =>
      ((await alice.get('/api/dnw/convert/coins')).body.data as { walletType: string; state: string }[]).find(
        ({ walletType }) => walletType === 'ETH',
      )?.state;
    expect(await shown()).toBe('PAUSED');
    expect((await first.post(`${COIN}/pause`, { walletType: 'ETH', why: 'OFF', reason: 'not offered' })).status).toBe(200);
    expect(await shown()).toBeUndefined();
    expect((await quote('USDT', 'ETH', '100')).body.code).toBe('CONVERT_PAUSED');
    const asked = await first.post(`${COIN}/open`, { walletType: 'ETH', reason: 'offered again' });
    expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
    expect((await decideRequest(first, asked.body.data.requestId)).status).toBe(403);
    expect((await decideRequest(second, asked.body.data.requestId)).status).toBe(200);
    expect(await shown()).toBe('OPEN');
    const wrong = await first.post(`${COIN}/pause`, { walletType: 'ETH', why: 'SLEEPY', reason: 'looks odd' });
    expect([wrong.status, wrong.body.data.field]).toEqual([400, 'why']);
  });
});
