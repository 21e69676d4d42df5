// Stakes and payouts on screen, in whole units of the currency: what is shown is what the engine will do.
import type { TradeOption, TradeRound } from '../contract.ts';

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
  const least = (a: string, b: string) => (units(a) < units(b) ? text(units(a)) : text(units(b)));
  return {
    one,
    units,
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
    /** Two decimals of a currency that has more. */
    shown: (amount: string) => {
      const [whole, part = ''] = text(units(amount)).split('.');
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
      return pointPrecision === 0 ? grouped : `${grouped}.${part.padEnd(2, '0')}`;
    },
    short: (amount: number) => (amount >= 1000 ? `${amount / 1000}k` : String(amount)),
  };
}

/** Whole percents of the stakes on each side; even while there are none. */
export function poolShare({ up, down }: TradeRound['pool']): { up: number; down: number } {
  const [a, b] = [Number(up), Number(down)];
  const share = a + b === 0 ? 50 : Math.round((a / (a + b)) * 100);
  return { up: share, down: 100 - share };
}
