// What a number field shows after each key: separators, cut decimals, clamped to the maximum, the previous text when the key made no number.
import { addDecimals, canonicalDecimal, compareDecimals } from './decimal-text.ts';

export interface AmountRules {
  /** 0 by the specification; prices and quantities say more. */
  decimals?: number;
  min?: string;
  max?: string;
  allowsMinus?: boolean;
  /** Digits before the point; what is typed beyond is refused. */
  wholeDigits?: number;
}

export interface AmountText {
  /** As shown, with separators; may be unfinished (`12.`). */
  text: string;
  caret: number;
  /** Plain decimal, '' when empty or zero. */
  value: string;
  /** Set when the typed number was beyond a bound and the bound stands there now. */
  clamped?: 'min' | 'max';
}

const separated = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',');

/** `1234.50` → `1,234.50`; zero is empty. */
export function showAmount(value: string): string {
  const [whole, fraction] = value.split('.');
  if (canonicalDecimal(value) === '') return '';
  const sign = whole.startsWith('-') ? '-' : '';
  return `${sign}${separated(whole.replace('-', ''))}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Full-width digits and typographic minus as plain ones; separators and blanks gone. */
function plain(text: string): string {
  return text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[．。]/g, '.')
    .replace(/[−–]/g, '-')
    .replace(/[,\s]/g, '');
}

function caretKeeping(kept: number, text: string): number {
  let at = 0;
  for (let seen = 0; at < text.length && seen < kept; at += 1) if (text[at] !== ',') seen += 1;
  return at;
}

const patternOf = ({ decimals = 0, allowsMinus = false }: AmountRules) =>
  new RegExp(`^${allowsMinus ? '-?' : ''}\\d*${decimals > 0 ? '\\.?\\d*' : ''}$`);

/**
 * After a key or paste: `typed` is the whole content of the field, `caret` its caret, `previous` the text before.
 * The minimum is not forced while typing (1 on the way to 15); `settleAmount` does it when the field is left.
 */
export function typeAmount(typed: string, caret: number, previous: string, rules: AmountRules): AmountText {
  const { decimals = 0, wholeDigits = 15, max } = rules;
  const raw = plain(typed);
  const revert = (): AmountText => ({
    text: previous,
    caret: Math.max(0, caret - Math.max(0, typed.length - previous.length)),
    value: valueOf(previous),
  });
  if (!patternOf(rules).test(raw)) return revert();
  const negative = raw.startsWith('-');
  const [wholeTyped, fractionTyped] = raw.replace('-', '').split('.');
  const whole = wholeTyped.replace(/^0+(?=\d)/, '') || (fractionTyped === undefined ? '' : '0');
  if (whole.length > wholeDigits) return revert();
  const fraction = fractionTyped?.slice(0, decimals);
  // A lone zero may become 0.5 where there are decimals; elsewhere zero is empty at once.
  const shownWhole = whole === '0' && decimals === 0 ? '' : whole;
  const body = `${shownWhole}${fraction === undefined ? '' : `.${fraction}`}`;
  const value = canonicalDecimal(`${negative ? '-' : ''}${body}`);
  if (max !== undefined && compareDecimals(value, max) > 0) {
    const text = showAmount(max);
    return { text, caret: text.length, value: canonicalDecimal(max), clamped: 'max' };
  }
  const text = `${negative ? '-' : ''}${separated(shownWhole)}${fraction === undefined ? '' : `.${fraction}`}`;
  // The caret stays behind the characters it stood behind, whatever separators came or went; dropped zeros go from the left.
  const before = plain(typed.slice(0, caret)).length;
  const dropped = Math.max(0, plain(typed).length - plain(text).length);
  const grown = Math.max(0, plain(text).length - plain(typed).length);
  const isCut = fraction !== undefined && fractionTyped !== undefined && fraction.length < fractionTyped.length;
  const kept = isCut ? Math.min(before, plain(text).length) : Math.max(0, before - dropped + grown);
  return { text, caret: caretKeeping(kept, text), value };
}

function valueOf(text: string): string {
  return canonicalDecimal(plain(text));
}

/** When the field is left: unfinished text is finished, zero is empty, the minimum holds. */
export function settleAmount(text: string, { min, max }: AmountRules): Omit<AmountText, 'caret'> {
  const value = valueOf(text);
  if (value === '') return { text: '', value: '' };
  if (min !== undefined && compareDecimals(value, min) < 0) return { text: showAmount(min), value: canonicalDecimal(min), clamped: 'min' };
  if (max !== undefined && compareDecimals(value, max) > 0) return { text: showAmount(max), value: canonicalDecimal(max), clamped: 'max' };
  return { text: showAmount(value), value };
}

/** `"1,234.5 USDT"` → `1234.5`; undefined when there is no number in it. */
export function pastedAmount(text: string): string | undefined {
  return plain(/[-−–]?[\d０-９][\d０-９,\s]*([.．]\d*)?/.exec(text)?.[0] ?? '') || undefined;
}

/** Arrow keys: one step (Alt: ten), never below zero unless minus is allowed, kept within the bounds. */
export function stepAmount(value: string, step: string, times: number, { min, max, allowsMinus = false }: AmountRules): string {
  let next = value || '0';
  const change = times < 0 ? `-${step}` : step;
  for (let i = 0; i < Math.abs(times); i += 1) next = addDecimals(next, change);
  if (!allowsMinus && compareDecimals(next, '0') < 0) next = '0';
  if (min !== undefined && compareDecimals(next, min) < 0) next = min;
  if (max !== undefined && compareDecimals(next, max) > 0) next = max;
  return canonicalDecimal(next);
}
