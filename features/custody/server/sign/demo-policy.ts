// The signer's rules on a demo, whose coins are worth nothing; in production an operator writes them by hand.
import { existsSync, writeFileSync } from 'node:fs';
import type { ChainName } from '@maru/chains/chain.ts';
import { demoCold } from '@maru/chains/demo-cold.ts';
import { DEMO_CHAIN_ID } from '@maru/chains/eos/demo-accounts.ts';
import { textOf } from '@maru/chains/tron/address.ts';
import { readPolicy } from './policy.ts';

/** The first contract that the first account of a demo's chain makes: the same on every machine. */
const DEMO_TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

interface DemoCoin {
  code: string;
  contract?: string;
  symbol?: string;
  decimals: number;
  ledgerDecimals: number;
  /** Whole coins: an hour, a day, and up to where the rules and one person are enough. */
  whole: readonly [perHour: number, perDay: number, byRules: number, byOne: number];
}

const coin = ({ whole, ...rest }: DemoCoin) => {
  const [perHour, perDay, byRules, byOne] = whole.map((amount) =>
    String(BigInt(Math.round(amount * 1e4)) * 10n ** BigInt(rest.decimals - 4)),
  );
  return { ...rest, perHour, perDay, byRules, byOne };
};
const usdt = (code: string, contract: string) =>
  coin({ code, contract, decimals: 6, ledgerDecimals: 6, whole: [50_000, 200_000, 1_000, 10_000] });
const own = (code: string, decimals: number, whole: DemoCoin['whole']) => coin({ code, decimals, ledgerDecimals: 8, whole });

/** Rules and persons as the demo's rows of coins have them (coin-rows.ts), and room for some of the largest in an hour. */
const demo = {
  chains: [
    {
      chain: 'ETH',
      chainId: '31337',
      feeMost: String(10n ** 17n),
      coins: [own('ETH', 18, [50, 200, 2, 20]), usdt('ETH_USDT', DEMO_TOKEN)],
    },
    {
      chain: 'TRON',
      feeMost: '200000000',
      coins: [own('TRON', 6, [500_000, 2_000_000, 5_000, 50_000]), usdt('TRON_USDT', textOf(DEMO_TOKEN))],
    },
    { chain: 'BTC', network: 'demo', feeMost: '1000000', coins: [own('BTC', 8, [3, 10, 0.05, 0.5])] },
    { chain: 'XRP', feeMost: '1000', coins: [own('XRP', 6, [50_000, 200_000, 1_000, 10_000])] },
    {
      chain: 'EOS',
      network: 'demo',
      chainHash: DEMO_CHAIN_ID,
      feeMost: '0',
      coins: [{ ...own('EOS', 4, [50_000, 200_000, 1_000, 10_000]), contract: 'eosio.token', symbol: 'EOS' }],
    },
    { chain: 'DOGE', network: 'demo', feeMost: '1000000000', coins: [own('DOGE', 8, [500_000, 2_000_000, 10_000, 100_000])] },
  ],
};

/** Addresses that somebody added by hand. */
function coldBefore(path: string, chain: string): string[] {
  if (!existsSync(path)) return [];
  const before = readPolicy(path).chains.find((row) => row.chain === chain)?.cold ?? [];
  return before.filter((address) => address !== demoCold[chain as ChainName]);
}

/** Written anew at each start: a demo that was made before has the chains that came since. */
export function writeDemoPolicy(path: string): void {
  const chains = demo.chains.map((row) => ({ ...row, cold: [demoCold[row.chain as ChainName], ...coldBefore(path, row.chain)] }));
  writeFileSync(path, JSON.stringify({ chains }, null, 2), { mode: 0o600 });
}
