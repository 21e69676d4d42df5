// Mails over a real SMTP server and a gateway that checks signatures: they leave after the commit, once, in the site's words, or wait.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { manualClock } from '@maru/kit/server/clock.ts';
import { sealSecret } from '@maru/kit/server/seal.ts';
import { startTestServer, testSites, type TestServer } from '@maru/kit/server/testing/server.ts';
import { siteFeature } from '@maru/site/server/feature.ts';
import { loadSites } from '@maru/site/server/load-sites.ts';
import { providerBound, providerService } from '@maru/site/server/provider-service.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OutgoingMessage, outbox, type ReceivedMail } from '../contract.ts';
import { createOutboxFeature } from './feature.ts';
import { openPostOffice, type PostOffice } from './demo-post-office.ts';
import { SEND_PATH, signatureOf } from './sms-transport.ts';
import { eucKrBytes, smsTypeOf } from './sms-length.ts';

const clock = manualClock(Date.UTC(2026, 10, 21, 3));
const senders = { mail: 'no-reply@a.test', sms: '0215771577' };
const sites = testSites().map((site, i) => (i === 0 ? { ...site, senders } : site));
let server: TestServer;
let busy: Server;
let isBusy = true;
beforeAll(async () => {
  server = await startTestServer({
    features: [siteFeature, createOutboxFeature()],
    sites,
    clock,
    env: { MARU_DEMO: 'on' },
    prepare: (context) => loadSites(context.pool, context.sites, sites),
  });
  busy = createServer((_request, response) => response.writeHead(isBusy ? 503 : 400).end('{}'));
  await new Promise<void>((done) => void busy.listen(0, '127.0.0.1', () => done()));
});
afterAll(async () => {
  busy.close();
  await server.stop();
});

const box = () => server.context.services.use(outbox);
const code = (to: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  site: 1,
  kind: 'MAIL',
  name: 'CODE',
  language: 'ko',
  to,
  values: { code: '123456', minutes: '3' },
  ...more,
});
const inbox = async (to: string): Promise<ReceivedMail[]> =>
  ((await (await fetch(`${server.url}/api/demo/inbox?to=${encodeURIComponent(to)}`)).json()) as { data: { content: ReceivedMail[] } }).data
    .content;
const rowOf = async (to: string) => (await server.context.pool.query('SELECT * FROM outbox_message WHERE recipient = $1', [to])).rows[0];

async function arrived(to: string): Promise<ReceivedMail[]> {
  await expect.poll(() => inbox(to), { interval: 30 }).not.toEqual([]);
  return inbox(to);
}

test('mail arrives with Korean subject and text from the site’s sender, and its words are erased here', async () => {
  await box().post(server.context.pool, code('kim@example.com'));
  box().hurry();
  const [mail] = await arrived('kim@example.com');
  expect(mail).toMatchObject({ kind: 'MAIL', to: 'kim@example.com', from: `${sites[0].name.ko} <no-reply@a.test>` });
  expect(mail.subject).toBe(`[${sites[0].name.ko}] 인증번호 123456`);
  expect(mail.text).toContain('3분 안에');
  await expect.poll(() => rowOf('kim@example.com')).toMatchObject({ subject: null, body: null, last_error: null, tries: 1 });
  expect((await rowOf('kim@example.com')).sent_at).toEqual(new Date(clock.now()));
});

test('an SMS carries the registered number and a signature that the gateway accepts', async () => {
  await box().post(server.context.pool, code('010-1234-5678', { kind: 'SMS', language: 'en' }));
  box().hurry();
  expect(await arrived('010-1234-5678')).toMatchObject([{ kind: 'SMS', from: '0215771577', to: '01012345678', subject: '' }]);
});

test('a site with a mail server of its own is served by it alone, at once; the other site stays with the installation’s', async () => {
  const got: string[] = [];
  const own = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'brand' && password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, { user, envelope }, done) {
      stream.resume().on('end', () => {
        got.push(...envelope.rcptTo.map(({ address }) => `${String(user)} ${address}`));
        done();
      });
    },
  });
  await new Promise<void>((done) => void own.listen(0, '127.0.0.1', () => done()));
  const { pool, config, services } = server.context;
  const settings = { host: '127.0.0.1', port: (own.server.address() as AddressInfo).port, user: 'brand' };
  const secret = sealSecret(config.secrets.storageKey, 'p@ss/word', providerBound(1, 'mail'));
  try {
    await pool.query("INSERT INTO site_provider VALUES (1, 'mail', $1, $2, 1, now())", [settings, secret]);
    await services.use(providerService).read(1);
    await box().post(pool, code('mine@example.com'));
    await box().post(pool, code('theirs@example.com', { site: 2 }));
    box().hurry();
    await expect.poll(() => got).toEqual(['brand mine@example.com']);
    await arrived('theirs@example.com');
    expect(await inbox('mine@example.com')).toEqual([]);
    // Sealed for another row it opens nowhere, and nobody stands in.
    await pool.query('UPDATE site_provider SET site_id = 2');
    await services.use(providerService).read(1);
    await services.use(providerService).read(2);
    expect([box().canCarry(1, 'MAIL'), box().canCarry(2, 'MAIL'), box().canCarry(1, 'SMS')]).toEqual([true, false, true]);
  } finally {
    await pool.query('DELETE FROM site_provider');
    for (const site of [1, 2]) await services.use(providerService).read(site);
    await new Promise<void>((done) => own.close(() => done()));
  }
});

test('a mail of a transaction that rolls back is never sent', async () => {
  const client = await server.context.pool.connect();
  await client.query('BEGIN');
  await box().post(client, code('undone@example.com'));
  await client.query('ROLLBACK');
  client.release();
  await box().post(server.context.pool, code('after@example.com'));
  box().hurry();
  await arrived('after@example.com');
  expect(await inbox('undone@example.com')).toEqual([]);
});

test('a site’s own words stand in for the usual ones; values bring neither lines into a subject nor markers', async () => {
  const own = { 'letter.CODE.MAIL.subject': { en: 'Key {code}' }, 'letter.CODE.MAIL.body': { en: 'For {site}: {code}' } };
  server.context.sites.replace([{ ...sites[0], texts: own }, ...sites.slice(1)]);
  await box().post(
    server.context.pool,
    code('own@example.com', { language: 'en', values: { code: '1\r\nBcc: evil@example.com {site}', minutes: '3' } }),
  );
  box().hurry();
  const [mail] = await arrived('own@example.com');
  expect(mail.subject).toBe('Key 1  Bcc: evil@example.com  site');
  server.context.sites.replace(sites);
  expect(await inbox('evil@example.com')).toEqual([]);
});

test('what nobody wants any more is not sent', async () => {
  await box().post(server.context.pool, code('late@example.com', { expiresAt: clock.now() - 1 }));
  await box().post(server.context.pool, code('intime@example.com', { expiresAt: clock.now() + 1000 }));
  box().hurry();
  await arrived('intime@example.com');
  expect(await rowOf('late@example.com')).toMatchObject({ sent_at: null, body: null, last_error: 'expired' });
});

test('a site without a registered number has no SMS, and a busy or refusing gateway makes it wait or end', async () => {
  expect([box().canCarry(1, 'SMS'), box().canCarry(2, 'SMS'), box().canCarry(2, 'MAIL')]).toEqual([true, false, true]);
  const port = (busy.address() as AddressInfo).port;
  const second = await startTestServer({
    features: [siteFeature, createOutboxFeature()],
    sites,
    clock,
    env: { MARU_SMS_URL: `http://key:secret@127.0.0.1:${port}` },
    prepare: (context) => loadSites(context.pool, context.sites, sites),
  });
  const row = async () => (await second.context.pool.query('SELECT * FROM outbox_message')).rows[0];
  try {
    const mails = second.context.services.use(outbox);
    expect(mails.canCarry(1, 'MAIL')).toBe(false);
    await mails.post(second.context.pool, code('010-0000-0000', { kind: 'SMS' }));
    mails.hurry();
    await expect.poll(row).toMatchObject({ tries: 1, last_error: 'HTTP 503', sent_at: null });
    expect((await row()).due_at).toEqual(new Date(clock.now() + 5000));
    isBusy = false;
    clock.advance(5001);
    mails.hurry();
    await expect.poll(row).toMatchObject({ tries: 2, last_error: 'HTTP 400', body: null });
    expect((await row()).given_up_at).not.toBe(null);
    // Without a demo there is no inbox to read codes from.
    expect((await fetch(`${second.url}/api/demo/inbox`)).status).toBe(404);
  } finally {
    await second.stop();
  }
});

test('the gateway refuses wrong, old and repeated signatures', async () => {
  let now = Date.UTC(2026, 0, 1);
  const office: PostOffice = await openPostOffice(() => now);
  const { base, key, secret } = office.sms;
  const send = async (authorization: string) => {
    const body = JSON.stringify({ messages: [{ to: '01012345678', from: '0215771577', text: '안녕' }] });
    return (await fetch(base + SEND_PATH, { method: 'POST', headers: { authorization }, body })).status;
  };
  const sign = (date: string, salt: string, by = secret) =>
    `HMAC-SHA256 apiKey=${key}, date=${date}, salt=${salt}, signature=${signatureOf(by, date, salt)}`;
  const date = new Date(now).toISOString();
  const good = sign(date, 'a'.repeat(32));
  try {
    expect([await send(good), await send(good), await send(sign(date, 'b'.repeat(32), 'guess')), await send('Bearer x')]).toEqual([
      200, 401, 401, 401,
    ]);
    now += 15 * 60_000 + 1;
    expect(await send(sign(date, 'c'.repeat(32)))).toBe(401);
    expect(office.inbox()).toHaveLength(1);
  } finally {
    await office.close();
  }
});

test('an SMS has 90 bytes of EUC-KR, a longer one goes as LMS', () => {
  expect([eucKrBytes('[마루] 1'), smsTypeOf('가'.repeat(45)), smsTypeOf('가'.repeat(45) + '.')]).toEqual([8, 'SMS', 'LMS']);
});
