// Transfers between members over real HTTP: who receives is named masked and nobody is enumerated, money moves once, and every guard binds.
import { Asset, HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { type CommandFields, CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import type { MemberMessage } from '@maru/member/contract.ts';
import type { DnwEntry } from '@maru/wallet/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boxOf } from './testing/coin-stage.ts';
import { BTC, check, checked, giveCoins, PASSWORD, points, send, sender, TRANSFER } from './testing/member-transfers.ts';
import { HANOK, MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';
import { toldMarket } from './testing/told-market.ts';

const market = toldMarket();
const box: MemberMessage[] = [];
let exchange: TestExchange;
let alice: TestMember;
let bobby: TestMember;

const pool = () => exchange.server.context.pool;
const step = (fields: CommandFields, { account }: TestMember) => exchange.command(MARU, encodeFields(account, -1, fields));
const history = async (by: TestMember): Promise<DnwEntry[]> => {
  await exchange.projected();
  return (await by.get('/api/dnw/list', { typeStrs: 'TI,TO', size: 20 })).body.data.content;
};
const terms = (change: string) => pool().query(`UPDATE wallet_member_terms SET ${change} WHERE site_id = ${MARU}`);
const forgetLooks = () => pool().query('DELETE FROM wallet_member_look');

beforeAll(async () => {
  exchange = await openTestExchange({ market: market.feature, more: [boxOf(box)] });
  alice = await sender(exchange, 'alice', 20_000);
  bobby = await exchange.member('bobby', '0');
});
afterAll(() => exchange.stop());
beforeEach(async () => {
  market.state = 'live';
  for (const type of ['MARK', 'LAST'] as const) market.price('BINANCE:BTCUSDT', type, 100_000 * 10_000);
  await forgetLooks();
});

describe('a transfer to a member', () => {
  it('names whom it would go to, masked, and moves nothing; then moves exactly that, and stands in both histories', async () => {
    const first = await check(alice, 'bobby', '100.5');
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body.data).toMatchObject({
      receiver: 'K**',
      currency: 'USDT',
      point: '100.500000',
      worth: '100.5',
      needsSecondFactor: false,
    });
    expect(await points(alice)).toEqual(['20000.000000', '0.00000000']);
    const { status, body } = await send(alice, first.body.data.transferId);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({
      receiver: 'K**',
      sent: { walletType: 'USDT', type: 'TO', point: '-100.500000', reason: 'MEMBER_TRANSFER' },
    });
    expect([await points(alice), await points(bobby)]).toEqual([
      ['19899.500000', '0.00000000'],
      ['100.500000', '0.00000000'],
    ]);
    const lines = [(await history(alice))[0], (await history(bobby))[0]];
    expect(lines.map(({ type, point, balance }) => [type, point, balance])).toEqual([
      ['TO', '-100.500000', '19899.500000'],
      ['TI', '100.500000', '100.500000'],
    ]);
    const drawers = await Promise.all(
      [alice, bobby].map((by, i) => by.get('/api/dnw/entry', { dnwHistoryId: String(lines[i]?.dnwHistoryId) })),
    );
    expect(drawers.map((drawer) => drawer.body.data.otherMember)).toEqual([
      { name: 'K**', transferId: body.data.transferId },
      { name: 'K**', transferId: body.data.transferId },
    ]);
  });

  it('is found by username in any case, by phone as people write it, and by a proven address alone', async () => {
    const { rows } = await pool().query<{ phone: string }>('SELECT phone FROM account_member WHERE id = $1', [bobby.member]);
    const [{ phone }] = rows;
    for (const receiver of ['BOBBY', phone, phone.replaceAll('-', ''), phone.replaceAll('-', ' '), `+82 ${phone.slice(1)}`])
      expect((await check(alice, receiver, '1')).status, receiver).toBe(200);
    expect((await check(alice, 'bobby@example.com', '1')).body.code).toBe('RECEIVER_UNKNOWN');
    await pool().query('UPDATE account_member SET mail_proven_at = now() WHERE id = $1', [bobby.member]);
    expect((await check(alice, 'Bobby@Example.com', '1')).status).toBe(200);
  });

  it('goes in coins too, and tells both wallets and both members without being asked', async () => {
    await giveCoins(exchange, alice, 'BTC', 0.01);
    const socket = await connectStomp(exchange.port, { token: bobby.token });
    const heard = socket.subscribe('/user/queue/point');
    await socket.settle();
    expect((await send(alice, await checked(alice, 'bobby', '0.004', 'BTC'))).status).toBe(200);
    const told = () => (heard.map(({ body }) => body) as { type: string; point: string }[]).findLast(({ type }) => type === 'BTC')?.point;
    await expect.poll(told).toBe('0.00400000');
    socket.end();
    const titles = ({ member }: TestMember) => box.flatMap((message) => (message.member === member ? [message.title.ko] : []));
    await expect.poll(() => titles(bobby)).toContain('0.004 BTC를 받았어요');
    await expect.poll(() => titles(alice)).toContain('0.004 BTC를 보냈어요');
    expect(box.at(-1)?.content.ko).not.toContain('Kim');
  });

  it('fifty at once of one check are one, under one key or many; fifty checks never spend more than there is', async () => {
    const carol = await sender(exchange, 'carol', 1_000);
    const one = await checked(carol, 'bobby', '100');
    const same = await Promise.all(Array.from({ length: 25 }, () => send(carol, one, 'one')));
    const told = same.filter(({ status }) => status === 200);
    expect(new Set(told.map(({ body }) => body.sequence)).size).toBe(1);
    expect(same.every(({ status }) => status === 200 || status === 409 || status === 503)).toBe(true);
    const others = await Promise.all(Array.from({ length: 25 }, () => send(carol, one)));
    expect(new Set(others.map(({ body }) => body.code))).toEqual(new Set(['TRANSFER_USED']));
    expect((await points(carol))[0]).toBe('900.000000');
    await terms('second_from = 100000000000');
    const many: number[] = [];
    for (let n = 0; n < 40; n++) many.push(await checked(carol, 'bobby', '100'));
    const all = await Promise.all(many.map((id) => send(carol, id)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(new Set(all.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['INSUFFICIENT_BALANCE']));
    expect((await points(carol))[0]).toBe('0.000000');
    await terms('second_from = 1000000000');
  });

  it('against conversions, withdrawals of the wallet and each other the same money goes one way', async () => {
    const dave = await sender(exchange, 'davey', 300);
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push(await checked(dave, 'bobby', '100'));
    const convert = (n: number) =>
      dave.post('/api/dnw/convert', { from: 'USDT', to: 'BTC', point: '100' }, { 'idempotency-key': `race${n}` });
    const move = (n: number) =>
      dave.post('/api/dnw/transfer', { from: 'USDT', to: 'FUTURES', point: '100' }, { 'idempotency-key': `own${n}` });
    const all = await Promise.all(ids.flatMap((id, n) => [send(dave, id), convert(n), move(n)]));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await points(dave))[0]).toBe('0.000000');
  });

  it('asked again under its key it answers the same, long after it; another one under that key is refused', async () => {
    const id = await checked(alice, 'bobby', '3');
    const first = await send(alice, id, 'again');
    await pool().query('UPDATE wallet_member_transfer SET taken_ms = taken_ms - $2, until_ms = until_ms - $2 WHERE transfer_id = $1', [
      id,
      3 * DAY_MS,
    ]);
    const second = await send(alice, id, 'again', 'whatever');
    expect([second.status, second.body.data, second.body.sequence]).toEqual([200, first.body.data, first.body.sequence]);
    const other = await checked(alice, 'bobby', '4');
    expect((await send(alice, other, 'again')).body.code).toBe('REQUEST_REUSED');
  });
});

describe('nobody is enumerated', () => {
  it('unknown, blocked, locked, excluded, leaving, left and waiting members are answered alike, to the letter', async () => {
    const eve = await exchange.member('evelyn', '0');
    const changes = [
      "status = 'DENY'",
      "status = 'WAIT'",
      "status = 'LEFT'",
      "status = 'ACTIVE', locked_at = now()",
      "locked_at = NULL, excluded_until = now() + interval '100 days'",
    ];
    const unknown = await check(alice, 'nobody-here', '1');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'RECEIVER_UNKNOWN']);
    for (const change of changes) {
      await pool().query(`UPDATE account_member SET ${change} WHERE id = $1`, [eve.member]);
      const answer = await check(alice, 'evelyn', '1');
      expect([answer.status, answer.body], change).toEqual([unknown.status, unknown.body]);
    }
    await pool().query('UPDATE account_member SET excluded_until = NULL WHERE id = $1', [eve.member]);
    expect((await check(alice, 'evelyn', '1')).status).toBe(200);
    // Of another brand there is nobody.
    const hana = await exchange.member('hannah', '0', HANOK);
    expect((await check(alice, 'hannah', '1')).body).toEqual(unknown.body);
    expect(hana.site).toBe(HANOK);
  });

  it('whoever may receive at the check and not any more at the press is answered as unknown, and nothing moves', async () => {
    const frank = await exchange.member('frank', '0');
    const id = await checked(alice, 'frank', '1');
    const before = await points(alice);
    await step({ kind: CommandKind.SetAccountFlags, flags: 32 }, frank);
    expect((await send(alice, id)).body.code).toBe('RECEIVER_UNKNOWN');
    expect((await send(alice, id)).body.code).toBe('TRANSFER_USED');
    const other = await checked(alice, 'frank', '1');
    await pool().query("UPDATE account_member SET status = 'DENY' WHERE id = $1", [frank.member]);
    expect((await send(alice, other)).body.code).toBe('RECEIVER_UNKNOWN');
    expect(await points(alice)).toEqual(before);
  });

  it('ten misses or fifty looks a day are all there are, at once or one by one, after a restart too', async () => {
    const gina = await sender(exchange, 'ginaa', 100);
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, n) => check(gina, `guess-${n}`, '1')));
    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15);
    await exchange.restart();
    for (const type of ['MARK', 'LAST'] as const) market.price('BINANCE:BTCUSDT', type, 100_000 * 10_000);
    const late = await check(gina, 'bobby', '1');
    expect([late.status, late.body.code, late.body.data.field]).toEqual([429, 'RECEIVER_TRIES', 'receiver']);
    expect(Number(late.body.data.retryAfterSeconds)).toBeGreaterThan(0);
    await pool().query('UPDATE wallet_member_look SET at_ms = at_ms - $1', [DAY_MS]);
    const good = [];
    for (let n = 0; n < 51; n++) good.push((await check(gina, 'bobby', '1')).status);
    expect(good.filter((status) => status === 200)).toHaveLength(50);
    expect(good.at(-1)).toBe(429);
  });

  it('what is wrong with the amount is said before anybody is looked up, and costs no look', async () => {
    for (let n = 0; n < 12; n++) expect((await check(alice, `guess-${n}`, '0.5')).body.code).toBe('TRANSFER_LEAST');
    expect((await check(alice, 'bobby', '1')).status).toBe(200);
  });
});

describe('is refused', () => {
  it.each([
    ['NUM-06 spaces and a newline', 'bobby', ' 100\n', 'USDT', 400, 'INVALID_FIELD', 'point'],
    ['NUM-10 nothing', 'bobby', '0', 'USDT', 400, 'AMOUNT_NOT_POSITIVE', 'point'],
    ['less than nothing', 'bobby', '-5', 'USDT', 400, 'INVALID_FIELD', 'point'],
    ['beyond 2^53', 'bobby', '9007199254740993', 'USDT', 400, 'INVALID_FIELD', 'point'],
    ['a finer amount than there is', 'bobby', '1.0000001', 'USDT', 400, 'BAD_PRECISION', 'point'],
    ['to oneself', 'alice', '1', 'USDT', 400, 'TRANSFER_SELF', 'receiver'],
    ['the wallet of games', 'bobby', '10', 'BINARY', 404, 'WALLET_NOT_USED', 'walletType'],
    ['the futures wallet', 'bobby', '10', 'FUTURES', 404, 'WALLET_NOT_USED', 'walletType'],
    ['CNV-03 a wallet that nobody has', 'bobby', '10', 'ADMIN', 400, 'INVALID_FIELD', 'walletType'],
    ['less than the least', 'bobby', '0.999999', 'USDT', 422, 'TRANSFER_LEAST', 'point'],
    ['more than the most', 'bobby', '5000.000001', 'USDT', 422, 'TRANSFER_MOST', 'point'],
    ['more than there is', 'bobby', '0.02', 'BTC', 422, 'INSUFFICIENT_BALANCE', 'point'],
    ['a coin without a price', 'bobby', '1', 'XRP', 409, 'TRANSFER_NO_PRICE', 'walletType'],
  ])('%s', async (_says, receiver, point, walletType, status, code, field) => {
    await terms('second_from = 100000000000');
    const answer = await check(alice, receiver, point, walletType);
    await terms('second_from = 1000000000');
    expect(answer.body.message).not.toContain('{');
    expect([answer.status, answer.body.code, answer.body.data?.field]).toEqual([status, code, field]);
  });

  it('of guests, of another member’s check, after five minutes, without a key, and with words that no form has', async () => {
    expect((await exchange.guest().post(TRANSFER, { transferId: 1, password: PASSWORD })).status).toBe(401);
    const henry = await sender(exchange, 'henry', 100);
    const id = await checked(alice, 'bobby', '1');
    expect((await send(henry, id)).body.code).toBe('TRANSFER_UNKNOWN');
    expect((await send(henry, 999_999)).body.code).toBe('TRANSFER_UNKNOWN');
    expect((await alice.post(TRANSFER, { transferId: id, password: PASSWORD })).body.code).toBe('TRANSFER_KEY');
    const forged = await alice.post(TRANSFER, { transferId: id, password: PASSWORD, point: '9' }, { 'idempotency-key': 'forged' });
    expect([forged.status, forged.body.code]).toEqual([400, 'UNKNOWN_FIELD']);
    await pool().query('UPDATE wallet_member_transfer SET ends_ms = ends_ms - 300001 WHERE transfer_id = $1', [id]);
    expect((await send(alice, id)).body.code).toBe('TRANSFER_EXPIRED');
  });

  it('with a wrong password, or without one; five wrong ones and it rests, and nothing moved', async () => {
    const irene = await sender(exchange, 'irene', 100);
    const id = await checked(irene, 'bobby', '10');
    const wrong = [];
    for (let n = 0; n < 6; n++) wrong.push((await send(irene, id, undefined, '111222')).body.code);
    expect(wrong).toEqual([...Array(4).fill('WITHDRAW_PASSWORD_WRONG'), 'WITHDRAW_PASSWORD_LOCKED', 'WITHDRAW_PASSWORD_LOCKED']);
    expect((await points(irene))[0]).toBe('100.000000');
    const jacky = await exchange.member('jacky', '0');
    await giveCoins(exchange, jacky, 'USDT', 100);
    expect((await check(jacky, 'bobby', '1')).body.code).toBe('TRANSFER_NO_PASSWORD');
  });

  it('after a change of protection, also one between the check and the press', async () => {
    const kevin = await sender(exchange, 'kevin', 100);
    const id = await checked(kevin, 'bobby', '10');
    await pool().query(
      `INSERT INTO account_withdrawal_hold (member_id, site_id, reason, until, started_at) SELECT $1, $2, 'PASSWORD', now() + interval '300 days', now()`,
      [kevin.member, MARU],
    );
    expect((await send(kevin, id)).body).toMatchObject({ code: 'TRANSFER_HELD', data: { reason: 'PASSWORD' } });
    expect((await check(kevin, 'bobby', '10')).body.code).toBe('TRANSFER_HELD');
    expect((await kevin.get(`${TRANSFER}/terms`)).body.data.state).toBe('HELD');
  });

  it('of locked coins, of a frozen member, of a bonus with open turnover', async () => {
    const laura = await sender(exchange, 'laura', 0);
    await step({ kind: CommandKind.CreditDeposit, deposit: 1, asset: BTC, amount: 1_000_000 }, laura);
    expect((await check(laura, 'bobby', '0.005', 'BTC')).body.code).toBe('BALANCE_LOCKED');
    await step({ kind: CommandKind.UnlockDeposit, deposit: 1 }, laura);
    const id = await checked(laura, 'bobby', '0.005', 'BTC');
    await step({ kind: CommandKind.SetAccountFlags, flags: 32 }, laura);
    expect((await send(laura, id)).body.code).toBe('ACCOUNT_FROZEN');
    const milla = await sender(exchange, 'milla', 50);
    const grants = { debit: HouseAccount.Promo, credit: HouseAccount.Grant, amount: 100_000_000, reason: PostingReason.Adjustment };
    await exchange.command(MARU, encodeTransfer(grants));
    const owner = await exchange.operator();
    const coupon = { promoCode: 'HELD-HERE', name: { ko: '쿠폰', en: 'Coupon' }, point: '5', quota: 3, turnover: 30 };
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    expect((await owner.post('/api/admin/coupon/create', { ...coupon, expiresAt })).status).toBe(200);
    expect((await milla.post('/api/coupon/use', { promoCode: 'HELD-HERE', walletType: 'USDT' })).status).toBe(200);
    expect((await check(milla, 'bobby', '51')).body).toMatchObject({ code: 'TRANSFER_BONUS', data: { held: '5' } });
    const ids = [await checked(milla, 'bobby', '25'), await checked(milla, 'bobby', '25'), await checked(milla, 'bobby', '25')];
    const [a, b, c] = await Promise.all(ids.map((one) => send(milla, one)));
    expect([a, b, c].map((answer) => answer?.body.code ?? 'OK').toSorted()).toEqual(['OK', 'OK', 'TRANSFER_BONUS']);
  });

  it('beyond what a day may be, over time and at once; and from the limit on without a second factor', async () => {
    const nadia = await sender(exchange, 'nadia', 30_000);
    await terms('second_from = 2000000000');
    expect((await check(nadia, 'bobby', '2000')).body).toMatchObject({ code: 'TRANSFER_NO_SECOND_FACTOR', data: { limit: '2000' } });
    // In slices it comes to the same.
    expect((await send(nadia, await checked(nadia, 'bobby', '1500'))).status).toBe(200);
    expect((await check(nadia, 'bobby', '500')).body.code).toBe('TRANSFER_NO_SECOND_FACTOR');
    await pool().query(
      `INSERT INTO account_totp (member_id, site_id, secret, created_at, confirmed_at) VALUES ($1, $2, '', now(), now())`,
      [nadia.member, MARU],
    );
    const first = await check(nadia, 'bobby', '5000');
    expect(first.body.data.needsSecondFactor).toBe(true);
    expect((await send(nadia, first.body.data.transferId)).body.code).toBe('SECOND_FACTOR_NEEDED');
    await pool().query("UPDATE account_login SET stepped_up_at = now() + interval '30 days' WHERE member_id = $1", [nadia.member]);
    expect((await send(nadia, first.body.data.transferId)).status).toBe(200);
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await checked(nadia, 'bobby', '1500'));
    const codes = (await Promise.all(ids.map((id) => send(nadia, id)))).map(({ body }) => body.code ?? 'OK');
    expect(codes.toSorted()).toEqual(['OK', 'OK', 'TRANSFER_DAY', 'TRANSFER_DAY']);
    expect((await nadia.get(`${TRANSFER}/terms`)).body.data.dayLeft).toBe('500');
    await pool().query('UPDATE wallet_member_transfer SET taken_ms = taken_ms - $2 WHERE account = $1', [nadia.account, DAY_MS]);
    expect((await nadia.get(`${TRANSFER}/terms`)).body.data.dayLeft).toBe('10000');
    await terms('second_from = 1000000000');
  });

  it('beyond the second factor’s limit by several at once that are each below it', async () => {
    const oscar = await sender(exchange, 'oscar', 3_000);
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await checked(oscar, 'bobby', '600'));
    const answers = await Promise.all(ids.map((id) => send(oscar, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status, body }) => status === 200 || status === 503 || body.code === 'TRANSFER_NO_SECOND_FACTOR')).toBe(true);
  });

  it('where operators paused it, or let this member take out no more; and of a member that is shut out', async () => {
    const id = await checked(alice, 'bobby', '1');
    await terms("paused = 'SAFETY'");
    expect((await send(alice, id)).body.code).toBe('TRANSFER_PAUSED');
    expect((await alice.get(`${TRANSFER}/terms`)).body.data.state).toBe('PAUSED');
    await terms('paused = NULL');
    await pool().query('UPDATE account_member SET withdraw_limit = 0 WHERE id = $1', [alice.member]);
    expect((await send(alice, id)).body.code).toBe('TRANSFER_OWN_LIMIT');
    await pool().query("UPDATE account_member SET withdraw_limit = NULL, status = 'DENY' WHERE id = $1", [alice.member]);
    expect((await send(alice, id)).body.code).toBe('ACCOUNT_DENIED');
    await pool().query("UPDATE account_member SET status = 'ACTIVE' WHERE id = $1", [alice.member]);
    expect((await send(alice, id)).status).toBe(200);
  });
});

it('every asset sums to nothing, the house’s sheet is equal, and what was sent is nobody’s deposit or withdrawal', async () => {
  interface Line {
    asset: number;
    members: number;
    site: number;
    transit: number;
    outside: number;
  }
  const sums = await exchange.server.engines.query<Line[]>(MARU, 'holdings');
  const sumOf = (assets: number[]) =>
    sums
      .filter(({ asset }) => assets.includes(asset))
      .reduce((sum, line) => sum + line.members + line.site + line.transit + line.outside, 0);
  expect([sumOf([Asset.Usdt, Asset.Binary]), sumOf([BTC])]).toEqual([0, 0]);
  expect(sums.filter(({ transit }) => transit !== 0)).toEqual([]);
  await exchange.projected();
  const owner = await exchange.operator();
  const { proof } = (await owner.get('/api/admin/wallet/house_sheet', { days: '1' })).body.data;
  expect(proof).toEqual({ state: 'EQUAL', differences: [] });
});
