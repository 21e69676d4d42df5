// A server with accounts and mails for tests of what protects a member, and members with an app or a passkey in one call.
import { manualClock } from '@maru/kit/server/clock.ts';
import type { TestServer } from '@maru/kit/server/testing/server.ts';
import type { ReceivedMail } from '@maru/outbox/contract.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect } from 'vitest';
import { startMailServer } from './mail-server.ts';
import { softPasskey } from './soft-passkey.ts';

export const PASSWORD = 'Sturdy-plank-42';
export const PHONE = 'Mozilla/5.0 (Linux; Android 15; SM-S931N) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';

// oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
type Reply = { status: number; body: any };
type Headers = Record<string, string>;

/** Server and calls. */
function openServer() {
  const clock = manualClock(Date.now());
  let server: TestServer;
  beforeAll(async () => {
    server = await startMailServer(clock, { MARU_LOGIN_RATE: '6000:6000' });
  });
  afterAll(() => server.stop());

  async function ask(method: string, path: string, body?: object, headers: Headers = {}): Promise<Reply> {
    const reply = await fetch(server.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), 'x-forwarded-for': '10.1.1.1', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: await reply.json() };
  }
  const post = (path: string, body: object, headers?: Headers) => ask('POST', path, body, headers);
  const get = (path: string, headers?: Headers) => ask('GET', path, undefined, headers);
  const bearer = (reply: Reply): Headers => ({ authorization: `Bearer ${reply.body.data.accessToken}` });
  const passwordLogin = (username: string, headers?: Headers, password = PASSWORD) => post('/api/login', { username, password }, headers);
  return {
    get server() {
      return server;
    },
    clock,
    post,
    get,
    bearer,
    passwordLogin,
  };
}
type Open = ReturnType<typeof openServer>;

function peopleOf({ post, bearer, passwordLogin }: Open) {
  let people = 0;
  async function newMember(username: string): Promise<Headers> {
    const phone = `010-6${String(++people).padStart(3, '0')}-1000`;
    const facts = { username, password: PASSWORD, name: '김마루', nick: `n-${username}`, phone, email: `${username}@example.com` };
    expect((await post('/api/player', facts)).body.status).toBe('success');
    return bearer(await passwordLogin(username));
  }
  return {
    /** Members made so far. */
    get people() {
      return people;
    },
    newMember,
  };
}

function appsOf({ clock, post, passwordLogin }: Open, newMember: (username: string) => Promise<Headers>) {
  const codeOf = (secret: string, atMs = clock.now()) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: atMs });
  /** Each code counts once: the next one is half a minute away. */
  const nextCode = (secret: string) => {
    clock.advance(30_000);
    return codeOf(secret);
  };
  async function withApp(username: string) {
    const auth = await newMember(username);
    const started = await post('/api/user/totp/start', { password: PASSWORD }, auth);
    const { secret } = started.body.data;
    const confirmed = await post('/api/user/totp/confirm', { code: codeOf(secret) }, auth);
    expect(confirmed.body.data.recoveryCodes).toHaveLength(10);
    return { auth, secret: secret as string, uri: started.body.data.uri as string, codes: confirmed.body.data.recoveryCodes as string[] };
  }
  /** The challenge of a log-in whose password was right. */
  async function challengeOf(username: string, headers?: Headers): Promise<string> {
    const first = await passwordLogin(username, headers);
    expect([first.status, first.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    return first.body.data.challenge;
  }
  const second = async (username: string, code: string, headers?: Headers) =>
    post('/api/login/second', { challenge: await challengeOf(username, headers), code }, headers);
  return { codeOf, nextCode, withApp, challengeOf, second };
}

function passkeysOf(exchange: Open, newMember: (username: string) => Promise<Headers>) {
  const { post } = exchange;
  async function withPasskey(username: string, headers?: Headers) {
    const auth = headers ?? (await newMember(username));
    const key = softPasskey(exchange.server.url);
    const { options } = (await post('/api/user/passkey/start', { password: PASSWORD }, auth)).body.data;
    const made = await post('/api/user/passkey/create', { label: '내 노트북', made: key.make(options) }, auth);
    expect(made.body).toMatchObject({ status: 'success', data: { passkey: { label: '내 노트북', isSynced: false, host: '127.0.0.1' } } });
    return { auth, key, id: made.body.data.passkey.id as number, codes: made.body.data.recoveryCodes as string[] };
  }
  const askFor = async (challenge?: string, auth?: Headers) =>
    (await post('/api/login/passkey/start', challenge === undefined ? {} : { challenge }, auth)).body.data.options;
  const byPasskey = (passkey: object, headers?: Headers) => post('/api/login/passkey', { passkey }, headers);
  return { withPasskey, askFor, byPasskey };
}

function mailsOf({ get }: Open) {
  const mails = async (username: string): Promise<ReceivedMail[]> =>
    (await get(`/api/demo/inbox?to=${username}@example.com`)).body.data.content;
  const subjectsOf = async (username: string) => (await mails(username)).map((mail) => mail.subject);
  const security = async (auth: Headers) => (await get('/api/user/security', auth)).body.data;
  const linkIn = (mail: ReceivedMail) => /http:\/\/\S+\/not-me\/([\w-]{43})/.exec(mail.text)?.[1] ?? '';
  async function mailWith(username: string, words: string): Promise<ReceivedMail> {
    await expect.poll(async () => (await mails(username)).some(({ text }) => text.includes(words))).toBe(true);
    return (await mails(username)).find(({ text }) => text.includes(words)) as ReceivedMail;
  }
  return { mails, subjectsOf, security, linkIn, mailWith };
}

/** Opened before the first test of a file, stopped after the last. */
export function guardedServer() {
  const exchange = openServer();
  const people = peopleOf(exchange);
  return {
    ...mailsOf(exchange),
    ...appsOf(exchange, people.newMember),
    ...passkeysOf(exchange, people.newMember),
    clock: exchange.clock,
    post: exchange.post,
    get: exchange.get,
    bearer: exchange.bearer,
    passwordLogin: exchange.passwordLogin,
    newMember: people.newMember,
    get server() {
      return exchange.server;
    },
    get people() {
      return people.people;
    },
  };
}
