// The signer's rules as one begins with them: what goes out in an hour and a day, and up to where the rules and one person are enough.
import type { ChainName } from '@maru/chains/chain.ts';

export interface UsualCoin {
  code: string;
  decimals: number;
  ledgerDecimals: number;
  /** Whole coins: an hour, a day, and up to where the rules and one person are enough. */
  whole: readonly [perHour: number, perDay: number, byRules: number, byOne: number];
}

export interface UsualChain {
  /** In the chain's smallest units. */
  feeMost: string;
  coins: readonly UsualCoin[];
}

const usdt = (code: string): UsualCoin => ({ code, decimals: 6, ledgerDecimals: 6, whole: [50_000, 200_000, 1_000, 10_000] });
const own = (code: string, decimals: number, whole: UsualCoin['whole']): UsualCoin => ({ code, decimals, ledgerDecimals: 8, whole });

/** Rules and persons as the rows of coins begin (coin-rows.ts), and room for some of the largest in an hour. */
export const usualPolicy: Readonly<Record<ChainName, UsualChain>> = {
  ETH: { feeMost: String(10n ** 17n), coins: [own('ETH', 18, [50, 200, 2, 20]), usdt('ETH_USDT')] },
  TRON: { feeMost: '200000000', coins: [own('TRON', 6, [500_000, 2_000_000, 5_000, 50_000]), usdt('TRON_USDT')] },
  BTC: { feeMost: '1000000', coins: [own('BTC', 8, [3, 10, 0.05, 0.5])] },
  XRP: { feeMost: '1000', coins: [own('XRP', 6, [50_000, 200_000, 1_000, 10_000])] },
  EOS: { feeMost: '0', coins: [own('EOS', 4, [50_000, 200_000, 1_000, 10_000])] },
  DOGE: { feeMost: '1000000000', coins: [own('DOGE', 8, [500_000, 2_000_000, 10_000, 100_000])] },
};

export const limitNames = ['perHour', 'perDay', 'byRules', 'byOne'] as const;

/** As the policy's file has it. */
export function usualCoin({ whole, ...coin }: UsualCoin) {
  const inUnits = (amount: number) => String(BigInt(Math.round(amount * 1e4)) * 10n ** BigInt(coin.decimals - 4));
  const limits = Object.fromEntries(limitNames.map((name, at) => [name, inUnits(whole[at])])) as Record<
    (typeof limitNames)[number],
    string
  >;
  return { ...coin, ...limits };
}
