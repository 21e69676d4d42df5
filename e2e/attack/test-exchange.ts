// What attackers and owners stand on: a server with sites, partners and accounts, and plain helpers to speak to it.
import { createAccountFeature } from '@maru/account/server/feature.ts';
import { manualClock } from '@maru/kit/server/clock.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { startTestServer, testSites, type TestServer } from '@maru/kit/server/testing/server.ts';
import { memberFeature } from '@maru/member/server/feature.ts';
import { createOperatorFeature } from '@maru/operator/server/feature.ts';
import { partnerFeature } from '@maru/partner/server/feature.ts';
import { siteFeature } from '@maru/site/server/feature.ts';
import { loadSites } from '@maru/site/server/load-sites.ts';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
  body: any;
}

export interface TestExchange {
  server: TestServer;
  clock: ReturnType<typeof manualClock>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Signs up and logs in; every rate is given back first. */
  member(username: string, overrides?: Record<string, unknown>): Promise<Login>;
  login(username: string, password?: string, headers?: Record<string, string>): Promise<Reply>;
  /** Rows of all tables that an attack must not change. */
  fingerprint(): Promise<string>;
}
export interface Login {
  id: number;
  accessToken: string;
  refreshToken: string;
  auth: { authorization: string };
}

export const PASSWORD = 'Sturdy-plank-42';
/** Reaches site B whatever the address says. */
export const atSiteB = { 'x-forwarded-host': 'b.test' };

export async function openTestExchange(more: readonly ServerFeature[] = []): Promise<TestExchange> {
  const sites = testSites();
  const clock = manualClock(Date.now());
  const server = await startTestServer({
    features: [siteFeature, createOperatorFeature(), partnerFeature, memberFeature, createAccountFeature(), ...more],
    sites,
    clock,
    // The tests' own address speaks for many: it may name host and client address as a proxy would.
    env: { MARU_TRUSTED_PROXIES: '127.0.0.1', MARU_SIGNUP_RATE: '60:60' },
    prepare: (context) => loadSites(context.pool, context.sites, sites),
  });
  return createExchange(server, clock);
}

function createExchange(server: TestServer, clock: TestExchange['clock']): TestExchange {
  let serial = 0;
  const read = async (reply: Response): Promise<Reply> => {
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
  const get: TestExchange['get'] = async (path, headers = {}) => read(await fetch(server.url + path, { headers }));
  const post: TestExchange['post'] = async (path, body, headers = {}) =>
    read(
      await fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  const login: TestExchange['login'] = (username, password = PASSWORD, headers = {}) => post('/api/login', { username, password }, headers);
  return {
    server,
    clock,
    get,
    post,
    login,
    async member(username, overrides = {}) {
      clock.advance(1000);
      const n = ++serial;
      const headers = { 'x-forwarded-for': `10.9.${n >> 8}.${n & 255}` };
      const made = await post('/api/player', { ...newMember(username, n), ...overrides }, headers);
      if (made.status !== 200) throw new Error(`sign-up of ${username}: ${made.text}`);
      const { body } = await login(username, PASSWORD, headers);
      return {
        id: made.body.data.id,
        accessToken: body.data.accessToken,
        refreshToken: body.data.refreshToken,
        auth: { authorization: `Bearer ${body.data.accessToken}` },
      };
    },
    async fingerprint() {
      const { rows } = await server.context.pool.query(
        `SELECT (SELECT json_agg(m ORDER BY id) FROM account_member m)::text || (SELECT json_agg(c) FROM account_counter c)::text
          || (SELECT json_agg(p ORDER BY id) FROM partner_partner p)::text || (SELECT count(*) FROM journal)::text AS print`,
      );
      return rows[0].print;
    },
  };
}

export const newMember = (username: string, n: number) => ({
  username,
  password: PASSWORD,
  name: '김마루',
  nick: `닉${username.replaceAll('-', '')}`.slice(0, 16),
  phone: `010-${String(1000 + (n % 9000)).padStart(4, '0')}-${String(1000 + Math.floor(n / 9000)).padStart(4, '0')}`,
  email: `${username}@example.com`,
});
