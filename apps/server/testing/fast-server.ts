// A whole server as a process of its own whose time runs fast, on a market that never rests: what is killed at the boundaries of rounds
// (tools/crash). Told to, it makes the players; else it goes on with what the one before left behind.
import { hash } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { HouseAccount, binaryWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { loadConfig } from '@maru/kit/server/config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { startServer } from '../server.ts';
import { fastClock } from './fast-time.ts';
import { exchangeFeatures } from './exchange-features.ts';
import { openSignUp } from './open-sign-up.ts';
import { toldMarket } from './told-market.ts';

const SITE = 1;
const PLAYERS = Number(process.env.MARU_TEST_PLAYERS ?? 0);
/** Micro-USDT. */
const FUNDS = 1_000_000_000_000;
const TICK_MS = 10;
const SYMBOLS = [
  ['BINANCE:BTCUSDT', 6_000_000],
  ['BINANCE:ETHUSDT', 300_000],
] as const;

const clock = fastClock();
const market = toldMarket();
const server = await startServer({
  config: loadConfig(process.env),
  say: () => {},
  clock,
  engineWorker: new URL('./fast-engine-worker.ts', import.meta.url),
  hasMarket: false,
  warmsUp: false,
  // Balances that are counted exactly: nobody gets demo money.
  changeSeed: ({ demoMoney: _, ...site }) => site,
  features: exchangeFeatures(market.feature, [roundsFeature, slotFeature]),
  arePart: true,
});
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
setInterval(tellTicks, TICK_MS);
// A kill leaves no time to write down what was compiled.
flushCompileCache();
if (PLAYERS > 0) await makePlayers(server.context);

/** A price that never jumps: two waves, so that rounds end either way. */
function tellTicks(): void {
  const now = clock.now();
  for (const [symbol, price] of SYMBOLS) {
    const wave = Math.sin(now / 9_000) * 0.004 + Math.sin(now / 2_300) * 0.002;
    market.tick(symbol, Math.round(price * (1 + wave)), now);
  }
}

/** Every product on, and players with money in their BINARY wallets. */
async function makePlayers(context: AppContext): Promise<void> {
  await openSignUp(context);
  await context.pool.query(`UPDATE site_site SET config = jsonb_set(config, '{type}', '56') WHERE id = $1`, [SITE]);
  for (let n = 1; n <= PLAYERS; n++) await makePlayer(context, `player${n}`, n);
}

async function makePlayer(context: AppContext, username: string, n: number): Promise<void> {
  const phone = `010-7777-${1000 + n}`;
  const form = { username, password: 'a-long-passphrase', name: 'Kim', nick: `n_${username}`, phone, email: `${username}@example.com` };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${server.url}/api/player`, { method: 'POST', headers, body: JSON.stringify(form) });
  const member = await context.services.use(memberDirectory).findMember(SITE, username);
  if (member === undefined) throw new Error(`${username} could not sign up`);
  const key = hash('sha256', `funds|${username}`, 'hex');
  const transfer = encodeCommand({
    kind: CommandKind.Transfer,
    time: 0,
    account: -1,
    symbol: -1,
    keyHi: Number.parseInt(key.slice(0, 13), 16),
    keyLo: Number.parseInt(key.slice(13, 26), 16),
    body: 1,
    debit: HouseAccount.External,
    credit: binaryWallet(member.account),
    amount: FUNDS,
    reason: PostingReason.Deposit,
  });
  await context.engine.submit(SITE, transfer);
}
