// What amounts of several currencies come to in USDT, and which of them no rate is known for: one sum for the member's page and the desk.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';

/** Decimal texts by currency: how much of it one USDT is, or, where a market prices it, what one of it costs in USDT. */
export interface Rates {
  rates: Readonly<Partial<Record<string, string>>>;
  prices: Readonly<Partial<Record<string, string>>>;
}

export interface Amount {
  currency: string;
  /** Decimal text. */
  amount: string;
}

/** Micro-USDT. `without`: currencies that something is held of and that are not in it, each once. */
interface Total {
  micro: bigint;
  without: string[];
}

/** In micro-USDT, down; undefined where no rate is known. */
export function worthOf({ currency, amount }: Amount, { rates, prices }: Rates): bigint | undefined {
  const held = fractionOf(amount);
  const one = 10n ** BigInt(USDT_DECIMALS);
  if (currency === 'USDT') return floorDiv(held.num * one, held.den);
  const price = fractionOf(prices[currency] ?? '0');
  if (price.num > 0n) return floorDiv(held.num * price.num * one, held.den * price.den);
  const rate = fractionOf(rates[currency] ?? '0');
  return rate.num > 0n ? floorDiv(held.num * rate.den * one, held.den * rate.num) : undefined;
}

export function totalOf(amounts: readonly Amount[], rates: Rates): Total {
  const without = new Set<string>();
  let micro = 0n;
  for (const amount of amounts) {
    const worth = worthOf(amount, rates);
    if (worth !== undefined) micro += worth;
    else if (/[1-9]/.test(amount.amount)) without.add(amount.currency);
  }
  return { micro, without: [...without] };
}

/** A decimal text as an exact fraction. */
export function fractionOf(text: string): { num: bigint; den: bigint } {
  const [whole, part = ''] = text.split('.');
  return { num: BigInt(whole + part), den: 10n ** BigInt(part.length) };
}

const floorDiv = (a: bigint, b: bigint) => a / b - (a % b < 0n ? 1n : 0n);
