// How the futures wallet is used, in micro-USDT: the parts of the split bar add up to its whole. Pure.
import type { CrossAccount } from '@maru/futures/contract.ts';
import { toMicro } from './live-wallets.ts';

export const splitParts = ['available', 'position', 'order', 'isolated'] as const;
export type SplitPart = (typeof splitParts)[number];

export interface Split {
  part: SplitPart;
  /** Decimal string. */
  amount: string;
  /** 0 to 100, one decimal. */
  percent: string;
  /** For the bar's width. */
  weight: number;
}

export function splitOf(account: Pick<CrossAccount, 'available' | 'positionMargin' | 'orderMargin' | 'isolatedWallets'>): Split[] {
  const amounts: Record<SplitPart, string> = {
    available: account.available,
    position: account.positionMargin,
    order: account.orderMargin,
    isolated: account.isolatedWallets,
  };
  const whole = splitParts.reduce((sum, part) => sum + toMicro(amounts[part]), 0n);
  return splitParts.map((part) => {
    const perMille = whole === 0n ? 0 : Number((toMicro(amounts[part]) * 1000n + whole / 2n) / whole);
    return { part, amount: amounts[part], percent: (perMille / 10).toFixed(1), weight: perMille };
  });
}

/** The ratio's word: calm, amber from 50 %, danger from 80 %. */
export function ratioWord(marginRatio: string): 'calm' | 'warn' | 'danger' {
  const percent = Number(marginRatio);
  return percent >= 80 ? 'danger' : percent >= 50 ? 'warn' : 'calm';
}
