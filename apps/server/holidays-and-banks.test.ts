// Trading holidays and banks are rows (issue 13.28): changed on the desk, holidays close markets and leave rounds out, without a restart.
import { decideRequest } from './testing/decide-request.ts';
import type { DeskBank } from '@maru/account/bank-contract.ts';
import type { DeskHoliday } from '@maru/market/admin-contract.ts';
import type { Holiday } from '@maru/market/contract.ts';
import type { TradeBet } from '@maru/rounds/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestMember } from './testing/test-exchange.ts';
import { BETTING, openRoundStage, type RoundStage } from './testing/round-stage.ts';

const GOLD = 'PYTH:XAUUSD';
const PRICE = 250_000;
const MINUTE = 60_000;
/** B1 on gold, the eleventh of the demo's games. */
const B1_GOLD = 11;
/** Monday noon in Seoul. */
const START = Date.parse('2026-11-23T12:00:00+09:00');
let stage: RoundStage;
let alice: TestMember;

beforeAll(async () => {
  stage = await openRoundStage({}, START);
  alice = await stage.player('alice');
});
afterAll(async () => {
  await stage.exchange.stop();
  stage.time.stop();
});

/** Of all brands: whom holidays and banks belong to. */
const desk = (rights?: readonly string[]) => stage.exchange.operator(rights, null);
const ofOneBrand = (rights?: readonly string[]) => stage.exchange.operator(rights);
const saved = (body: object) => ({ market: 'ALL', nameKo: '시험 휴장', nameEn: 'Test day', reason: '거래소 공지', ...body });
const save = async (body: object) => (await desk()).post('/api/admin/market/holiday/save', saved(body));
const rows = async () => (await (await desk()).get('/api/admin/market/holidays')).body.data as DeskHoliday[];
const told = async () => (await stage.exchange.guest().get('/api/stock/holidays')).body.data as Holiday[];
const option = async () => (await stage.exchange.guest().get('/api/trade/option', { tradeOptionId: B1_GOLD })).body.data;
/** An operator of one brand sees what holds for all, counts as nobody who could agree to it, and cannot take or decide it. */
async function refusedAtOneBrand(id: number): Promise<void> {
  const look = async (who: Awaited<ReturnType<typeof desk>>) => (await who.get('/api/admin/approval', { id: String(id) })).body.data;
  const { deciders } = await look(await desk(['approval.read']));
  const own = await ofOneBrand();
  const { mayDecide, print, deciders: now } = await look(own);
  expect([mayDecide, now]).toEqual([false, deciders]);
  expect((await own.post('/api/admin/approval/claim', { id })).body.code).toBe('NO_PERMISSION');
  expect((await own.post('/api/admin/approval/decide', { id, isApproved: true, print })).body.code).toBe('NO_PERMISSION');
}

describe('the rows', () => {
  it('begin with the days that the code knew, and everybody may read them', async () => {
    expect((await told()).map(({ market, from, to, name }) => [market, from, to, name.en])).toEqual([
      ['ALL', '2026-12-25', '2026-12-25', 'Christmas'],
      ['ALL', '2027-01-01', '2027-01-01', 'New Year'],
      ['ALL', '2027-12-25', '2027-12-25', 'Christmas'],
      ['ALL', '2028-01-01', '2028-01-01', 'New Year'],
    ]);
    expect((await told())[0]).toMatchObject({ closesAt: '2026-12-24T23:00:00.000Z', endsAt: '2026-12-25T23:00:00.000Z' });
  });

  it('are changed by whoever holds the right to prices, and by nobody else', async () => {
    const looking = await desk(['futures.read']);
    expect((await looking.get('/api/admin/market/holidays')).status).toBe(200);
    const body = saved({ from: '2026-12-31', to: '2026-12-31' });
    expect((await looking.post('/api/admin/market/holiday/save', body)).status).toBe(403);
    expect((await looking.post('/api/admin/market/holiday/remove', { id: 1, reason: '거래소 공지' })).status).toBe(403);
    expect((await alice.post('/api/admin/market/holiday/save', body)).status).toBe(403);
  });

  it('are the installation’s: whoever is of one brand reads them, and changes none, whatever it may do there', async () => {
    const own = await ofOneBrand();
    const before = await rows();
    expect((await own.get('/api/admin/market/holidays')).body.data).toEqual(before);
    const body = saved({ from: '2026-12-31', to: '2026-12-31' });
    expect((await own.post('/api/admin/market/holiday/save', body)).body.code).toBe('NO_PERMISSION');
    const remove = { id: before[0].id, reason: '거래소 공지' };
    expect((await own.post('/api/admin/market/holiday/remove', remove)).body.code).toBe('NO_PERMISSION');
    expect(await rows()).toEqual(before);
    const { content } = (await (await desk()).get('/api/admin/audit/list', { refused: 'true' })).body.data;
    expect(content[0]).toMatchObject({ action: 'removeHoliday', refusal: 'NO_PERMISSION' });
  });

  it.each([
    ['a date that is none', { from: '2027-02-30', to: '2027-03-01' }, 'HOLIDAY_DATES', 'from'],
    ['a day that is over', { from: '2026-11-20', to: '2026-11-20' }, 'HOLIDAY_DATES', 'to'],
    ['a begin that is over', { from: '2026-11-20', to: '2026-11-25' }, 'HOLIDAY_DATES', 'from'],
    ['an end before its begin', { from: '2027-03-02', to: '2027-03-01' }, 'HOLIDAY_DATES', 'to'],
    ['more than a month', { from: '2027-03-01', to: '2027-04-01' }, 'HOLIDAY_DATES', 'to'],
    ['three years from now', { from: '2029-12-25', to: '2029-12-25' }, 'HOLIDAY_DATES', 'to'],
    ['a day that has one', { market: 'INDEX', from: '2026-12-24', to: '2026-12-25' }, 'HOLIDAY_OVERLAPS', 'from'],
    ['no such row', { id: 9_999, from: '2027-03-01', to: '2027-03-01' }, 'NOT_FOUND', 'id'],
    ['no name', { nameKo: ' ', from: '2027-03-01', to: '2027-03-01' }, 'INVALID_FIELD', 'nameKo'],
    ['no reason', { reason: '', from: '2027-03-01', to: '2027-03-01' }, 'INVALID_FIELD', 'reason'],
  ])('%s is refused', async (_what, body, code, field) => {
    const { status, body: answer } = await save(body);
    expect([status < 500, answer.code, answer.data?.field]).toEqual([true, code, field]);
  });

  it('of a day to come: one person with a reason; changed and taken back, each with its line in the log', async () => {
    const { status, body } = await save({ market: 'COMMODITY', from: '2026-11-30', to: '2026-11-30' });
    expect([status, body.data]).toMatchObject([200, { state: 'COMING', symbols: [GOLD], closesAt: '2026-11-29T23:00:00.000Z' }]);
    expect(await told()).toMatchObject([{ id: body.data.id, market: 'COMMODITY' }, {}, {}, {}, {}]);
    const { id } = body.data as DeskHoliday;
    expect((await save({ id, market: 'FOREX', from: '2026-11-30', to: '2026-12-01' })).status).toBe(200);
    expect((await told())[0]).toMatchObject({ id, market: 'FOREX', to: '2026-12-01' });
    await (await desk()).post('/api/admin/market/holiday/remove', { id, reason: '공지 철회' });
    expect((await rows()).some((row) => row.id === id)).toBe(false);
    const { content } = (await (await desk()).get('/api/admin/audit/list', { target: `holiday:${id}` })).body.data;
    expect(content.map(({ action, reason }: { action: string; reason: string }) => [action, reason])).toEqual([
      ['removeHoliday', '공지 철회'],
      ['saveHoliday', '거래소 공지'],
      ['saveHoliday', '거래소 공지'],
    ]);
  });
});

describe('a holiday of a session that has begun', () => {
  let id: number;
  let closesAt: number;

  it('waits for a second operator, and closes after the rounds of the next hour: none with a bet is lost', async () => {
    await stage.toNext(MINUTE, GOLD, PRICE);
    alice = stage.fresh(alice);
    stage.market.tick(GOLD, PRICE, stage.now());
    const { betting } = await stage.current(B1_GOLD);
    const bet: TradeBet = await stage.bet(alice, betting.tradeRoundId, 'UP', '10');
    const asked = await save({ market: 'COMMODITY', from: '2026-11-23', to: '2026-11-24' });
    expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
    expect(await option()).toMatchObject({ state: 'OPEN', holiday: null });
    await refusedAtOneBrand(asked.body.data.requestId);
    expect((await decideRequest(await desk(), asked.body.data.requestId)).status).toBe(200);
    const row = (await rows()).find(({ from }) => from === '2026-11-23')!;
    id = row.id;
    closesAt = Date.parse(row.closesAt);
    expect(closesAt).toBeGreaterThan(Date.parse(betting.endAt));
    expect(closesAt).toBeLessThanOrEqual(stage.now() + 60 * MINUTE + 1_000);
    expect(await option()).toMatchObject({ state: 'OPEN', holiday: null });
    await stage.pass(Date.parse(betting.startAt), PRICE, GOLD);
    await stage.pass(Date.parse(betting.endAt), PRICE + 100, GOLD);
    await stage.settled(alice, bet).toBe(1);
  });

  it('leaves out the rounds that reach into it, and says HOLIDAY', async () => {
    await stage.time.goTo(closesAt + 1);
    alice = stage.fresh(alice);
    const { betting, opensAt } = await stage.current(B1_GOLD);
    expect([betting.phase, opensAt]).toEqual(['HOLIDAY', '2026-11-24T23:00:00.000Z']);
    expect(await option()).toMatchObject({ state: 'CLOSED', opensAt, holiday: { ko: '시험 휴장', en: 'Test day' } });
    const refused = await alice.post(BETTING, { point: '10', tradeRoundId: betting.tradeRoundId, type: 'UP' });
    expect([refused.status, refused.body.code, refused.body.data]).toMatchObject([
      409,
      'ROUND_HOLIDAY',
      { field: 'tradeRoundId', holiday: { en: 'Test day' }, endsAt: opensAt },
    ]);
    expect((await rows()).find((row) => row.id === id)?.state).toBe('NOW');
  });

  it('keeps its market and first day; its end and name can be changed by two', async () => {
    const moved = await save({ id, market: 'ALL', from: '2026-11-23', to: '2026-11-24' });
    expect([moved.body.code, moved.body.data.field]).toEqual(['HOLIDAY_BEGUN', 'market']);
    const asked = await save({ id, market: 'COMMODITY', from: '2026-11-23', to: '2026-11-25' });
    await decideRequest(await desk(), asked.body.data.requestId);
    expect((await rows()).find((row) => row.id === id)).toMatchObject({ closesAt: new Date(closesAt).toISOString(), to: '2026-11-25' });
  });

  it('taken back by two the market is open again', async () => {
    const asked = await (await desk()).post('/api/admin/market/holiday/remove', { id, reason: '공지 철회' });
    expect(asked.body.code).toBe('APPROVAL_REQUIRED');
    expect((await decideRequest(await desk(), asked.body.data.requestId)).status).toBe(200);
    stage.market.tick(GOLD, PRICE, stage.now());
    expect(await option()).toMatchObject({ state: 'OPEN', holiday: null });
    expect((await stage.current(B1_GOLD)).betting.phase).toBe('BETTING');
  });
});

describe('banks', () => {
  const banks = async () =>
    (await stage.exchange.guest().get('/banklist')).body.data.content as { code: string; name: string; nameEn: string }[];
  const bank = { code: '054', nameKo: '홍콩상하이은행', nameEn: 'HSBC', place: 2, reason: '회원 요청' };
  const ask = async (body: object) => (await desk()).post('/api/admin/bank/save', { ...bank, ...body });
  const all = async () => (await (await desk()).get('/api/admin/bank/list')).body.data as DeskBank[];

  it('begin with those that the code knew', async () => {
    const listed = await banks();
    expect([listed.length, listed[0], listed[23].code]).toEqual([
      24,
      { id: 1, code: '090', name: '카카오뱅크', nameEn: 'KakaoBank' },
      '071',
    ]);
  });

  it('are added and changed for every site by two, keeping their codes', async () => {
    expect((await (await desk(['site.read'])).post('/api/admin/bank/save', bank)).status).toBe(403);
    expect((await (await ofOneBrand()).post('/api/admin/bank/save', bank)).body.code).toBe('NO_PERMISSION');
    const asked = await ask({});
    expect([asked.body.code, (await banks()).length]).toEqual(['APPROVAL_REQUIRED', 24]);
    await refusedAtOneBrand(asked.body.data.requestId);
    expect((await decideRequest(await desk(), asked.body.data.requestId)).status).toBe(200);
    expect((await banks()).slice(0, 3).map(({ code }) => code)).toEqual(['090', '004', '054']);
    expect((await ask({})).body).toMatchObject({ code: 'BANK_CODE_TAKEN', data: { field: 'code' } });
    const { id } = (await all()).find(({ code }) => code === '054')!;
    expect((await ask({ id, code: '055' })).body).toMatchObject({ code: 'BANK_CODE_KEPT', data: { field: 'code' } });
    const renamed = await ask({ id, nameEn: 'HSBC Korea', place: 99 });
    await decideRequest(await desk(), renamed.body.data.requestId);
    expect((await banks()).at(-1)).toMatchObject({ code: '054', nameEn: 'HSBC Korea' });
  });

  it('are left out of one site by its operator, with a line in the log; other sites go on offering them', async () => {
    const { id } = (await all()).find(({ code }) => code === '054')!;
    const offer = async (isOffered: boolean) => (await ofOneBrand()).post('/api/admin/bank/offer', { id, isOffered, reason: '계약 종료' });
    expect((await offer(false)).body.data).toMatchObject({ id, isOffered: false });
    expect((await offer(false)).status).toBe(200);
    expect((await banks()).some(({ code }) => code === '054')).toBe(false);
    expect((await all()).find((each) => each.id === id)?.isOffered).toBe(false);
    const elsewhere = await stage.exchange.operator(undefined, null);
    expect((await elsewhere.get('/api/admin/audit/list', { target: `bank:${id}` })).body.data.content[0]).toMatchObject({
      action: 'offerBank',
    });
    await offer(true);
    expect((await banks()).some(({ code }) => code === '054')).toBe(true);
  });
});
