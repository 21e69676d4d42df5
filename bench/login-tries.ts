// What 10,000 tries get over HTTP, from one address and from many: brute force, spraying, stuffing, and names that are harvested.
//
// A real server with its usual rates stands behind a proxy that names the client's address; members are 200, everything else is a guess.
// Prints a line an attack: tries answered, tries that reached the password check or told something, and what the owner got meanwhile.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@maru/kit/server/config.ts';
import { startServer } from '../apps/server/server.ts';
import { openSignUp } from '../apps/server/testing/open-sign-up.ts';
import { isSmoke } from './report.ts';

const TRIES = isSmoke ? 500 : 10_000;
const AT_ONCE = 40;
const PASSWORD = 'Sturdy-plank-42';
const address = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

const dataDir = mkdtempSync(join(tmpdir(), 'maru-tries-'));
const env = {
  PORT: '0',
  MARU_SECOND_PORT: '0',
  MARU_DATA: dataDir,
  MARU_DEMO: 'on',
  MARU_LOG: 'error',
  MARU_TRUSTED_PROXIES: '127.0.0.1',
  MARU_SIGNUP_RATE: '6000:1000',
};
const server = await startServer({ config: loadConfig(env), say: () => {} });
await openSignUp(server.context);

interface Try {
  path: string;
  body?: object;
  ip: string;
}
interface Outcome {
  codes: Map<string, number>;
  seconds: number;
}

async function send({ path, body, ip }: Try): Promise<string> {
  const reply = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-forwarded-for': ip, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as { code?: string };
  return answer.code ?? 'OK';
}

async function attack(make: (n: number) => Try): Promise<Outcome> {
  const codes = new Map<string, number>();
  const startedAt = performance.now();
  let next = 0;
  const one = async () => {
    while (next < TRIES) {
      const code = await send(make(next++));
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return { codes, seconds: (performance.now() - startedAt) / 1000 };
}

const home = '192.0.2.7';
const logIn = (username: string, password: string, ip: string): Try => ({ path: '/api/login', body: { username, password }, ip });

function tell(what: string, { codes, seconds }: Outcome, met: readonly string[], owner: string): void {
  const reached = met.reduce((sum, code) => sum + (codes.get(code) ?? 0), 0);
  const all = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
  console.log(`${what}: ${reached} of ${TRIES} in ${seconds.toFixed(1)} s (${all}); owner at home: ${owner}`);
}

for (let n = 0; n < 200; n++) {
  const facts = { username: `member-${n}`, nick: `회원${n}`, phone: `010-8${String(n).padStart(3, '0')}-1000`, email: `m${n}@example.com` };
  await send({ path: '/api/player', body: { ...facts, password: PASSWORD, name: 'Kim' }, ip: address(90_000 + n) });
}
await send(logIn('member-0', PASSWORD, home));
const owner = () => send(logIn('member-0', PASSWORD, home));
const checked = ['BAD_CREDENTIALS', 'OK'];

const oneByOne = await attack((n) => logIn('member-0', `guess-${n}`, '203.0.113.1'));
tell('brute force, one account, one address', oneByOne, checked, await owner());
const spread = await attack((n) => logIn('member-1', `guess-${n}`, address(n)));
tell('brute force, one account, an address each', spread, checked, await owner());
const spray = await attack((n) => logIn(`member-${n % 200}`, 'Summer2026!', '203.0.113.2'));
tell('spraying, 200 accounts, one address', spray, checked, await owner());
const stuffing = await attack((n) => logIn(`leaked-${n}`, `leaked-${n}-pw`, address(200_000 + n)));
tell('stuffing, a name and an address each', stuffing, checked, await owner());
const names = await attack((n) => ({ path: `/api/user/check_username?username=member-${n}`, ip: '203.0.113.3' }));
tell('harvesting names, one address', names, ['OK'], await owner());
const manyNames = await attack((n) => ({ path: `/api/user/check_username?username=member-${n}`, ip: address(300_000 + n) }));
tell('harvesting names, an address each', manyNames, ['OK'], await owner());
const long = performance.now();
const refused = await send(logIn('member-0', 'x'.repeat(60_000), '203.0.113.4'));
console.log(`a password of 60,000 characters: ${refused} in ${(performance.now() - long).toFixed(0)} ms`);
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
