// A brand without a database console: made by two persons, prepared behind closed hosts, opened by two persons once its list is green.
import { decideRequest } from './testing/decide-request.ts';
import type { GroupBrand } from '@maru/operator/group-contract.ts';
import type { LaunchState } from '@maru/site/launch-contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentKinds } from '@maru/site/contract.ts';
import { type BrandOperator, brandOperator, requestOf, wantedBrand as wanted } from './testing/brand-desk.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { type TestExchange, MARU, openTestExchange } from './testing/test-exchange.ts';

const whole = {
  usedCoins: ['USDT', 'BINARY', 'BTC'],
  company: {
    name: { ko: '주식회사 솔', en: 'Sol Co., Ltd.' },
    representative: { ko: '한솔', en: 'Sol Han' },
    address: { ko: '서울특별시 중구 을지로 1', en: '1 Eulji-ro, Seoul' },
    registration: '321-54-09876',
  },
  senders: { mail: 'no-reply@sol.test', sms: '0298765432' },
};
let exchange: TestExchange;
let first: BrandOperator;
let second: BrandOperator;

beforeAll(async () => {
  exchange = await openTestExchange();
  [first, second] = [await brandOperator(exchange), await brandOperator(exchange)];
});
afterAll(() => exchange.stop());

const atNuri = { 'x-maru-site': 'nuri' };
const codeAt = async (host: string) =>
  (await httpExchange(exchange.port, 'GET', '/api/site_info/code', undefined, { host })).body.data.code as string;
const launch = async () => (await first.get('/api/admin/site/launch', {}, atNuri)).body.data as LaunchState;
/** As the view of all brands has it. */
const isOpenInView = async () => {
  const { brands } = (await first.get('/api/admin/group', { days: '1' })).body.data as { brands: GroupBrand[] };
  return brands.find(({ code }) => code === 'nuri')?.isOpen;
};
const redOf = ({ checks }: LaunchState) => checks.filter(({ isGreen }) => !isGreen).map(({ item }) => item);

it('a brand is asked for with its company, wallets and senders too, and the second person reads them', async () => {
  const { usedCoins, company, senders } = whole;
  const id = requestOf(
    await first.post('/api/admin/site/create', { ...wanted, ...whole, template: 'THIS', code: 'sol', hosts: ['sol.test'] }),
  );
  const { data } = (await second.get('/api/admin/approval', { id: String(id) })).body;
  expect(data.after).toMatchObject({
    usedCoins,
    'company.name.ko': company.name.ko,
    'company.registration': company.registration,
    'senders.mail': senders.mail,
    template: 'maru',
  });
  expect((await decideRequest(second, id)).body.status).toBe('success');
  const { sites } = exchange.server.context;
  await expect.poll(() => sites.byCode('sol')).toMatchObject({ usedCoins, company, senders, code: 'sol' });
  const wrong = { ...wanted, ...whole, code: 'other', hosts: ['other.test'] };
  const refused = async (part: object) => (await first.post('/api/admin/site/create', { ...wrong, ...part })).body;
  expect(await refused({ senders: { mail: 'nobody' } })).toMatchObject({ status: 'fail', data: { field: 'senders.mail' } });
  expect(await refused({ company: { ...company, registration: '?' } })).toMatchObject({ data: { field: 'company.registration' } });
  expect(await refused({ usedCoins: [] })).toMatchObject({ data: { field: 'usedCoins' } });
});

it('whoever is of one brand alone makes none, nor does one person', async () => {
  const own = await brandOperator(exchange, MARU);
  expect((await own.post('/api/admin/site/create', wanted)).body.code).toBe('NO_PERMISSION');
  const id = requestOf(await first.post('/api/admin/site/create', wanted));
  expect((await decideRequest(first, id)).body.code).toBe('APPROVAL_OWN');
  // Whoever may approve at this brand alone does not make another.
  expect((await decideRequest(own, id)).body.code).toBe('NO_PERMISSION');
  expect((await decideRequest(second, id)).body.status).toBe('success');
  await expect.poll(() => exchange.server.context.sites.byCode('nuri')?.id).toBe(4);
});

it('a code or host that is taken, or a product without its wallet, is refused by name', async () => {
  const refused = async (part: object) => (await first.post('/api/admin/site/create', { ...wanted, code: 'other', ...part })).body;
  expect(await refused({ code: 'nuri' })).toMatchObject({ code: 'SITE_CODE_TAKEN' });
  expect(await refused({ hosts: ['nuri.test'] })).toMatchObject({ code: 'SITE_HOST_TAKEN', data: { field: 'hosts' } });
  expect(await refused({ type: 40, hosts: ['other.test'] })).toMatchObject({ code: 'SITE_FIELD', data: { field: 'usedCoins' } });
  expect(await refused({ timeZone: 'Asia/Nowhere', hosts: ['other.test'] })).toMatchObject({
    code: 'SITE_FIELD',
    data: { field: 'timeZone' },
  });
});

it('before it is open its host leads nowhere, its list says what is missing, and nothing of the template’s people or company came along', async () => {
  const { sites } = exchange.server.context;
  expect(sites.byCode('nuri')).toMatchObject({ type: 8, hosts: ['nuri.test'], usedCoins: ['USDT'] });
  expect(sites.byCode('nuri')).not.toHaveProperty('company');
  expect(await isOpenInView()).toBe(false);
  expect(redOf(await launch())).toEqual(['company', 'documents', 'rules', 'products', 'limits', 'exposure', 'hosts', 'mail', 'sms']);
  // An unknown host is the default site's in a demo.
  expect(await codeAt('nuri.test')).toBe('maru');
  await expect.poll(async () => redOf(await launch())).not.toContain('hosts');
  const early = await first.post('/api/admin/site/open', { reason: '연다' }, atNuri);
  expect(early.body).toMatchObject({ code: 'LAUNCH_NOT_READY', data: { count: 8 } });
});

it('samples are drafts: none is in force until the brand publishes its own', async () => {
  const draft = await first.get('/api/admin/documents/version', { kind: 'service', version: '0' }, atNuri);
  expect(draft.body.data.ko.title).toBe('이용약관');
  const list = (await first.get('/api/admin/documents', {}, atNuri)).body.data as { kind: string; inForce: number }[];
  expect(list.map(({ inForce }) => inForce)).toEqual(documentKinds.map(() => 0));
  for (const kind of documentKinds) {
    const { ko, en } = (await first.get('/api/admin/documents/version', { kind, version: '0' }, atNuri)).body.data;
    const effectiveAt = new Date(exchange.server.context.clock.now()).toISOString();
    const body = { kind, follows: 0, ko, en, effectiveAt, needsConsent: false, reason: '개점' };
    expect((await first.post('/api/admin/documents/publish', body, atNuri)).body.status).toBe('success');
  }
  expect(redOf(await launch())).not.toContain('documents');
});

it('what was confirmed counts until a figure of it changes', async () => {
  for (const item of ['limits', 'rules']) await first.post('/api/admin/site/launch/confirm', { item, reason: '살펴봄' }, atNuri);
  // Each holds a connection and asks for what the whole list asks: of so many none waits for another's.
  const many = Array.from({ length: 15 }, () => first.post('/api/admin/site/launch/confirm', { item: 'rules', reason: '살펴봄' }, atNuri));
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 200));
  expect(redOf(await launch())).toEqual(['company', 'products', 'exposure', 'mail', 'sms']);
  // Of one symbol alone it is not set; of the whole site it is.
  const limit = (body: object) => first.post('/api/admin/futures/exposure_limit', { limit: '100000', reason: '개점', ...body }, atNuri);
  await limit({ futuresOptionId: 1 });
  expect(redOf(await launch())).toContain('exposure');
  expect((await limit({})).body.status).toBe('success');
  expect(redOf(await launch())).toEqual(['company', 'products', 'mail', 'sms']);
  const changes = {
    takerFee: 41_000,
    senders: { mail: 'no-reply@nuri.test', sms: '0212345678' },
    company: {
      name: { ko: '주식회사 누리', en: 'Nuri Co., Ltd.' },
      representative: { ko: '한누리', en: 'Nuri Han' },
      address: { ko: '서울특별시 중구 세종대로 1', en: '1 Sejong-daero, Seoul' },
      registration: '123-45-67890',
    },
  };
  await first.post('/api/admin/site/draft', { changes, edition: 0 }, atNuri);
  const published = await first.post('/api/admin/site/publish', { edition: 0, reason: '개점' }, atNuri);
  if (published.body.code === 'APPROVAL_REQUIRED') await decideRequest(second, requestOf(published), { headers: atNuri });
  await expect.poll(() => exchange.server.context.sites.byCode('nuri')?.takerFee).toBe(41_000);
  expect(redOf(await launch())).toEqual(['limits', 'mail', 'sms']);
  await first.post('/api/admin/site/launch/confirm', { item: 'limits', reason: '수수료 바꿈' }, atNuri);
});

it('SMS without a number of its own is not sent at all', async () => {
  const body = { kind: 'SMS', recipient: '01012345678', language: 'ko' };
  await exchange.server.context.pool.query("UPDATE site_site SET config = config - 'senders' WHERE code = 'nuri'");
  await expect.poll(() => exchange.server.context.sites.byCode('nuri')?.senders).toBeUndefined();
  expect((await first.post('/api/admin/site/senders/test', body, atNuri)).body.code).toBe('SENDER_NONE');
  const senders = JSON.stringify({ senders: { mail: 'no-reply@nuri.test', sms: '0212345678' } });
  await exchange.server.context.pool.query("UPDATE site_site SET config = config || $1::jsonb WHERE code = 'nuri'", [senders]);
  await expect.poll(() => exchange.server.context.sites.byCode('nuri')?.senders?.mail).toBe('no-reply@nuri.test');
});

it('a sender is proved by a code that comes back; a wrong one, or another sender, is not', async () => {
  for (const [kind, to] of [
    ['MAIL', 'owner@nuri.test'],
    ['SMS', '01012345678'],
  ] as const) {
    const send = () => first.post('/api/admin/site/senders/test', { kind, recipient: to, language: 'ko' }, atNuri);
    expect((await send()).body.status).toBe('success');
    expect((await send()).body.code).toBe('SENDER_TOO_OFTEN');
    const code = await expect
      .poll(
        async () =>
          (await httpExchange(exchange.port, 'GET', `/api/demo/inbox?to=${to}`, undefined, { host: 'localhost' })).body.data.content[0]
            ?.text,
      )
      .toMatch(/\d{6}/)
      .then(async () => {
        const { content } = (await httpExchange(exchange.port, 'GET', `/api/demo/inbox?to=${to}`, undefined, { host: 'localhost' })).body
          .data;
        return /\d{6}/.exec(content[0].text as string)?.[0] as string;
      });
    const confirm = (typed: string) => first.post('/api/admin/site/senders/confirm', { kind, code: typed }, atNuri);
    expect((await confirm(code === '000000' ? '000001' : '000000')).body.code).toBe('SENDER_CODE_WRONG');
    expect((await confirm(code)).body.status).toBe('success');
    expect((await confirm(code)).body.code).toBe('SENDER_CODE_WRONG');
  }
  expect(redOf(await launch())).toEqual([]);
});

it('two persons open it, by what the list says at that moment; then its host answers, and it opens once', async () => {
  const id = requestOf(await first.post('/api/admin/site/open', { reason: '개점' }, atNuri));
  await exchange.server.context.pool.query("UPDATE site_confirmation SET hash = 'x' WHERE site_id = 4 AND item = 'limits'");
  expect((await decideRequest(second, id, { headers: atNuri })).body.code).toBe('LAUNCH_NOT_READY');
  await first.post('/api/admin/site/launch/confirm', { item: 'limits', reason: '다시' }, atNuri);
  expect((await decideRequest(first, id, { headers: atNuri })).body.code).toBe('APPROVAL_OWN');
  expect((await decideRequest(second, id, { headers: atNuri })).body.status).toBe('success');
  await expect.poll(() => codeAt('nuri.test')).toBe('nuri');
  expect((await launch()).openedAt).not.toBeNull();
  expect(await isOpenInView()).toBe(true);
  expect((await first.post('/api/admin/site/open', { reason: '또' }, atNuri)).body.code).toBe('LAUNCH_OPEN');
});
