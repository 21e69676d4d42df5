// The signer's rules on a demo, whose coins are worth nothing; in production an operator answers questions (apps/signer/ask-policy.ts).
import { existsSync, writeFileSync } from 'node:fs';
import { type ChainName, chainNames } from '@maru/chains/chain.ts';
import { demoCold } from '@maru/chains/demo-cold.ts';
import { DEMO_CHAIN_ID } from '@maru/chains/eos/demo-accounts.ts';
import { textOf } from '@maru/chains/tron/address.ts';
import { readPolicy } from './policy.ts';
import { usualCoin, usualPolicy } from './usual-policy.ts';

/** The first contract that the first account of a demo's chain makes: the same on every machine. */
const DEMO_TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

const tokens: Readonly<Record<string, { contract: string; symbol?: string }>> = {
  ETH_USDT: { contract: DEMO_TOKEN },
  TRON_USDT: { contract: textOf(DEMO_TOKEN) },
  EOS: { contract: 'eosio.token', symbol: 'EOS' },
};
const networks: Readonly<Record<ChainName, Record<string, string>>> = {
  ETH: { chainId: '31337' },
  TRON: {},
  BTC: { network: 'demo' },
  XRP: {},
  EOS: { network: 'demo', chainHash: DEMO_CHAIN_ID },
  DOGE: { network: 'demo' },
};

/** Addresses that somebody added by hand. */
function coldBefore(path: string, chain: ChainName): string[] {
  if (!existsSync(path)) return [];
  const before = readPolicy(path).chains.find((row) => row.chain === chain)?.cold ?? [];
  return before.filter((address) => address !== demoCold[chain]);
}

/** Written anew at each start: a demo that was made before has the chains that came since. */
export function writeDemoPolicy(path: string): void {
  const chains = chainNames.map((chain) => ({
    chain,
    ...networks[chain],
    feeMost: usualPolicy[chain].feeMost,
    cold: [demoCold[chain], ...coldBefore(path, chain)],
    coins: usualPolicy[chain].coins.map((coin) => ({ ...usualCoin(coin), ...tokens[coin.code] })),
  }));
  writeFileSync(path, JSON.stringify({ chains }, null, 2), { mode: 0o600 });
}
