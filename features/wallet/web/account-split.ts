// Where a member's money is, in micro-USDT: the parts of the split bar add up to its whole. Pure.
import type { CrossAccount } from '../futures-account-contract.ts';
import { fromMicro, toMicro, valueOf, type WalletMap } from './live-wallets.ts';

export const splitParts = ['coin', 'futures', 'locked', 'binary'] as const;
/** `futuresWhole`: the wallet as it stands while its account is not known. */
export type SplitPart = (typeof splitParts)[number] | 'futuresWhole';

export interface Split {
  part: SplitPart;
  /** Decimal string. */
  amount: string;
  /** 0 to 100, one decimal. */
  percent: string;
  /** For the bar's width. */
  weight: number;
}

type Account = Pick<CrossAccount, 'available' | 'positionMargin' | 'orderMargin' | 'isolatedWallets'>;

/** `locked`: margin of orders and positions. What makes the total is in a part; one whose wallet the member has not got is left out. */
export function splitOf(
  wallets: WalletMap,
  account: Account | undefined,
  rates?: Readonly<Record<string, string>>,
  prices?: Readonly<Record<string, string>>,
): Split[] {
  const amounts = new Map<SplitPart, bigint>();
  for (const wallet of Object.values(wallets)) {
    if (wallet === undefined || wallet.type === 'FUTURES' || wallet.type === 'BINARY') continue;
    amounts.set('coin', (amounts.get('coin') ?? 0n) + toMicro(valueOf(wallet, rates, prices) ?? '0'));
  }
  if (account) {
    amounts.set('futures', toMicro(account.available));
    amounts.set('locked', toMicro(account.positionMargin) + toMicro(account.orderMargin) + toMicro(account.isolatedWallets));
  } else if (wallets.FUTURES) {
    amounts.set('futuresWhole', toMicro(valueOf(wallets.FUTURES, rates, prices) ?? '0') + toMicro(wallets.FUTURES.isolated ?? '0'));
  }
  const binary = wallets.BINARY && valueOf(wallets.BINARY, rates, prices);
  if (binary !== undefined) amounts.set('binary', toMicro(binary));
  const whole = [...amounts.values()].reduce((sum, one) => sum + one, 0n);
  return [...amounts].map(([part, amount]) => {
    const perMille = whole === 0n ? 0 : Number((amount * 1000n + whole / 2n) / whole);
    return { part, amount: fromMicro(amount), percent: (perMille / 10).toFixed(1), weight: perMille };
  });
}

/** The ratio's word: calm, amber from 50 %, danger from 80 %. */
export function ratioWord(marginRatio: string): 'calm' | 'warn' | 'danger' {
  const percent = Number(marginRatio);
  return percent >= 80 ? 'danger' : percent >= 50 ? 'warn' : 'calm';
}
