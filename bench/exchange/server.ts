// The server of the HTTP and socket benches: the real one in a process of its own, with funded members; told by its parent.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { loadConfig } from '@maru/kit/server/config.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import { boundHeapGrowth } from '@maru/kit/server/heap-growth.ts';
import { filledSymbols } from '@maru/market/server/candle-store.ts';
import { marketSymbols } from '@maru/market/server/symbol-table.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { startServer } from '../../apps/server/server.ts';
import { openSignUp } from '../../apps/server/testing/open-sign-up.ts';
import { openGames, widenLimits } from './games.ts';
import { watchMemory } from './memory.ts';

const SITE = 1;
const MICRO = 1_000_000;

export type ExchangeAsk =
  | { type: 'cpu' | 'lag' | 'memory' | 'past' | 'renew' | 'stop' | 'told' }
  | { type: 'snapshot'; dir: string; mark: string }
  | { type: 'crowd' | 'players'; count: number }
  | { type: 'bet'; bets: number; option: number; ordinal: number; from: number }
  | { type: 'rows'; bets: number; option: number; ordinal: number };
export interface ExchangeReady {
  url: string;
  pid: number;
  tokens: string[];
}

const members = Number(process.argv[2] ?? 0);
/** With timed rounds on; of a site that takes so many bets the engine has the most room. */
const hasGames = process.argv[3] === 'games';
const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'));
const rate = '1000000:1000000';
const env = {
  PORT: '0',
  MARU_SECOND_PORT: '0',
  MARU_DATA: dataDir,
  MARU_DEMO: 'on',
  MARU_LOG: 'error',
  MARU_CAPACITY: hasGames ? 'large' : 'medium',
  MARU_SIGNUP_RATE: '100000:100000',
  MARU_ORDER_RATE: rate,
  MARU_CALL_RATE: rate,
  MARU_MAX_SOCKETS: '20000',
  // As production demands: what is measured is the path of a call behind a proxy.
  MARU_TRUSTED_PROXIES: '127.0.0.1',
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
};
if (hasGames) widenLimits();
boundHeapGrowth();
const memory = watchMemory();
const server = await startServer({ config: loadConfig(env), say: () => {}, hasFirstScreens: process.argv[3] === 'pages' });
await openSignUp(server.context);
const games = hasGames ? await openGames(server) : undefined;

const sessions: Session[] = [];

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
      debit: HouseAccount.Promo,
      credit: futuresWallet(account),
      amount: 1_000_000 * MICRO,
      reason: PostingReason.Adjustment,
    }),
  );
  const session: Session = { site: SITE, member, account, username, role: 'member', family: `bench-${index}` };
  sessions.push(session);
  return server.context.sessions.issue(session).accessToken;
}

const tokens: string[] = [];
for (let i = 0; i < members; i++) tokens.push(await signUp(i));
process.send?.({ url: server.url, pid: process.pid, tokens } satisfies ExchangeReady);

async function answerTo(ask: ExchangeAsk): Promise<object> {
  switch (ask.type) {
    case 'cpu': {
      const { user, system } = process.cpuUsage();
      const own = process.threadCpuUsage();
      return { cpuMs: (user + system) * 0.001, threadMs: (own.user + own.system) * 0.001, at: performance.now() };
    }
    case 'memory':
      return memory.now();
    case 'snapshot':
      await memory.snapshot(ask.dir, ask.mark);
      return {};
    case 'past':
      return { isFilled: (await filledSymbols(server.context.pool)).size === marketSymbols.length };
    case 'lag':
      return { lag: server.context.projections.lag(), status: server.engines.status() };
    case 'renew':
      return { tokens: sessions.map((session) => server.context.sessions.issue(session).accessToken) };
    case 'crowd':
      await crowd(ask.count);
      return {};
    default:
      return (await answerOfGames(ask)) ?? {};
  }
}

async function answerOfGames(ask: ExchangeAsk): Promise<object | undefined> {
  if (games === undefined) throw new Error('this server was started without games');
  if (ask.type === 'players') return games.players(ask.count);
  if (ask.type === 'told') return games.told();
  if (ask.type === 'bet') await games.bet(ask.bets, ask.option, ask.ordinal, ask.from);
  if (ask.type === 'rows') return { at: await games.whenRows(ask.option, ask.ordinal, ask.bets) };
  return undefined;
}

/** Rows alone: their accounts count as opened, so that nothing is started for them. */
async function crowd(count: number): Promise<void> {
  await server.context.pool.query(
    `INSERT INTO account_member (site_id, account_no, username, nick, name, phone, email, password_hash, opened_seq)
     SELECT $1, 1000000 + n, 'crowd' || n, 'crowd_' || n, 'Kim', '020-' || n, n || '@crowd.test', '-', 1 FROM generate_series(1, $2::int) AS n`,
    [SITE, count],
  );
}

process.on('message', (ask: ExchangeAsk) => {
  if (ask.type === 'stop') void end();
  else void answerTo(ask).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => void end());

async function end(): Promise<void> {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
}
