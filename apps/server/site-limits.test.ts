// What an operator may change of a site alone: judged over a day, over all operators and all pages; beyond absolute bounds nobody may.
import { decideRequest } from './testing/decide-request.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { hanok } from '@maru/sites/hanok.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { type TestExchange, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';
import { newOperator } from './testing/operator.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
const clock = stoppableClock();
type Desk = Awaited<ReturnType<TestExchange['operator']>>;
let exchange: TestExchange;
let hana: Desk;
let minsu: Desk;

beforeAll(async () => {
  exchange = await openTestExchange({ clock, more: [slotFeature] });
  // A slot, so that a second page changes the same site.
  const slot = { isPlay: true, minStake: '100', maxStake: '100000' };
  await exchange.server.context.pool.query('UPDATE site_site SET config = config || $2::jsonb WHERE id = $1', [
    HANOK,
    JSON.stringify({ slot }),
  ]);
  await atWork();
});
afterAll(() => exchange.stop());

/** Two operators with sessions of their own; a day later they log in again. */
async function atWork(): Promise<void> {
  [hana, minsu] = [await exchange.operator(undefined, HANOK), await exchange.operator(undefined, HANOK)];
}

const siteNow = async (who = hana) => (await who.get('/api/admin/site')).body.data;
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => (status === 200 ? 'ok' : body.code);
/** Drafts and publishes; answers whole. */
async function publish(who: Desk, changes: object) {
  const draft = await who.post('/api/admin/site/draft', { changes });
  if (draft.status !== 200) return draft;
  const answer = await who.post('/api/admin/site/publish', { edition: (await siteNow(who)).edition, reason: '시험' });
  if (answer.status !== 200) await who.post('/api/admin/site/draft/drop', {});
  return answer;
}
it('1.3: fifteen publishes in slices move a fee by no more than one would, whoever makes them', async () => {
  const made: (string | undefined)[] = [];
  let fee = hanok.takerFee;
  for (let i = 0; i < 15; i++) {
    const wanted = Math.round(fee * 1.12);
    const code = codeOf(await publish(i % 2 === 0 ? hana : minsu, { takerFee: wanted }));
    made.push(code);
    if (code === 'ok') fee = wanted;
  }
  expect(made.filter((code) => code === 'ok')).toHaveLength(1);
  expect(new Set(made.slice(1))).toEqual(new Set(['APPROVAL_REQUIRED']));
  expect((await siteNow()).published.takerFee).toBe(44_800);
  // The editor says beforehand what the day has left.
  expect((await siteNow()).day.takerFee).toEqual([40_000, 44_800]);
});

it('1.3: an edition that is brought back counts as one more change, and so does what a second page sends', async () => {
  // Up again within the bound of what stands, and beyond that of what stood this morning.
  const { edition } = await siteNow();
  expect(codeOf(await hana.post('/api/admin/site/undo', { edition, reason: '되돌려요' }))).toBe('ok');
  expect(codeOf(await publish(minsu, { takerFee: 34_000 }))).toBe('ok');
  // A quarter of 40,000 down is 30,000; a quarter below the 44,800 of an hour ago is 33,600.
  expect(codeOf(await publish(hana, { takerFee: 33_000 }))).toBe('APPROVAL_REQUIRED');
  const slot = { isPlay: true, minPoint: '100' };
  const viaGames = (maxPoint: string) => minsu.post('/api/admin/slot', { ...slot, maxPoint, reason: '한도를 올려요' });
  expect(codeOf(await viaGames('120000'))).toBe('ok');
  expect(codeOf(await viaGames('140000'))).toBe('APPROVAL_REQUIRED');
  expect(codeOf(await publish(hana, { slot: { isPlay: true, minStake: '100', maxStake: '140000' } }))).toBe('APPROVAL_REQUIRED');
});

it('1.3: a day later the day begins anew; what two persons agree on is where it begins at once', async () => {
  clock.skip(DAY_MS + 60_000);
  await atWork();
  expect(codeOf(await publish(hana, { takerFee: 40_000 }))).toBe('ok');
  const asked = await publish(hana, { takerFee: 80_000 });
  expect(codeOf(asked)).toBe('APPROVAL_REQUIRED');
  expect(codeOf(await decideRequest(minsu, asked.body.data.requestId))).toBe('ok');
  expect(codeOf(await publish(hana, { takerFee: 81_000 }))).toBe('ok');
  expect((await siteNow()).published.takerFee).toBe(81_000);
});

it('1.3: a quarter a day, each day again, ends at a half within thirty days', async () => {
  expect(codeOf(await publish(hana, { takerFee: 100_000 }))).toBe('ok');
  clock.skip(DAY_MS + 60_000);
  await atWork();
  expect(codeOf(await publish(hana, { takerFee: 120_000 }))).toBe('ok');
  clock.skip(DAY_MS + 60_000);
  await atWork();
  // Within a quarter of all that stood today, and beyond a half of what two persons agreed to.
  expect(codeOf(await publish(hana, { takerFee: 121_000 }))).toBe('APPROVAL_REQUIRED');
  expect((await siteNow()).month.takerFee).toEqual([80_000, 81_000, 100_000, 120_000]);
  clock.skip(30 * DAY_MS);
  await atWork();
  expect(codeOf(await publish(hana, { takerFee: 121_000 }))).toBe('ok');
});

it('1.3: beyond absolute bounds nobody publishes, and the field and its bounds are said', async () => {
  const refusals: [object, string, string][] = [
    [{ takerFee: 500_001 }, 'takerFee', '0.5%'],
    [{ rates: { KRW: '90000', BKT: '1000' } }, 'rates.KRW', '5000'],
    [{ conversion: { ...hanok.conversion, most: '2000000' } }, 'conversion.most', '1000000'],
  ];
  for (const [changes, field, most] of refusals) {
    const { status, body } = await publish(hana, changes);
    expect([status, body.code, body.data]).toEqual([422, 'SITE_BOUND', expect.objectContaining({ field, most })]);
  }
});

it('1.3: publishing looks and publishing money are two rights', async () => {
  const content = await exchange.operator(['site.read', 'site.write', 'site.publish'], HANOK);
  expect(codeOf(await publish(content, { name: { ko: '한옥', en: 'Hanok house' } }))).toBe('ok');
  const refused = await publish(content, { name: { ko: '한옥', en: 'Hanok' }, takerFee: 81_500 });
  expect([refused.status, refused.body.code, refused.body.data.fields]).toEqual([403, 'SITE_MONEY_RIGHT', 'takerFee']);
  // It may ask, and whoever decides holds the right of money.
  await content.post('/api/admin/site/draft', { changes: { takerFee: 81_500 } });
  const asked = await content.post('/api/admin/site/review', { edition: (await siteNow()).edition });
  const looks = await exchange.operator(['site.read', 'site.publish', 'approval.*'], HANOK);
  expect(codeOf(await decideRequest(looks, asked.body.data.requestId))).toBe('NO_PERMISSION');
  expect(codeOf(await decideRequest(await exchange.operator(['site.money', 'approval.*'], HANOK), asked.body.data.requestId))).toBe('ok');
  expect((await siteNow()).published.takerFee).toBe(81_500);
  // An edition that touched money is not brought back by looks alone.
  const back = await content.post('/api/admin/site/undo', { edition: (await siteNow()).edition });
  expect(codeOf(back)).toBe('SITE_MONEY_RIGHT');
});

it('1.3: what one operator gives by coupons is counted over a day, over all of them and over all sites, also of five at once', async () => {
  for (const site of [HANOK, MARU]) await fundGrants(site, 100_000_000_000);
  const giver = await newOperator(exchange.server.context, { rights: ['coupon.*', 'approval.*'] });
  const at = (host: string) => ({ host, authorization: `Bearer ${giver.token}` });
  const inAWeek = new Date(clock.now() + 7 * DAY_MS).toISOString();
  const make = async (promoCode: string, point: string, more: object = {}, host = 'hanok.localhost') => {
    const body = { promoCode, name: { ko: '쿠폰', en: 'Coupon' }, point, quota: 1, expiresAt: inAWeek, reason: '시험해요', ...more };
    return httpExchange(exchange.port, 'POST', '/api/admin/coupon/create', JSON.stringify(body), at(host));
  };
  const alone = async () =>
    (await httpExchange(exchange.port, 'GET', '/api/admin/coupon/list', undefined, at('localhost'))).body.data.funds.alone;
  const five = await Promise.all([1, 2, 3, 4, 5].map((n) => make(`FIVE-${n}`, '1000')));
  expect(five.map(codeOf).sort()).toEqual([...Array.from({ length: 4 }, () => 'APPROVAL_REQUIRED'), 'ok']);
  expect(await alone()).toBe('0.000000');
  expect(codeOf(await make('ELSEWHERE', '1', {}, 'localhost'))).toBe('APPROVAL_REQUIRED');
  // One that came back unused was given to nobody.
  const couponId = five.find(({ status }) => status === 200)?.body.data.couponId;
  expect(
    (await httpExchange(exchange.port, 'POST', '/api/admin/coupon/end', JSON.stringify({ couponId }), at('hanok.localhost'))).status,
  ).toBe(200);
  expect(codeOf(await make('BATCH', '4', { count: 100 }))).toBe('ok');
  expect(codeOf(await make('QUOTA', '6', { quota: 100 }, 'localhost'))).toBe('ok');
  expect(codeOf(await make('LAST', '0.000001'))).toBe('APPROVAL_REQUIRED');
  // The requests of the first four wait, and cost nobody's day.
  expect(
    codeOf(
      await hana.post('/api/admin/coupon/create', {
        promoCode: 'HERS',
        name: { ko: '쿠폰', en: 'Coupon' },
        point: '1000',
        quota: 1,
        expiresAt: inAWeek,
      }),
    ),
  ).toBe('ok');
});

it('1.3: who is let in wants a second person, from whichever side it comes; who is kept out is told why, by one', async () => {
  const strict = {
    minAge: 21,
    signUp: { proofs: ['MAIL'], asksIdentity: true },
    regions: { closed: ['US', 'CN'], productsOff: { SG: 32 } },
  };
  // Without a word why nobody is kept out.
  await hana.post('/api/admin/site/draft', { changes: strict });
  const silent = await hana.post('/api/admin/site/publish', { edition: (await siteNow()).edition, reason: ' ' });
  expect([silent.status, silent.body.code, silent.body.data]).toEqual([
    400,
    'SITE_REASON',
    { field: 'reason', fields: 'minAge, signUp.proofs, signUp.asksIdentity, regions.closed, regions.productsOff.SG' },
  ]);
  expect(codeOf(await publish(hana, strict))).toBe('ok');
  const slices: object[] = [
    { minAge: 20 },
    { signUp: { proofs: ['MAIL'] } },
    { signUp: { proofs: [], asksIdentity: true } },
    { regions: { closed: ['US'], productsOff: { SG: 32 } } },
    { regions: { closed: ['US', 'KP'], productsOff: { SG: 32 } } },
    { regions: { closed: ['US', 'CN'], productsOff: { SG: 0 } } },
    { regions: null },
    { signUp: null },
    { minAge: null },
  ];
  for (const slice of slices) {
    expect([slice, codeOf(await publish(hana, slice))]).toEqual([slice, 'APPROVAL_REQUIRED']);
    expect([slice, codeOf(await publish(minsu, slice))]).toEqual([slice, 'APPROVAL_REQUIRED']);
  }
  // The edition before is no way back in either, and a day later it is still asked.
  const undo = async () => hana.post('/api/admin/site/undo', { edition: (await siteNow()).edition, reason: '되돌려요' });
  expect(codeOf(await undo())).toBe('APPROVAL_REQUIRED');
  clock.skip(DAY_MS + 60_000);
  await atWork();
  expect(codeOf(await undo())).toBe('APPROVAL_REQUIRED');
  expect((await siteNow()).published).toMatchObject(strict);
  const asked = await publish(hana, { minAge: 19, regions: null, signUp: null });
  expect(codeOf(await decideRequest(minsu, asked.body.data.requestId))).toBe('ok');
  const { published } = await siteNow();
  expect([published.minAge, published.regions, published.signUp]).toEqual([19, undefined, undefined]);
  // The site's clock and who its mails come from are judged as well.
  expect(codeOf(await publish(hana, { timeZone: 'Asia/Tokyo' }))).toBe('APPROVAL_REQUIRED');
  expect(codeOf(await publish(hana, { senders: { mail: 'noreply@other.example' } }))).toBe('APPROVAL_REQUIRED');
});

it('1.8: what is not there is not switched on, and games keep the wallet that they are played from', async () => {
  const usedCoins = hanok.usedCoins.filter((coin) => coin !== 'BINARY');
  const refusals: [object, string][] = [
    [{ usedCoins }, 'usedCoins'],
    [{ type: hanok.type + 4 }, 'type'],
    [{ isStaking: true }, 'isStaking'],
    [{ depositCoins: ['XRP'] }, 'depositCoins'],
    [{ buyCoins: ['USDT'] }, 'buyCoins'],
  ];
  for (const [changes, field] of refusals) {
    const { status, body } = await publish(hana, changes);
    expect([status, body.code, body.data?.field]).toEqual([422, 'SITE_CONTRADICTION', field]);
  }
  // Without its games the wallet would contradict nothing, but the demo's members hold won in it.
  const hidden = await publish(hana, { type: 8, usedCoins });
  expect([hidden.body.code, hidden.body.message]).toEqual([
    'SITE_CONTRADICTION',
    expect.stringMatching(/BINARY 지갑에 회원의 돈 [\d,]+ KRW/),
  ]);
});

it('1.8: a row that contradicts itself is told on the desk and stands without that; its other fields can be published', async () => {
  const { pool, sites } = exchange.server.context;
  const row = { type: hanok.type + 4, isStaking: true, depositCoins: ['USDT'], usedCoins: ['USDT'] };
  await pool.query('UPDATE site_site SET config = config || $2::jsonb WHERE id = $1', [HANOK, JSON.stringify(row)]);
  const stands = { type: hanok.type, isStaking: false, depositCoins: [], usedCoins: ['USDT', 'BINARY'] };
  await expect.poll(() => sites.byId(HANOK)).toMatchObject(stands);
  // Bets go on from a wallet that its member sees.
  const member = await exchange.member('seen', '10', HANOK);
  expect(Object.keys((await member.get('/api/wallet/my')).body.data)).toContain('BINARY');
  const info = (await exchange.guest(HANOK).get('/api/site_info/code')).body.data;
  expect(info).toMatchObject({ type: hanok.type, depositCoins: '', usedCoins: 'USDT,BINARY' });
  expect((await siteNow()).contradictions.map(({ field }: { field: string }) => field)).toEqual([
    'usedCoins',
    'type',
    'isStaking',
    'depositCoins',
  ]);
  expect(codeOf(await publish(hana, { name: { ko: '한옥', en: 'Hanok' } }))).toBe('ok');
  expect(codeOf(await publish(hana, { isStaking: false, depositCoins: [] }))).toBe('ok');
  expect((await siteNow()).contradictions).toHaveLength(2);
});

function fundGrants(site: number, amount: number): Promise<number> {
  const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  const [debit, credit] = [HouseAccount.Promo, HouseAccount.Grant];
  return exchange.command(site, encodeCommand({ ...head, debit, credit, amount, reason: PostingReason.Adjustment }));
}
