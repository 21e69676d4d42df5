// A site is rows: a change is live on a running server within seconds, a new site opens without a restart, a slip in one row harms no other.
import { setTimeout as pause } from 'node:timers/promises';
import { CommandKind } from '@maru/engine/wire/command.ts';
import { siteBits, type SiteConfig } from '@maru/kit/contract/site-config.ts';
import { siteIn } from '@maru/kit/server/region.ts';
import { connectStomp, type Heard } from '@maru/kit/server/testing/stomp.ts';
import { siteChangeTopic, type SiteInfo } from '@maru/site/contract.ts';
import { siteFeature } from '@maru/site/server/feature.ts';
import { hanok } from '@maru/sites/hanok.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { httpExchange } from './testing/http-exchange.ts';
import { type TestExchange, type TestMember, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const DAMI = 3;
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '60000' };
const { signUp: _codes, ...plain } = hanok;
const dami: SiteConfig = {
  ...plain,
  id: DAMI,
  code: 'dami',
  name: { ko: '다미', en: 'Dami' },
  hosts: ['dami.test'],
  symbols: hanok.symbols.slice(0, 2),
};
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await openTestExchange({ env: { MARU_TRUSTED_PROXIES: '127.0.0.1', MARU_COUNTRY_HEADER: 'x-country' } });
});
afterAll(() => exchange.stop());

const sql = (text: string, values: unknown[]) => exchange.server.context.pool.query(text, values);
const insert = (site: SiteConfig, row: { id?: number; code?: string } = {}) =>
  sql('INSERT INTO site_site (id, code, config) VALUES ($1, $2, $3)', [row.id ?? site.id, row.code ?? site.code, JSON.stringify(site)]);
const change = (id: number, part: Partial<SiteConfig>) =>
  sql('UPDATE site_site SET config = config || $2::jsonb WHERE id = $1', [id, JSON.stringify(part)]);
const infoOf = async (host: string) =>
  (await httpExchange(exchange.port, 'GET', '/api/site_info/code', undefined, { host, 'accept-language': 'ko' })).body.data;
const nameOf = async (host: string) => (await infoOf(host)).name.ko as string;
/** What a page knows the site by: `/topic/site` tells it first and after every change. */
const markOf = async (host: string) => (await infoOf(host)).mark as string;
const markIn = (heard: Heard[]) => (heard.at(-1)?.body as { mark?: string } | undefined)?.mark;
const feesOf = async (host: string) => (await httpExchange(exchange.port, 'GET', '/fee.json', undefined, { host })).body as unknown;

it('a changed row is served, told on its own site only, and its fees are the engine’s', async () => {
  // One look follows another: with the second change served, the look that met the exchange's own change of all sites is over.
  for (const minAge of [20, 21]) {
    await change(HANOK, { minAge });
    await expect.poll(async () => (await infoOf('hanok.localhost')).minAge).toBe(minAge);
  }
  const ear = await connectStomp(exchange.port, { upgrade: { host: 'hanok.localhost' } });
  const own = ear.subscribe(siteChangeTopic.destination);
  const other = await connectStomp(exchange.port, { upgrade: { host: 'localhost' } });
  const others = other.subscribe(siteChangeTopic.destination);
  await Promise.all([ear.settle(), other.settle()]);
  await change(MARU, { name: { ko: '바뀐 마루', en: 'Changed' } });
  await expect.poll(() => nameOf('localhost')).toBe('바뀐 마루');
  await expect.poll(async () => markIn(others)).toBe(await markOf('localhost'));
  const before = [own.length, others.length];
  await change(HANOK, { name: { ko: '새 한옥', en: 'New Hanok' }, takerFee: 50_000 });
  await expect.poll(() => nameOf('hanok.localhost')).toBe('새 한옥');
  await expect.poll(() => own.length).toBeGreaterThan(before[0]);
  expect(await feesOf('hanok.localhost')).toMatchObject({ futures: { taker: '0.0005' } });
  await exchange.setMark(BTC, '60000.00', HANOK);
  const hana = await exchange.member('hana', '10000', HANOK);
  await exchange.setLadder(BTC, [['59999.00', '5']], [['60000.00', '5']], HANOK);
  const { body } = await hana.post('/api/futures/order', { ...limit, type: 'MARKET', price: undefined });
  expect(body).toMatchObject({ status: 'success' });
  await exchange.projected(HANOK);
  // 0.01 BTC at 60,000 = 600 USDT, at 0.05 %.
  expect((await hana.get('/api/futures/list', { type: 'trade' })).body.data.content).toMatchObject([{ fee: '0.300000' }]);
  await other.settle();
  expect(others).toHaveLength(before[1]);
  await Promise.all([ear.end(), other.end()]);
});

it('a page that comes to its socket after the change learns of it: its first message is the mark in force, one for all countries', async () => {
  const { context } = exchange.server;
  const pageOf = (country?: string) => siteFeature.boot!(context, siteIn(context.sites.byId(HANOK)!, country)).site as SiteInfo;
  const before = pageOf();
  const early = await connectStomp(exchange.port, { upgrade: { host: 'hanok.localhost' } });
  await change(HANOK, { regions: { closed: [], productsOff: { SG: siteBits.futures } } });
  await expect.poll(() => markOf('hanok.localhost')).not.toBe(before.mark);
  const now = await markOf('hanok.localhost');
  const late = await connectStomp(exchange.port, { upgrade: { host: 'hanok.localhost', 'x-country': 'SG' } });
  // The one was open before the change and subscribes after it, as a busy page does; the other opens after it.
  for (const ear of [early, late]) {
    const heard = ear.subscribe(siteChangeTopic.destination);
    await expect.poll(() => markIn(heard)).toBe(now);
    await ear.end();
  }
  expect(pageOf('SG')).toMatchObject({ mark: now, type: before.type - siteBits.futures });
  expect(pageOf()).toMatchObject({ mark: now, type: before.type });
  // What no page shows of a site is no news to it.
  await change(HANOK, { makerFee: 30_000 });
  await expect.poll(() => feesOf('hanok.localhost')).toMatchObject({ futures: { maker: '0.0003' } });
  expect(await markOf('hanok.localhost')).toBe(now);
});

it('specification 8: a site with the three replacement texts says them in place of the Korean message, others keep theirs', async () => {
  const ko = { 'accept-language': 'ko' };
  const [hana, mina] = [await exchange.member('hanawords', '100', HANOK), await exchange.member('minawords', '100')];
  await exchange.setMark(BTC, '60000.00', HANOK);
  await exchange.setMark(BTC, '60000.00');
  const order = { ...limit, quantity: '0.001', price: '59000' };
  const small = { code: 'NOTIONAL_TOO_SMALL', message: 'The investment amount is too small.' };
  expect((await hana.post('/api/futures/order', order, ko)).body).toMatchObject(small);
  const transfer = { from: 'FUTURES', to: 'BINARY', point: '0.0001' };
  const unit = { code: 'CONVERSION_TOO_SMALL', message: 'Please match the minimum unit of the amount.' };
  expect((await hana.post('/api/dnw/transfer', transfer, ko)).body).toMatchObject(unit);
  const { code, message } = (await mina.post('/api/futures/order', order, ko)).body;
  expect([code, message]).toEqual([small.code, expect.stringMatching(/[가-힣]/)]);
});

let member: TestMember;
it('a new row opens a site: pages, sign-up, orders; it outlives a crash', async () => {
  await insert(dami);
  await expect.poll(() => nameOf('dami.test')).toBe('다미');
  member = await exchange.member('dahee', '500', DAMI);
  await exchange.setMark(BTC, '60000.00', DAMI);
  expect((await member.post('/api/futures/order', { ...limit, price: '59000' })).status).toBe(200);
  await exchange.projected(DAMI);
  expect((await member.get('/api/wallet/ledger')).body.data.totalElements).toBe(1);
  await exchange.crash();
  const orders = (await member.get('/api/futures/history/open_order')).body.data;
  expect(orders).toMatchObject([{ price: '59000.00' }]);
  expect((await exchange.guest(DAMI).get('/api/futures/option/list')).body.data).toHaveLength(2);
});

it('a symbol added to a site trades at once', async () => {
  await change(DAMI, { symbols: hanok.symbols.slice(0, 3) });
  const options = async () => (await exchange.guest(DAMI).get('/api/futures/option/list')).body.data.length as number;
  await expect.poll(options).toBe(3);
  // The list is the row's; the engine lists the symbol right after it.
  const marked = () => exchange.setMark(hanok.symbols[2], '2.0000', DAMI).then(() => '', String);
  await expect.poll(marked).toBe('');
  const order = { ...limit, futuresOptionId: 3, quantity: '10.0', price: '1.9000' };
  await expect.poll(async () => (await member.post('/api/futures/order', order)).body.code).toBeUndefined();
});

it('a host moves from one site to another in one change, whichever of them is read first', async () => {
  const hosts = (id: number, list: string[]) => [id, JSON.stringify({ hosts: list })];
  const move =
    'UPDATE site_site SET config = config || new.part FROM (VALUES ($1::int, $2::jsonb), ($3::int, $4::jsonb)) new (id, part) WHERE site_site.id = new.id';
  await sql(move, [...hosts(HANOK, ['hanok.localhost', 'dami.test']), ...hosts(DAMI, ['other.dami.test'])]);
  await expect.poll(() => nameOf('dami.test')).toBe('새 한옥');
  expect(await nameOf('other.dami.test')).toBe('다미');
  await sql(move, [...hosts(HANOK, ['hanok.localhost']), ...hosts(DAMI, ['dami.test'])]);
  await expect.poll(() => nameOf('dami.test')).toBe('다미');
});

it('rows that cannot stand are passed over, the rest is taken', async () => {
  await insert({ ...dami, id: 4, code: 'thief', hosts: ['hanok.localhost'] });
  await insert({ ...dami, id: 5, code: 'mixed', hosts: ['mixed.test'] }, { code: 'other' });
  await insert({ ...dami, id: 6, code: 'blank', hosts: ['blank.test'], symbols: ['BINANCE:NOTHING'] });
  await change(DAMI, { symbols: [hanok.symbols[1], hanok.symbols[0]], name: { ko: '뒤바뀐 다미', en: 'Mixed' } });
  await change(HANOK, { theme: { ...hanok.theme, light: { bg: 'url(//evil.test)' } } });
  await change(MARU, { name: { ko: '또 바뀐 마루', en: 'Changed again' } });
  await expect.poll(() => nameOf('localhost')).toBe('또 바뀐 마루');
  expect(await nameOf('hanok.localhost')).toBe('새 한옥');
  expect((await infoOf('hanok.localhost')).theme.light.bg).toBe(hanok.theme.light.bg);
  expect(await nameOf('dami.test')).toBe('다미');
  // Unknown hosts open the demo's first site; a site that could not stand has none.
  for (const host of ['mixed.test', 'blank.test']) expect(await nameOf(host)).toBe('또 바뀐 마루');
  await change(6, { symbols: hanok.symbols.slice(0, 1), name: { ko: '고친', en: 'Mended' } });
  await expect.poll(() => nameOf('blank.test')).toBe('고친');
});

let desk: Awaited<ReturnType<TestExchange['operator']>>;
const edit = (step: string, body: object, who = desk) => who.post(`/api/admin/site/${step}`, body);
const switchTo = (trading: string) => desk.post('/api/admin/futures/switch', { trading, reason: 'works' });
const siteNow = async (who = desk) => (await who.get('/api/admin/site')).body.data;

it('an operator drafts, publishes and undoes a site; whoever saw an older edition is told', async () => {
  desk = await exchange.operator(undefined, DAMI);
  expect((await edit('undo', { edition: 0 })).body.code).toBe('SITE_UNDO_NONE');
  const draft = await edit('draft', { changes: { name: { ko: '초안 다미', en: 'Drafted' } } });
  expect(draft.body.data).toMatchObject({
    edition: 0,
    draft: { config: { name: { en: 'Drafted' } } },
    published: { name: { en: 'Dami' } },
  });
  expect(await nameOf('dami.test')).toBe('다미');
  const other = await exchange.operator(undefined, DAMI);
  expect((await siteNow(other)).draft).toBeNull();
  expect((await edit('publish', { edition: 0 })).body.data).toMatchObject({ edition: 1, draft: null });
  await expect.poll(() => nameOf('dami.test')).toBe('초안 다미');
  expect((await edit('publish', { edition: 0 })).body).toMatchObject({ code: 'SITE_EDITION_MOVED', data: { edition: 1 } });
  expect((await edit('publish', { edition: 1 })).body.code).toBe('SITE_DRAFT_NONE');
  expect((await edit('undo', { edition: 1 })).body.data).toMatchObject({ edition: 2, published: { name: { en: 'Dami' } } });
  await expect.poll(() => nameOf('dami.test')).toBe('다미');
  expect((await desk.get('/api/admin/site/edition?edition=1')).body.data.config.name.en).toBe('Drafted');
  expect((await siteNow()).draft).toBeNull();
  expect((await member.get('/api/admin/site')).status).toBe(403);
});

it('a draft holds its own fields alone: what another publishes meanwhile stays', async () => {
  const other = await exchange.operator(undefined, DAMI);
  await edit('draft', { changes: { minAge: 21 } });
  await edit('draft', { changes: { name: { ko: '다른 다미', en: 'Other Dami' } } }, other);
  const { edition } = (await edit('publish', { edition: (await siteNow()).edition }, other)).body.data;
  const both = { minAge: 21, name: { en: 'Other Dami' } };
  expect((await siteNow()).draft.config).toMatchObject(both);
  expect((await edit('publish', { edition, reason: '연령 상향' })).body.data.published).toMatchObject(both);
});

it('ADM-05: absurd values are refused with the field they stand in, and nothing is kept', async () => {
  const refusals: [object, string, string][] = [
    [{ hosts: ['hanok.localhost'] }, 'SITE_HOST_TAKEN', 'hosts'],
    [{ takerFee: 1.5 }, 'SITE_FIELD', 'takerFee'],
    [{ takerFee: -50_000_000 }, 'SITE_FIELD', 'takerFee'],
    [{ makerFee: 500_000_000_000 }, 'SITE_FIELD', 'makerFee'],
    [{ tiers: { [BTC]: [[1_000_000, 100, 0]] } }, 'SITE_FIELD', `tiers.${BTC}.0.2`],
    [{ tiers: { [BTC]: [[1_000_000, 500, 400_000]] } }, 'SITE_FIELD', `tiers.${BTC}.0.1`],
    [{ tiers: { [BTC]: [[1_000_000, 125, 900_000]] } }, 'SITE_FIELD', `tiers.${BTC}`],
    [{ rates: { KRW: '0' } }, 'SITE_FIELD', 'rates.KRW'],
    [{ minAge: 3 }, 'SITE_FIELD', 'minAge'],
    [{ code: 'other' }, 'SITE_FIELD', 'code'],
    [{ symbols: [] }, 'SITE_FIELD', 'symbols'],
    [{ unknown: 1 }, 'SITE_FIELD', 'config'],
    [{ texts: { 'home.start': { ko: '{count, plural, other {x}}' } } }, 'SITE_FIELD', 'texts.home.start.ko'],
    [{ theme: { ...hanok.theme, logo: '//evil.test/x.svg' } }, 'SITE_FIELD', 'theme.logo'],
  ];
  for (const [changes, code, field] of refusals) {
    const { status, body } = await edit('draft', { changes });
    expect([status < 500, body.code, body.data?.field]).toEqual([true, code, field]);
  }
  expect((await siteNow()).draft).toBeNull();
});

it('ADM-05: a large change of a fee is published by a second person’s yes, and by nobody’s alone', async () => {
  await edit('draft', { changes: { takerFee: 80_000 } });
  const { edition } = await siteNow();
  const asked = await edit('publish', { edition, reason: '수수료를 두 배로' });
  expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
  expect((await siteNow()).published.takerFee).toBe(40_000);
  const request = asked.body.data.requestId as number;
  const decide = async (who: typeof desk, id = request) => {
    const { print } = (await who.get('/api/admin/approval', { id })).body.data;
    return (await who.post('/api/admin/approval/decide', { id, isApproved: true, print })).body;
  };
  expect((await decide(desk)).code).toBe('APPROVAL_OWN');
  expect((await siteNow()).published.takerFee).toBe(40_000);
  expect((await decide(await exchange.operator(undefined, DAMI))).status).toBe('success');
  expect(await siteNow()).toMatchObject({ edition: edition + 1, published: { takerFee: 80_000 }, draft: null });
  await expect.poll(() => feesOf('dami.test')).toMatchObject({ futures: { taker: '0.0008' } });
  await edit('draft', { changes: { takerFee: 81_000 } });
  expect((await edit('publish', { edition: edition + 1 })).status).toBe(200);
  await edit('draft', { changes: { hosts: ['dami.test', 'new.dami.test'] } });
  const moved = await edit('publish', { edition: edition + 2 });
  expect([moved.body.code, (await siteNow()).published.hosts]).toEqual(['APPROVAL_REQUIRED', ['dami.test']]);
  expect((await decide(await exchange.operator(undefined, DAMI), moved.body.data.requestId)).data).toMatchObject({ outcome: 'APPLIED' });
});

it('whoever may only draft asks for a review, and another operator’s yes publishes what was asked for', async () => {
  const drafter = await exchange.operator(['site.read', 'site.write'], DAMI);
  expect((await edit('review', { edition: (await siteNow()).edition }, drafter)).body.code).toBe('SITE_DRAFT_NONE');
  await edit('draft', { changes: { name: { ko: '검토한 다미', en: 'Reviewed' } } }, drafter);
  const { edition } = await siteNow(drafter);
  expect((await edit('publish', { edition }, drafter)).body.code).toBe('NO_PERMISSION');
  const asked = await edit('review', { edition }, drafter);
  expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
  // What is drafted after the question waits for another one, and is not lost.
  await edit('draft', { changes: { name: { ko: '나중 이름', en: 'Later' } } }, drafter);
  expect(await nameOf('dami.test')).not.toBe('검토한 다미');
  const id = asked.body.data.requestId as number;
  const { print } = (await desk.get('/api/admin/approval', { id })).body.data;
  expect((await desk.post('/api/admin/approval/decide', { id, isApproved: true, print })).body.status).toBe('success');
  await expect.poll(() => nameOf('dami.test')).toBe('검토한 다미');
  expect(await siteNow(drafter)).toMatchObject({ edition: edition + 1, draft: { config: { name: { ko: '나중 이름' } } } });
});

it('colours that cannot be read stay a draft', async () => {
  const light = { ...hanok.theme.light, brand: '#F2F6F4' };
  await edit('draft', { changes: { theme: { ...hanok.theme, light } } });
  const { edition } = await siteNow();
  expect((await edit('publish', { edition })).body).toMatchObject({ code: 'SITE_CONTRAST', data: { field: 'theme' } });
  await edit('draft/drop', {});
});

it('a site’s own words are live on texts and on messages of the server, in one language or both, and go when taken back', async () => {
  const texts = { 'home.start': { ko: '바로 시작하기' }, NOT_FOUND: { en: 'We have no such thing.' } };
  await edit('draft', { changes: { texts } });
  await edit('publish', { edition: (await siteNow()).edition });
  await expect.poll(async () => (await infoOf('dami.test')).texts).toEqual({ 'home.start': { ko: '바로 시작하기' } });
  const missing = async (language: string) =>
    (await httpExchange(exchange.port, 'GET', '/api/nothing', undefined, { host: 'dami.test', 'accept-language': language })).body.message;
  expect([await missing('en'), await missing('ko')]).toEqual(['We have no such thing.', '찾을 수 없어요.']);
  expect(
    (await httpExchange(exchange.port, 'GET', '/api/nothing', undefined, { host: 'localhost', 'accept-language': 'en' })).body.message,
  ).toBe('Not found.');
  await edit('draft', { changes: { texts: null } });
  await edit('publish', { edition: (await siteNow()).edition });
  await expect.poll(async () => (await infoOf('dami.test')).texts).toEqual({});
});

it('own brackets are the symbol’s at once', async () => {
  await change(DAMI, {
    tiers: {
      [BTC]: [
        [100_000, 50, 1_000_000],
        [500_000, 20, 2_500_000],
      ],
    },
  });
  const brackets = async () => (await exchange.guest(DAMI).get('/api/futures/option/list')).body.data[0].brackets;
  await expect.poll(async () => (await brackets()).length).toBe(2);
  expect((await brackets())[0]).toMatchObject({ maxLeverage: 50 });
});

const typeOf = async () => (await infoOf('dami.test')).type as number;
const optionNow = async () => (await exchange.guest(DAMI).get('/api/futures/option/list')).body.data[0];
const market = { ...limit, type: 'MARKET', price: undefined };
const closing = { ...market, side: 'SELL', reduceOnly: true };
const ORDER = '/api/futures/order';
let holder: TestMember;
const quote = async () => {
  await exchange.setMark(BTC, '60000.00', DAMI);
  await exchange.setLadder(BTC, [['59999.00', '5']], [['60000.00', '5']], DAMI);
};
/** Quotes last for seconds only. */
const trade = async (order: object, headers?: Record<string, string>) => {
  await quote();
  return holder.post(ORDER, order, headers);
};

it('a site that gives up futures takes no new exposure; closing and cancelling go on, whatever an operator frees (decisions.md, Sites)', async () => {
  holder = await exchange.member('holder', '10000', DAMI);
  expect((await trade({ ...market, quantity: '0.030' })).body).toMatchObject({ data: { order: { status: 'FILLED' } } });
  expect((await holder.post(ORDER, { ...limit, price: '59000' })).status).toBe(200);
  const stop = { ...closing, type: 'STOPLOSS', stopPrice: '58000', quantity: '0.010' };
  const kept = (await holder.post(ORDER, stop)).body.data.order.id;
  await change(DAMI, { type: 0 });
  await expect.poll(typeOf).toBe(0);
  const refused = await holder.post(ORDER, market, { 'accept-language': 'ko' });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([403, 'PRODUCT_OFF', expect.stringContaining('정리')]);
  expect((await holder.post(`${ORDER}/leverage`, { futuresOptionId: 1, leverage: 5 })).body.code).toBe('PRODUCT_OFF');
  await quote();
  const batch = (await holder.post(`${ORDER}/batch`, { orders: [market, closing] }, { 'accept-language': 'en' })).body.data.results;
  expect(batch).toMatchObject([
    { code: 'PRODUCT_OFF', message: expect.stringContaining('no new business') },
    { code: null, order: { status: 'FILLED' } },
  ]);
  // What would have opened something later is gone; what closes stays.
  const open = async () => (await holder.get('/api/futures/history/open_order')).body.data.map((order: { id: number }) => order.id);
  await expect.poll(open).toEqual([kept]);
  const ends = async () => (await holder.get('/api/futures/list', { status: 'CANCELED' })).body.data.content;
  await expect.poll(ends).toMatchObject([{ price: '59000.00', endReason: 'OPERATOR' }]);
  await expect.poll(async () => (await optionNow()).trading).toBe('REDUCE_ONLY');
  expect((await switchTo('NONE')).body.data).toEqual({ trading: 'REDUCE_ONLY' });
  expect((await holder.post(`${ORDER}/cancel`, { id: kept })).status).toBe(200);
  expect((await trade(closing)).body).toMatchObject({ data: { order: { status: 'FILLED' } } });
});

it('the product comes back with the site’s row, and an operator’s own stop outlives both', async () => {
  expect((await switchTo('CANCEL_ONLY')).body.data).toEqual({ trading: 'CANCEL_ONLY' });
  // The site's own say is on its way to the engine, and slow, while the operator frees: it must not bring the old stop back.
  const { engine } = exchange.server.context;
  const submit = engine.submit.bind(engine);
  let onItsWay = false;
  const slow = vi.spyOn(engine, 'submit').mockImplementation(async (site, record) => {
    if (record[0] === CommandKind.SetSwitch && site === DAMI && !onItsWay) {
      onItsWay = true;
      await pause(500);
    }
    return submit(site, record);
  });
  await change(DAMI, { type: 8 });
  await expect.poll(typeOf).toBe(8);
  await expect.poll(() => onItsWay).toBe(true);
  expect((await holder.post(ORDER, market)).body.code).toBe('CANCEL_ONLY');
  expect((await switchTo('NONE')).body.data).toEqual({ trading: 'NONE' });
  await pause(500);
  slow.mockRestore();
  expect((await trade(market)).body).toMatchObject({ status: 'success' });
});

it('what a site does not offer in a region is refused to who calls from there, and closing is not (Kept promises)', async () => {
  const heard = await connectStomp(exchange.port, { token: holder.token, upgrade: { host: 'dami.test', 'x-country': 'KP' } });
  await change(DAMI, { regions: { closed: ['KP'], productsOff: { SG: 8 } } });
  await expect.poll(async () => (await holder.post(ORDER, market, { 'x-country': 'SG' })).body.code).toBe('PRODUCT_OFF');
  expect((await trade(market, { 'x-country': 'KR' })).status).toBe(200);
  expect((await trade(closing, { 'x-country': 'SG' })).status).toBe(200);
  // A country that is not served: no order, no transfer, no way in, no socket; what is held can be closed while the log-in lasts.
  const there = { 'x-country': 'kp' };
  expect((await holder.post(ORDER, market, there)).body).toMatchObject({ code: 'REGION_CLOSED' });
  const transfer = { from: 'FUTURES', to: 'USDT', point: '1' };
  expect((await holder.post('/api/dnw/transfer', transfer, there)).status).toBe(451);
  expect((await trade(closing, there)).status).toBe(200);
  const login = { username: 'holder', password: 'a-long-passphrase' };
  expect((await exchange.guest(DAMI).post('/api/login', login, there)).body.code).toBe('REGION_CLOSED');
  for (const token of [undefined, holder.token]) {
    const socket = connectStomp(exchange.port, { ...(token && { token }), upgrade: { host: 'dami.test', ...there } });
    await expect(socket).rejects.toThrow('REGION_CLOSED');
  }
  // One that was open ends as well.
  await heard.closed;
  await (await connectStomp(exchange.port, { token: holder.token, upgrade: { host: 'dami.test', 'x-country': 'KR' } })).end();
});
