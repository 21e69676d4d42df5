// Stakes and payouts on screen, in whole units of the currency: what is shown is what the engine will do.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { addDecimals } from '@maru/kit/web/inputs/decimal-text.ts';
import type { TradeBet, TradeOption, TradeRound } from '../contract.ts';

const RATE_ONE = 100_000_000n;

/** Sums of an option's currency: amounts are texts, work is done in whole units. */
export function pointMath({ pointPrecision, minPoint, currency }: Pick<TradeOption, 'pointPrecision' | 'minPoint' | 'currency'>) {
  const scale = 10n ** BigInt(pointPrecision);
  const units = (text: string): bigint => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(whole || '0') * scale + BigInt(part.padEnd(pointPrecision, '0').slice(0, pointPrecision) || '0');
  };
  const text = (amount: bigint): string => {
    if (pointPrecision === 0) return String(amount);
    const digits = String(amount).padStart(pointPrecision + 1, '0');
    const cut = digits.length - pointPrecision;
    return `${digits.slice(0, cut)}.${digits.slice(cut)}`.replace(/\.?0+$/, '');
  };
  /** Presets count by it: won go by the thousand. */
  const one = currency === 'KRW' || currency === 'BKT' ? 1000 : 1;
  /** Two decimals of a currency that has more. */
  const shown = (amount: string): string => {
    const [whole, part = ''] = text(units(amount)).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
    return pointPrecision === 0 ? grouped : `${grouped}.${part.padEnd(2, '0')}`;
  };
  const brief = (amount: string) => shown(amount.replace(/(\.\d{2})\d+$/, '$1'));
  const least = (a: string, b: string) => (units(a) < units(b) ? text(units(a)) : text(units(b)));
  return {
    one,
    units,
    text,
    least,
    first: text(units(minPoint) * 20n),
    step: (n: number) => String(n * one),
    add: (amount: string, more: number) => {
      const sum = units(amount) + BigInt(more) * scale;
      return text(sum > 0n ? sum : 0n);
    },
    within: (amount: string, most: string) => {
      if (units(amount) < units(minPoint)) return text(units(minPoint));
      return least(amount, most);
    },
    minus: (a: string, b: string) => text(units(a) - units(b)),
    /** floor(stake × odds) (rules 11.6). */
    payout: (stake: string, odds: string) => {
      const [whole, part = ''] = odds.split('.');
      return text((units(stake) * BigInt(whole + part.padEnd(8, '0').slice(0, 8))) / RATE_ONE);
    },
    shown,
    /** Two decimals and no more, cut: where there is room for no more, and a little less is no promise. */
    brief,
    /** A limit in a sentence: `1`, `0.50`, `1,000`. */
    round: (amount: string) => shown(amount).replace(/\.0+$/, ''),
    /** A gain with its plus, a loss with its minus; as brief, and what shows as nothing has neither. */
    signed: (amount: string) => figure(amount, { decimals: Math.min(2, pointPrecision), sign: true }),
  };
}

/** An amount with what it has, two decimals at least where it has any, thousands grouped. */
export function grouped(text: string): string {
  const [whole, part = ''] = text.split('.');
  const cut = part.replace(/0+$/, '').padEnd(part === '' ? 0 : 2, '0');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (cut === '' ? '' : `.${cut}`);
}

/** The same of a result: a gain with its plus, a loss with its minus, a stake that came back with neither. */
export function signed(profit: string): string {
  const sign = !/[1-9]/.test(profit) ? '' : profit.startsWith('-') ? '−' : '+';
  return sign + grouped(profit.replace(/^-/, ''));
}

/** Whole percents of the stakes on each side; even while there are none. */
export function poolShare({ up, down }: TradeRound['pool']): { up: number; down: number } | undefined {
  const [a, b] = [Number(up), Number(down)];
  if (a + b === 0) return undefined;
  const share = Math.round((a / (a + b)) * 100);
  return { up: share, down: 100 - share };
}

/** Up wins above the strike, down below it; at it stakes come back. */
export function standingOf(bet: Pick<TradeBet, 'type' | 'strike'>, last: number | undefined): 'won' | 'lost' | 'even' | undefined {
  if (bet.strike === null || last === undefined) return undefined;
  const difference = last - Number(bet.strike);
  if (difference === 0) return 'even';
  return difference > 0 === (bet.type === 'UP') ? 'won' : 'lost';
}

/** What a round would bring if it ended now; undefined without bets on it, or before it has a strike. */
export function expectedOf(
  math: ReturnType<typeof pointMath>,
  bets: readonly TradeBet[],
  tradeRoundId: number,
  last: number | undefined,
): string | undefined {
  let sum: string | undefined;
  for (const bet of bets) {
    const standing = bet.tradeRoundId === tradeRoundId ? standingOf(bet, last) : undefined;
    if (standing === undefined) continue;
    const change = standing === 'won' ? math.minus(bet.expectPoint, bet.point) : standing === 'lost' ? `-${bet.point}` : '0';
    sum = addDecimals(sum ?? '0', change);
  }
  return sum;
}
