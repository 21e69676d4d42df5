// Writes the signer's rules by questions, so that nobody writes JSON by hand: which chains and networks, limits in whole coins, accounts of EOS.
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { isAddress } from '@maru/chains/address/is-address.ts';
import { type ChainName, chainNames } from '@maru/chains/chain.ts';
import { coldNetworks } from '@maru/chains/cold-signing.ts';
import { type ChainPolicy, readPolicy, refuseDemo } from '@maru/custody/server/sign/policy.ts';
import { limitNames, type UsualCoin, usualCoin, usualPolicy } from '@maru/custody/server/sign/usual-policy.ts';
import { isToken, mainContracts, readContract } from '@maru/custody/server/token-contracts.ts';
import { chainText, chainUnitsOf } from '@maru/custody/server/units.ts';
import type { Asker } from '../cold-signer/ask.ts';

type Say = (text: string) => void;

const words = {
  perHour: '한 시간에 · an hour',
  perDay: '하루에 · a day',
  byRules: '규칙만으로 · by rules alone, up to',
  byOne: '한 사람으로 · by one person, up to',
} as const;

export async function askPolicy(asker: Asker, path: string, say: Say): Promise<void> {
  const before = existsSync(path) ? readPolicy(path).chains : [];
  const chains: ChainPolicy[] = [];
  for (const chain of chainNames) {
    const known = before.find((row) => row.chain === chain);
    if (await askYes(asker, `${chain} 내보낼까요? · pays out on ${chain}?`, known !== undefined))
      chains.push(await askChain(asker, chain, known));
  }
  refuseDemo({ chains });
  writePolicy(path, chains);
  say(path);
}

/** Beside those that stand there already; whoever types it compares it with the paper. */
export async function listCold(asker: Asker, path: string, chain: string, address: string, say: Say): Promise<void> {
  const { chains } = readPolicy(path);
  const row = chains.find((one) => one.chain === chain);
  if (row === undefined || !isAddress(row.chain, address))
    throw new Error(`${chain}의 주소가 아니에요 · ${address} is no address of ${chain} that the policy pays on`);
  if (!(await askYes(asker, `${chain} → ${address}`, false))) throw new Error('바꾸지 않았어요 · nothing was changed');
  row.cold = [...new Set([...(row.cold ?? []), address])];
  writePolicy(path, chains);
  say(`${chain} → ${row.cold.join(', ')}`);
}

/** Whole or not at all. */
function writePolicy(path: string, chains: readonly ChainPolicy[]): void {
  const text = JSON.stringify({ chains }, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2);
  writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

async function askChain(asker: Asker, chain: ChainName, known: ChainPolicy | undefined): Promise<ChainPolicy> {
  const { feeMost, coins } = usualPolicy[chain];
  const asked: ChainPolicy = {
    chain,
    ...(await askNetwork(asker, chain, known)),
    feeMost: known?.feeMost ?? BigInt(feeMost),
    ...(known?.cold === undefined ? {} : { cold: known.cold }),
    coins: [],
  };
  for (const coin of coins) {
    const row = known?.coins.find(({ code }) => code === coin.code);
    // Sweeps of tokens are paid for in the chain's own coin: that stands there always.
    if (coin.code === chain || (await askYes(asker, `  ${coin.code}?`, true))) asked.coins.push(await askCoin(asker, coin, row));
  }
  return asked;
}

async function askNetwork(
  asker: Asker,
  chain: ChainName,
  known: ChainPolicy | undefined,
): Promise<Pick<ChainPolicy, 'chainId' | 'chainHash' | 'accounts'>> {
  if (chain === 'ETH') return { chainId: BigInt(await askOr(asker, '  chain id', String(known?.chainId ?? coldNetworks.main.ETH))) };
  if (chain !== 'EOS') return {};
  const accounts = Object.entries(known?.accounts ?? {}).map((pair) => pair.join('='));
  const text = await askOr(asker, '  계정=PUB_K1_…, 쉼표로 · account=PUB_K1_…, comma separated', accounts.join(','));
  return {
    chainHash: await askOr(asker, '  chain id', known?.chainHash ?? coldNetworks.main.EOS),
    accounts: Object.fromEntries(text.split(',').map((pair) => pair.trim().split('='))) as Record<string, string>,
  };
}

async function askCoin(
  asker: Asker,
  usual: UsualCoin,
  known: ChainPolicy['coins'][number] | undefined,
): Promise<ChainPolicy['coins'][number]> {
  const { code, decimals, ledgerDecimals, ...limits } = usualCoin(usual);
  const contract = isToken(code) ? await askContract(asker, code, known) : {};
  const asked = { perHour: 0n, perDay: 0n, byRules: 0n, byOne: 0n };
  for (const name of limitNames) {
    const text = await askOr(asker, `  ${code} ${words[name]}`, chainText(known?.[name] ?? BigInt(limits[name]), decimals));
    const units = chainUnitsOf(text, decimals);
    if (units === undefined) throw new Error(`${code}: 금액이 아니에요 · ${text} is no amount`);
    asked[name] = units;
  }
  if (asked.perHour > asked.perDay || asked.byRules > asked.byOne)
    throw new Error(`${code}: 한도가 서로 맞지 않아요 · the limits contradict each other`);
  return { code, decimals, ledgerDecimals, ...contract, ...asked };
}

async function askContract(asker: Asker, code: string, known: ChainPolicy['coins'][number] | undefined) {
  const { contract, symbol } = known?.contract === undefined ? mainContracts[code] : { contract: known.contract, symbol: known.symbol };
  return readContract(await askOr(asker, `  ${code} 컨트랙트 · contract`, symbol === undefined ? contract : `${contract}:${symbol}`));
}

/** An empty line takes what stands in brackets. */
async function askOr(asker: Asker, question: string, usual: string): Promise<string> {
  const typed = await asker.ask(`${question} [${usual}]`);
  return typed === '' ? usual : typed;
}

async function askYes(asker: Asker, question: string, usual: boolean): Promise<boolean> {
  const typed = (await askOr(asker, `${question} yes/no`, usual ? 'yes' : 'no')).toLowerCase();
  if (typed !== 'yes' && typed !== 'no') throw new Error('yes나 no로 답하세요 · answer yes or no');
  return typed === 'yes';
}
