// The server of the HTTP and socket benches: the real one in a process of its own, with funded members; told by its parent.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberDirectory } from '@maru/account/contract.ts';
import { CommandKind, encodeCommand } from '@maru/engine/command.ts';
import { futuresWallet, HOUSE_OWNER, HousePurse, ledgerAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { loadConfig } from '@maru/kit/server/config.ts';
import { startServer } from '../../apps/server/server.ts';
import { openSignUp } from '../../apps/server/testing/open-sign-up.ts';

const SITE = 1;
const MICRO = 1_000_000;

export interface FloorAsk {
  type: 'cpu' | 'lag' | 'crowd' | 'stop';
  count?: number;
}
export interface FloorReady {
  url: string;
  pid: number;
  tokens: string[];
}

const members = Number(process.argv[2] ?? 0);
const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'));
const rate = '1000000:1000000';
const env = {
  PORT: '0',
  MARU_SECOND_PORT: '0',
  MARU_DATA: dataDir,
  MARU_DEMO: 'on',
  MARU_LOG: 'error',
  MARU_CAPACITY: 'medium',
  MARU_SIGNUP_RATE: '100000:100000',
  MARU_ORDER_RATE: rate,
  MARU_CALL_RATE: rate,
  MARU_MAX_SOCKETS: '20000',
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
};
const server = await startServer({ config: loadConfig(env), say: () => {} });
await openSignUp(server.context);

async function signUp(index: number): Promise<string> {
  const username = `bench${index}`;
  const phone = `010-${String(1000 + Math.floor(index / 10_000))}-${String(index % 10_000).padStart(4, '0')}`;
  const form = { username, password: 'a-long-passphrase', name: 'Kim', nick: `n_${username}`, phone, email: `${username}@example.com` };
  const joined = await fetch(`${server.url}/api/player`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  });
  const body = (await joined.json()) as { data: { id: number } };
  if (!joined.ok) throw new Error(JSON.stringify(body));
  const member = body.data.id;
  const account = server.context.services.use(memberDirectory).accountOf(SITE, member) as number;
  await server.engines.submit(
    SITE,
    encodeCommand({
      time: 0,
      account: -1,
      symbol: -1,
      keyHi: 0,
      keyLo: 0,
      body: 0,
      kind: CommandKind.Transfer,
      debit: ledgerAccount(HOUSE_OWNER, HousePurse.Promo),
      credit: futuresWallet(account),
      amount: 1_000_000 * MICRO,
      reason: PostingReason.Adjustment,
    }),
  );
  return server.context.sessions.issue({ site: SITE, member, account, username, role: 'member', family: `bench-${index}` }).accessToken;
}

const tokens: string[] = [];
for (let i = 0; i < members; i++) tokens.push(await signUp(i));
process.send?.({ url: server.url, pid: process.pid, tokens } satisfies FloorReady);

/** Rows alone: their accounts count as opened, so that nothing is started for them. */
async function crowd(count: number): Promise<void> {
  await server.context.pool.query(
    `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash, opened_seq)
     SELECT $1, 1000000 + n, 'crowd' || n, 'crowd_' || n, 'Kim', '020-' || n, n || '@crowd.test', '-', 1 FROM generate_series(1, $2::int) AS n`,
    [SITE, count],
  );
}

process.on('message', (ask: FloorAsk) => {
  if (ask.type === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) * 0.001, at: performance.now() });
  } else if (ask.type === 'lag') process.send?.({ lag: server.context.projections.lag(), status: server.engines.status() });
  else if (ask.type === 'crowd') void crowd(ask.count ?? 0).then(() => process.send?.({}));
  else void end();
});
process.on('disconnect', () => void end());

async function end(): Promise<void> {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
}
