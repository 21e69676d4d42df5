// Calls of the desk about coupons that come again: of the very same request, of another under its key, and days later.
import { CommandHeadWord, CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

let exchange: TestExchange;
let operator: Pick<TestMember, 'get' | 'post'>;
const inDays = (days: number) => new Date(exchange.server.context.clock.now() + days * DAY_MS).toISOString();
const purse = (which: number) => exchange.server.context.engine.query<number>(MARU, 'ledger', which);

beforeAll(async () => {
  exchange = await openTestExchange();
  const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  const [debit, credit] = [HouseAccount.Promo, HouseAccount.Grant];
  await exchange.command(MARU, encodeCommand({ ...head, debit, credit, amount: 100_000_000_000, reason: PostingReason.Adjustment }));
  operator = await exchange.operator(['coupon.*', 'approval.*']);
});
afterAll(() => exchange.stop());

async function make(promoCode: string): Promise<number> {
  const body = { promoCode, name: { ko: '환영 쿠폰', en: 'Welcome' }, point: '5', quota: 3, expiresAt: inDays(7) };
  return (await operator.post('/api/admin/coupon/create', body)).body.data.couponId;
}

it('one that was ended gives nothing back a second time, also days after the engine has forgotten the request', async () => {
  await make('STILL-PROMISED');
  const couponId = await make('ENDED-TWICE');
  const end = async () => (await operator.post('/api/admin/coupon/end', { couponId })).body.data.returned;
  expect(await end()).toBe('15.000000');
  const [grant, promised] = [await purse(HouseAccount.Grant), await purse(HouseAccount.Coupon)];
  const { engine } = exchange.server.context;
  const submit = engine.submit.bind(engine);
  try {
    // No request before is known to it.
    engine.submit = (site, record) => submit(site, record.fill(0, CommandHeadWord.keyHi, CommandHeadWord.body));
    expect(await end()).toBe('15.000000');
  } finally {
    engine.submit = submit;
  }
  expect([await purse(HouseAccount.Grant), await purse(HouseAccount.Coupon)]).toEqual([grant, promised]);
});

it('another coupon under the key of one that was made is refused, and the log says of none that it was made', async () => {
  const body = { promoCode: 'KEYED', name: { ko: '열쇠', en: 'Keyed' }, point: '2', quota: 3, reason: '행사', expiresAt: inDays(1) };
  const send = (more: object) => operator.post('/api/admin/coupon/create', { ...body, ...more }, { 'idempotency-key': 'keyed-once' });
  expect((await send({})).status).toBe(200);
  const held = await purse(HouseAccount.Coupon);
  const others = [{ point: '200' }, { quota: 4 }, { promoCode: 'KEYED-2' }, { count: 3, quota: 1 }, { name: { ko: '딴것', en: 'Other' } }];
  for (const more of others) expect((await send(more)).body.code, JSON.stringify(more)).toBe('REQUEST_REUSED');
  for (const more of [{ turnover: 2 }, { walletType: 'USDT' }, { expiresAt: inDays(9) }, { reason: '다른 행사' }])
    expect((await send(more)).body.code).toBe('REQUEST_REUSED');
  expect((await send({})).status).toBe(200);
  expect(await purse(HouseAccount.Coupon)).toBe(held);
  const { rows } = await exchange.server.context.pool.query<{ after: string }>(
    `SELECT after FROM operator_audit WHERE action = 'createCoupon' AND refusal IS NULL AND after::text LIKE '%KEYED%'`,
  );
  expect(new Set(rows.map(({ after }) => JSON.parse(after).total))).toEqual(new Set(['6']));
});

it('one that was made before contents were kept is told again by its key alone', async () => {
  const body = { promoCode: 'FORMER', name: { ko: '이전', en: 'Former' }, point: '2', quota: 3, reason: '행사', expiresAt: inDays(1) };
  const send = () => operator.post('/api/admin/coupon/create', body, { 'idempotency-key': 'former-once' });
  const first = await send();
  const { rowCount } = await exchange.server.context.pool.query(
    `UPDATE wallet_coupon SET content_hash = NULL WHERE code = 'FORMER' AND content_hash IS NOT NULL`,
  );
  expect(rowCount).toBe(1);
  const held = await purse(HouseAccount.Coupon);
  expect((await send()).body.data).toEqual(first.body.data);
  expect(await purse(HouseAccount.Coupon)).toBe(held);
});
