// Real coins by settings alone: a server that is no demo starts watcher and signer, coins come in and go out, each process is killed and it goes on (issue 15, 3 and 4).
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mixedCase } from '@maru/chains/address/checksums.ts';
import { addressOf } from '@maru/chains/bitcoin/own-scripts.ts';
import { bitcoins } from '@maru/chains/derivers.ts';
import { textOf } from '@maru/chains/tron/address.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { OutScript } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import xrpl from 'xrpl';
import { type RealNodes, startRealNodes } from './testing/real-nodes.ts';
import { openSignerCommand, type SignerCommand, SIGNER_PASSPHRASE } from './testing/signer-command.ts';
import { openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

const PASSWORD = '274913';
const COINS = ['BTC', 'EOS', 'ETH', 'TRON', 'XRP'];
const production = { MARU_DEMO: 'off', MARU_FEED: 'synthetic' };
let signer: SignerCommand;
let nodes: RealNodes;
let exchange: TestExchange;
let settings: Record<string, string>;

beforeAll(async () => {
  signer = openSignerCommand();
  nodes = await startRealNodes();
});
afterAll(async () => {
  await exchange?.stop();
  await nodes?.close();
  signer?.close();
});

const start = (env: Record<string, string>) =>
  openTestExchange({
    hasDeposits: true,
    depositCoins: COINS,
    more: [custodyFeature],
    env: { ...production, ...env },
  });

describe('half configured', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a signer without a node',
      { MARU_SIGNER_DIR: '/nowhere', MARU_SIGNER_PASSPHRASE_FILE: '/nowhere' },
      /MARU_…_NODE: .*필요.* is needed beside MARU_SIGNER_DIR/,
    ],
    [
      'a signer without its key',
      { MARU_ETH_NODE: 'http://127.0.0.1:1', MARU_SIGNER_DIR: '/nowhere', MARU_SIGNER_PASSPHRASE_FILE: '/nowhere' },
      /MARU_SIGNER_DIR=\/nowhere: .* has no key: make one by npm run signer -- new/,
    ],
    ['a passphrase without a signer', { MARU_SIGNER_PASSPHRASE_FILE: '/nowhere' }, /MARU_SIGNER_DIR: .* is needed/],
    ['EOS without accounts', { MARU_EOS_NODE: 'http://127.0.0.1:1' }, /MARU_EOS_ACCOUNTS: .* is needed beside MARU_EOS_NODE/],
    ['a network without a node', { MARU_CHAIN_NETWORKS: 'ETH=5' }, /MARU_ETH_NODE: .* is needed beside MARU_CHAIN_NETWORKS/],
    ['the network of a demo', { MARU_ETH_NODE: 'http://127.0.0.1:1', MARU_CHAIN_NETWORKS: 'ETH=31337' }, /is the network of a demo/],
    ['a node beside a demo', { MARU_DEMO: 'on', MARU_ETH_NODE: 'http://127.0.0.1:1' }, /MARU_ETH_NODE: .* is not for a demo/],
  ])('%s is refused by the name of the setting', async (_, env, words) => {
    await expect(start(env)).rejects.toThrow(words);
  });
});

it('the signer’s key and rules are made by questions, and no weak passphrase or demo’s network is taken', async () => {
  expect((await signer.run(['new'], ['', 'short', 'short'])).said).toMatch(/has 12 characters at least/);
  const made = await signer.run(['new'], ['', SIGNER_PASSPHRASE, SIGNER_PASSPHRASE]);
  expect(made, made.said).toMatchObject({ code: 0 });
  expect((await signer.run(['new'], [])).said).toMatch(/there is a key already/);
  const { said } = await signer.run(['addresses', '1']);
  const keys = [...said.matchAll(/1 EOS \w+ (PUB_K1_\w+)/g)].map(([, key]) => key);
  expect(said).toMatch(/1 BTC hot bc1q/);
  expect(keys).toHaveLength(2);
  const names = ['marudeposits', 'marupayouts1'];
  names.forEach((name, at) => nodes.createEosAccount(name, keys[at]));
  const accounts = names.map((name, at) => `${name}=${keys[at]}`).join(',');
  const isYes = { ETH: true, TRON: true, BTC: true, DOGE: false, XRP: true, EOS: true };
  const answers = (chainId: string) =>
    Object.entries(isYes).flatMap(([chain, yes]) => {
      if (!yes) return ['no'];
      const limits = ['', '', '', ''];
      if (chain === 'ETH') return ['yes', chainId, ...limits, 'no'];
      if (chain === 'TRON') return ['yes', ...limits, 'no'];
      return chain === 'EOS' ? ['yes', accounts, '', '', ...limits] : ['yes', ...limits];
    });
  expect((await signer.run(['policy'], answers('31337'))).said).toMatch(/ETH is of a demo/);
  const asked = await signer.run(['policy'], answers(''));
  expect(asked, asked.said).toMatchObject({ code: 0 });
  expect((await signer.run(['cold', 'ETH', '0x123'], ['yes'])).said).toMatch(/no address of ETH/);
  settings = { ...nodes.settings, ...signer.env, MARU_EOS_ACCOUNTS: accounts };
});

const members = new Map<string, TestMember>();
const whole: Readonly<Record<string, [deposit: bigint, out: string]>> = {
  ETH: [2n * 10n ** 18n, '0.5'],
  TRON: [5_000_000_000n, '100'],
  BTC: [5_000_000n, '0.01'],
  XRP: [1_000_000_000n, '50'],
  EOS: [2_000_0000n, '20'],
};
const strangers: Readonly<Record<string, () => { address: string; memo?: string }>> = {
  ETH: () => ({ address: mixedCase(`0x${randomBytes(20).toString('hex')}`) }),
  TRON: () => ({ address: textOf(randomBytes(20).toString('hex')) }),
  BTC: () => ({ address: addressOf(bitcoins.main.BTC, OutScript.encode({ type: 'pkh', hash: randomBytes(20) })) as string }),
  EOS: () => ({ address: 'outsidermaru', memo: 'for me' }),
  XRP: () => ({ address: xrpl.Wallet.generate().address, memo: '77' }),
};

async function deposit(coinName: string): Promise<void> {
  const member = members.get(coinName) ?? (await exchange.member(`real${coinName.toLowerCase()}`, '0'));
  members.set(coinName, member);
  const asked = async () => (await member.post('/api/wallet/generate', { coinName })).body.data;
  await expect.poll(async () => (await asked()).address, { message: coinName }).not.toBeNull();
  const { address, memo } = (await asked()) as { address: string; memo: string | null };
  await nodes.pay[coinName](address, memo, whole[coinName][0]);
  const list = () => member.get('/api/dnw/deposit/list', { walletType: coinName });
  const hash = async () => (await list()).body.data.content.filter(({ state }: { state: string }) => state === 'UNLOCKED').length;
  const before = await hash();
  await expect.poll(hash, { message: coinName }).toBe(before + 1);
}

async function withdraw(walletType: string, key: string): Promise<void> {
  const member = members.get(walletType) as TestMember;
  const travel = { kind: 'OWN', beneficiary: '김마루', isStated: true };
  const body = { walletType, point: whole[walletType][1], password: PASSWORD, travel, ...strangers[walletType]() };
  const applied = await member.post('/api/dnw/withdraw/apply', body, { 'idempotency-key': key });
  expect(applied.status, `${walletType} ${JSON.stringify(applied.body)}`).toBe(200);
  const { withdrawalId } = applied.body.data as { withdrawalId: number };
  const isAt = async () => {
    const { rows } = await exchange.server.context.pool.query(
      `SELECT w.wallet_type, w.state, w.reason, w.waits, (SELECT p.refused FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id ORDER BY payout_id DESC LIMIT 1)
       FROM custody_withdrawal w WHERE w.withdrawal_id = $1`,
      [withdrawalId],
    );
    return rows[0];
  };
  // The hot address begins empty: what members brought is gathered first, after a comparison.
  await expect.poll(isAt, { message: walletType, timeout: 240_000 }).toMatchObject({ state: 'CONFIRMED' });
}

async function givePassword(member: TestMember): Promise<void> {
  const typed = { password: PASSWORD, loginPassword: 'a-long-passphrase' };
  expect((await member.post('/api/player/update_withdraw_password', typed)).status).toBe(200);
  await exchange.server.context.pool.query('UPDATE account_withdrawal_hold SET lifted_at = now() WHERE member_id = $1', [member.member]);
}

it('without a node nothing is taken in: members see no coin', async () => {
  exchange = await start({});
  const member = await exchange.member('nobodyscoin', '0');
  expect((await member.get('/api/site_info/dnw')).body.data).toMatchObject({ deposits: [], withdrawals: [], isDemo: false });
  expect((await member.post('/api/wallet/generate', { coinName: 'ETH' })).body.code).toBe('COIN_NOT_TAKEN');
  await exchange.stop();
});

it('with nodes in the settings coins come in and go out on each of them', async () => {
  exchange = await start(settings);
  const { pool } = exchange.server.context;
  await pool.query('UPDATE custody_level SET day_limit = NULL, month_limit = NULL');
  // The site's own rows: blocks that nobody waits an hour for.
  await pool.query('UPDATE custody_coin SET credit_after = 1, unlock_after = 2, out_settled_after = 2');
  const looker = await exchange.member('looker', '0');
  const open = async () =>
    (await looker.get('/api/site_info/dnw')).body.data.deposits.map(({ walletType }: { walletType: string }) => walletType);
  expect((await open()).toSorted()).toEqual(COINS);
  await Promise.all(COINS.map(deposit));
  for (const member of members.values()) await givePassword(member);
  await Promise.all(COINS.map((coin) => withdraw(coin, `first-${coin}`)));
});

/** Of our own children, by what they run. */
function pidOf(script: string): number | undefined {
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => {
      try {
        const [, parent] = /\) \w (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        const isOurs = Number(parent) === process.pid;
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script);
      } catch {
        return false;
      }
    });
  return found === undefined ? undefined : Number(found);
}

it('the watcher killed, the signer killed, the server begun again: each time it goes on by itself', async () => {
  for (const script of ['apps/custody/main.ts', 'apps/signer/main.ts']) {
    const pid = pidOf(script);
    expect(pid, script).toBeDefined();
    process.kill(pid as number, 'SIGKILL');
    await deposit('ETH');
    await withdraw('ETH', `after-${script}`);
  }
  await exchange.restart();
  await deposit('BTC');
  await withdraw('BTC', 'after-restart');
});

it('ledger and chain are the same', async () => {
  const { pool } = exchange.server.context;
  expect((await pool.query('SELECT asset, differences FROM custody_run WHERE NOT is_equal')).rows).toEqual([]);
  expect((await pool.query('SELECT * FROM custody_stop')).rows).toEqual([]);
});
