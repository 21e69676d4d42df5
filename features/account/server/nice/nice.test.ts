// NICE's window: keys, MAC and encryption as the bureau's, one request one answer one browser one site; and what a proven person opens.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { manualClock } from '@maru/kit/server/clock.ts';
import { sealSecret } from '@maru/kit/server/seal.ts';
import type { TestServer } from '@maru/kit/server/testing/server.ts';
import { providerBound, providerService } from '@maru/site/server/provider-service.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '../../testing/mail-server.ts';
import { ageAt, birthDateOf } from './person.ts';
import { niceAccountOf } from './bureau.ts';
import { closeEnvelope, openEnvelope } from './envelope.ts';
import { keepStandIn } from './stand-in-keeper.ts';

const clock = manualClock(Date.parse('2026-11-21T03:00:00Z'));
const PASSWORD = 'Sturdy-plank-42';
let server: TestServer;
beforeAll(async () => {
  server = await startMailServer(clock);
  const { sites } = server.context;
  for (const site of sites.all()) site.signUp = { proofs: [], asksIdentity: true };
});
afterAll(() => server.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
type Reply = { status: number; body: any };
const ask = async (path: string, body?: object, host?: string, more: Record<string, string> = {}): Promise<Reply> => {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-forwarded-for': '10.2.2.2', ...more };
  const { json, statusCode } = await server.http.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: path,
    headers: { host: host ?? new URL(server.url).host, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: statusCode, body: json() };
};
const open = async (query = '', host?: string) => (await ask(`/api/certi/nice_id${query}`, undefined, host)).body.data;
const person = { name: '김한결', birthdate: '19920408', mobileno: '010-4821-7730' };

type Window = { key: string; action: string; tokenVersionId: string; encData: string; integrityValue: string };
const fieldsOf = ({ tokenVersionId, encData, integrityValue }: Window) => ({
  token_version_id: tokenVersionId,
  enc_data: encData,
  integrity_value: integrityValue,
});
/** What a browser brings back from the window once the person has agreed. */
async function agree(window: Window, who: Record<string, string> = person, origin = server.url) {
  const reply = await fetch(server.url + window.action, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fieldsOf(window), ...who }),
  });
  expect(reply.status).toBe(303);
  const back = new URL(reply.headers.get('location') ?? '');
  expect([back.origin, back.pathname]).toEqual([origin, '/nice/return']);
  const of = (name: string) => back.searchParams.get(name) ?? '';
  return { key: window.key, tokenVersionId: of('token_version_id'), encData: of('enc_data'), integrityValue: of('integrity_value') };
}
const verify = (answer: object, host?: string) => ask('/api/certi/nice_verify', answer, host);
let people = 0;
const form = (niceKey: string | undefined, change: object = {}) => ({
  username: `person-${++people}`,
  password: PASSWORD,
  name: person.name,
  nick: `사람${people}`,
  phone: `010-7000-${1000 + people}`,
  email: `person-${people}@example.com`,
  etcJson: '{"terms":["service","privacy","risk","age"]}',
  niceKey,
  ...change,
});
const proven = async (who?: Record<string, string>, query = '') =>
  (await verify(await agree(await open(query), who))).body.data.key as string;

describe('the envelope', () => {
  const facts = { requestTime: '20261121120000', requestNumber: 'REQ1', tokenValue: 'c29tZSB0b2tlbg==' };

  it('carries Korean both ways, and nothing of it is read whose MAC is another', () => {
    const sealed = closeEnvelope(facts, { name: '김한결' });
    expect(openEnvelope(facts, sealed)).toEqual({ name: '김한결' });
    for (const other of [{ tokenValue: 'x' }, { requestNumber: 'REQ2' }, { requestTime: '20261121120001' }])
      expect(openEnvelope({ ...facts, ...other }, sealed)).toBeUndefined();
    const changed = Buffer.from(sealed.encData, 'base64');
    changed[3] ^= 1;
    expect(openEnvelope(facts, { ...sealed, encData: changed.toString('base64') })).toBeUndefined();
    expect(openEnvelope(facts, { ...sealed, integrityValue: '' })).toBeUndefined();
  });

  it('goes to the endpoints that the settings name', () => {
    expect(niceAccountOf('https://id:s%2Fecret@svc.example:22001/?product=77')).toEqual({
      clientId: 'id',
      clientSecret: 's/ecret',
      productId: '77',
      api: 'https://svc.example:22001',
      window: 'https://nice.checkplus.co.kr/CheckPlusSafeModel/service.cb',
    });
  });

  it('is what the public descriptions of the API say', () => {
    // Computed apart with openssl from the same three facts.
    expect(closeEnvelope(facts, { a: 1 })).toEqual({
      encData: 'y23tQflYGjymVP83Dt3bFA==',
      integrityValue: 'sK+mT31RVKJf1cxn2lQjcdJ7knAi6EuKEw0WvmD+v/Y=',
    });
  });
});

describe('the window', () => {
  it('says that it is a stand-in, and opens only what was sealed for it, once', async () => {
    const window = await open();
    expect(window).toMatchObject({ isStandIn: true, expiresIn: 600, action: '/demo/nice/window' });
    const page = (query: object) => fetch(`${server.url}${window.action}?${new URLSearchParams({ ...query })}`);
    const shown = await page(fieldsOf(window));
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('content-security-policy')]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(await shown.text()).toContain('진짜 NICE가 아니에요.');
    expect((await page({ ...fieldsOf(window), integrity_value: 'AAAA' })).status).toBe(400);
    await agree(window);
    expect((await page(fieldsOf(window))).status).toBe(400);
  });

  it('leads back to the host that was asked, and another one is refused', async () => {
    const { host, hostname } = new URL(server.url);
    for (const own of [host, hostname, server.url, `https://${host}/`])
      expect([own, (await ask(`/api/certi/nice_id?host=${encodeURIComponent(own)}`)).status]).toEqual([own, 200]);
    for (const foreign of [
      'evil.example',
      `evil.example:${new URL(server.url).port}`,
      `http://${host}@evil.example`,
      `${hostname}.evil.example`,
      'a b',
      `javascript://${host}/`,
      `${hostname}:1`,
    ]) {
      const { status, body } = await ask(`/api/certi/nice_id?host=${encodeURIComponent(foreign)}`);
      expect([foreign, status, body.code, body.data.field]).toEqual([foreign, 400, 'INVALID_FIELD', 'host']);
    }
  });

  it('an answer counts once, whole, with its own key and in its own time', async () => {
    const [mine, other] = [await open(), await open()];
    const answer = await agree(mine);
    const codes: string[] = [];
    const note = async (sent: object, host?: string) => codes.push((await verify(sent, host)).body.code ?? 'taken');
    await note({ ...answer, integrityValue: closeEnvelope({ requestTime: '1', requestNumber: '2', tokenValue: '3' }, {}).integrityValue });
    await note({ ...answer, key: other.key });
    await note({ ...answer, ...(await agree(other)), key: mine.key });
    await note({ ...answer, key: 'AAAAAAAAAAAAAAAAAAAAAA' });
    await note(answer, 'b.test');
    await note(answer);
    await note(answer);
    const late = await agree(await open());
    clock.advance(600_001);
    await note(late);
    expect(codes).toEqual([
      'NICE_REFUSED',
      'NICE_REFUSED',
      'NICE_REFUSED',
      'NICE_EXPIRED',
      'NICE_EXPIRED',
      'taken',
      'NICE_EXPIRED',
      'NICE_EXPIRED',
    ]);
  });
});

describe('the local NICE process', () => {
  const isThere = (api: string) =>
    fetch(api).then(
      () => true,
      () => false,
    );

  it('stands apart with a port and secrets of its own, lets nobody in without them, starts anew when it died, ends with its server', async () => {
    const keeper = keepStandIn();
    const first = await keeper.account();
    expect(await keeper.account()).toBe(first);
    expect([new URL(first.api).hostname, keeper.pid === process.pid]).toEqual(['127.0.0.1', false]);
    process.kill(keeper.pid as number, 'SIGKILL');
    await expect.poll(() => keeper.pid).toBeUndefined();
    const next = await keeper.account();
    expect([next.clientSecret === first.clientSecret, await isThere(next.api)]).toEqual([false, true]);
    const statusOf = async (path: string, authorization: string, body = '') =>
      (await fetch(next.api + path, { method: 'POST', headers: { authorization }, body })).status;
    expect([
      await statusOf('/digital/niceid/oauth/oauth/token', 'Basic aTpz'),
      await statusOf('/digital/niceid/api/v1.0/common/crypto/token', 'bearer x'),
      await statusOf('/CheckPlusSafeModel/service.cb', '', 'x'.repeat(70_000)),
    ]).toEqual([401, 401, 400]);
    // A site's own account is asked with its own secret; its people meet the bureau's real window, the other site's the stand-in.
    const { pool, config, services } = server.context;
    const settings = { host: '127.0.0.1', port: Number(new URL(next.api).port), user: next.clientId, product: next.productId };
    const secret = sealSecret(config.secrets.storageKey, next.clientSecret, providerBound(1, 'nice'));
    await pool.query("INSERT INTO site_provider VALUES (1, 'nice', $1, $2, 1, now())", [settings, secret]);
    await services.use(providerService).read(1);
    expect(await open()).toMatchObject({ isStandIn: false, action: 'https://nice.checkplus.co.kr/CheckPlusSafeModel/service.cb' });
    expect((await open('', 'b.test')).isStandIn).toBe(true);
    await pool.query('DELETE FROM site_provider');
    await services.use(providerService).read(1);
    expect((await open()).isStandIn).toBe(true);
    await keeper.close();
    expect(await isThere(next.api)).toBe(false);
  });

  it('does not stay behind a server that was killed', async () => {
    const keep = `import { keepStandIn } from ${JSON.stringify(new URL('./stand-in-keeper.ts', import.meta.url).href)};
      setInterval(() => {}, 1000);
      console.log((await keepStandIn().account()).api);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', keep], { stdio: ['ignore', 'pipe', 'inherit'] });
    const api = await new Promise<string>((told) => createInterface(parent.stdout).once('line', told));
    expect(await isThere(api)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isThere(api)).toBe(false);
  });
});

describe('what it opens', () => {
  it('sign-up: name and age are the person’s, one person one account of a site, only hashes and a sealed date stay', async () => {
    const missing = await ask('/api/player', form(undefined));
    expect([missing.status, missing.body.code, missing.body.data.field]).toEqual([400, 'PROOF_REQUIRED', 'niceKey']);
    const key = await proven();
    expect((await ask('/api/player', form(key, { name: '이한결' }))).body.code).toBe('IDENTITY_DIFFERS');
    const young = await proven({ name: '어린이', birthdate: '20080101', mobileno: '01011112222' });
    expect((await ask('/api/player', form(young, { name: '어린이' }))).body).toMatchObject({
      code: 'TOO_YOUNG',
      message: '만 19세부터 가입할 수 있어요.',
    });
    // A sign-up that failed used nothing up.
    const made = await ask('/api/player', form(key, { name: ' 김 한결' }));
    expect(made.body).toMatchObject({ status: 'success' });
    expect((await ask('/api/player', form(key))).body.code).toBe('PROOF_REQUIRED');
    const again = await ask('/api/player', form(await proven()));
    expect([again.status, again.body.code]).toEqual([409, 'PERSON_TAKEN']);
    const { rows } = await server.context.pool.query('SELECT row_to_json(p)::text AS kept FROM account_person p');
    expect(rows[0].kept).not.toMatch(/19920408|1992-04-08|4821/);
    expect(await birthDateOf(server.context, 1, made.body.data.id)).toBe('1992-04-08');
  });

  it('a forgotten username and password belong to the person; another person’s name proves nothing', async () => {
    const found = await ask('/api/player/find_id', { key: await proven(person, '?purpose=FIND_ID') });
    const [{ username }] = found.body.data.content;
    expect(found.body.data.content).toHaveLength(1);
    const set = (key: string) => ask('/api/certi/change_password_with_certi', { key, password: 'Another-plank-43' });
    const stranger = { name: '다른이', birthdate: '19800101', mobileno: '01099998888' };
    expect((await set(await proven(stranger, `?purpose=FIND_PW&username=${username}`))).body.code).toBe('CERTIFICATE_INVALID');
    expect((await set(await proven(person, '?purpose=FIND_ID'))).body.code).toBe('CERTIFICATE_INVALID');
    expect((await set(await proven(person, `?purpose=FIND_PW&username=${username}`))).body.data).toEqual({ changed: true });
    expect((await ask('/api/login', { username, password: 'Another-plank-43' })).status).toBe(200);
  });

  it('whoever shuts itself out is shut out as that person on every site, signs up on none, and comes back everywhere that day', async () => {
    const B = 'b.test';
    const signUp = async (who: typeof person, host?: string) => {
      const answer = await agree(await open('', host), who, host === undefined ? server.url : `http://${host}`);
      const { key } = (await verify(answer, host)).body.data;
      const sent = form(key, { name: who.name });
      return { ...(await ask('/api/player', sent, host)), username: sent.username };
    };
    const login = (username: string, host?: string) => ask('/api/login', { username, password: PASSWORD }, host);
    const bearer = ({ body }: Reply) => ({ authorization: `Bearer ${body.data.accessToken}` });
    const [both, one] = ['박마루', '최하나'].map((name, index) => ({ name, birthdate: '19880202', mobileno: `0105555666${index}` }));
    const [here, there, onlyHere] = [await signUp(both), await signUp(both, B), await signUp(one)];
    const neighbour = await signUp({ ...person, name: '이웃집', mobileno: '01077770000' }, B);
    const [tokenThere, tokenHere, tokenOne] = [await login(there.username, B), await login(here.username), await login(onlyHere.username)];
    for (const token of [tokenHere, tokenOne])
      expect((await ask('/api/user/exclude', { days: 7, password: PASSWORD }, undefined, bearer(token))).status).toBe(200);
    expect((await ask('/api/me', undefined, B, bearer(tokenThere))).status).toBe(401);
    const refresh = await ask('/api/login', { refreshToken: tokenThere.body.data.refreshToken }, B);
    expect([refresh.status, (await login(there.username, B)).body.code]).toEqual([401, 'ACCOUNT_EXCLUDED']);
    // What crosses is a date: the other site tells its own member in its own name.
    const mails = () => ask(`/api/demo/inbox?to=${there.username}@example.com`, undefined, B);
    await expect
      .poll(async () => (await mails()).body.data.content.map(({ from }: { from: string }) => from))
      .toEqual([expect.stringContaining('b.test')]);
    expect(JSON.stringify((await mails()).body)).not.toContain(here.username);
    expect((await login(neighbour.username, B)).status).toBe(200);
    const refused = await signUp(one, B);
    expect([refused.status, refused.body.code, refused.body.data.field]).toEqual([403, 'PERSON_EXCLUDED', 'niceKey']);
    clock.advance(7 * DAY_MS);
    expect((await signUp(one, B)).body.status).toBe('success');
    expect([(await login(there.username, B)).status, (await login(here.username)).status]).toEqual([200, 200]);
  });

  it('years are counted by the calendar of Seoul', () => {
    // 2026-11-20 in UTC still, the 21st in Seoul.
    expect(ageAt('2007-11-21', Date.parse('2026-11-20T15:00:00Z'))).toBe(19);
    expect(ageAt('2007-11-21', Date.parse('2026-11-20T14:59:59Z'))).toBe(18);
  });
});
