// What is wrong with a field, in words that name it and the reason: from what the body's shape says of what was typed.
import type { z } from 'zod/mini';
import { decimalRule } from '../../contract/wire.ts';
import { currentLanguage, defineCatalog } from '../i18n/language.ts';
import { withParticle } from '../i18n/particles.ts';
import { textOf } from '../i18n/use-text.ts';

export const formTexts = defineCatalog({
  'form.wrong.missing': ['{field} 적어 주세요.', 'Please fill in: {field}.'],
  'form.wrong.choose': ['{field}: 하나를 골라 주세요.', '{field}: please choose one.'],
  'form.wrong.short': ['{field}: {n}자 이상 적어 주세요.', '{field}: at least {n} characters, please.'],
  'form.wrong.long': ['{field}: {n}자까지 적을 수 있어요.', '{field}: {n} characters at most.'],
  'form.wrong.small': ['{field}: {n}보다 작을 수 없어요.', '{field}: not less than {n}.'],
  'form.wrong.large': ['{field}: {n}보다 클 수 없어요.', '{field}: not more than {n}.'],
  'form.wrong.number': ['{field}: 숫자로 적어 주세요.', '{field}: a number, please.'],
  'form.wrong.whole': ['{field}: 소수 없이 적어 주세요.', '{field}: a whole number, please.'],
  'form.wrong.decimal': ['{field}: 쉼표 없이 숫자와 소수점으로 적어 주세요.', '{field}: digits and a point only, without commas.'],
  'form.wrong.shape': ['{field}: 형식을 확인해 주세요.', '{field}: please check how it is written.'],
});

type Issue = z.core.$ZodIssue;
export interface Fault {
  kind: 'missing' | 'choose' | 'short' | 'long' | 'small' | 'large' | 'number' | 'whole' | 'decimal' | 'shape';
  n?: number;
}

export function faultOf(issue: Issue): Fault {
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const isSmall = issue.code === 'too_small';
    const n = Number(isSmall ? issue.minimum : issue.maximum);
    if (issue.origin === 'array') return isSmall ? { kind: 'choose' } : { kind: 'shape' };
    if (issue.origin !== 'string') return { kind: isSmall ? 'small' : 'large', n };
    return isSmall && n <= 1 ? { kind: 'missing' } : { kind: isSmall ? 'short' : 'long', n };
  }
  if (issue.code === 'invalid_value') return { kind: 'choose' };
  if (issue.code === 'invalid_format') return { kind: issue.pattern === String(decimalRule) ? 'decimal' : 'shape' };
  // The library's own name for a number with decimals where none belong.
  if (issue.code === 'invalid_type' && (issue.expected as string) === 'int') return { kind: 'whole' };
  return { kind: issue.code === 'invalid_type' && issue.expected === 'number' ? 'number' : 'shape' };
}

/** More typing may mend it, so it is said once the field was left. */
export const mayGrow = ({ kind }: Fault): boolean => kind === 'short' || kind === 'missing' || kind === 'choose' || kind === 'small';

export function wordsOf({ kind, n = 0 }: Fault, field: string): string {
  const isKorean = currentLanguage() === 'ko';
  const named = kind === 'missing' && isKorean ? withParticle(field, '를') : field;
  return textOf(formTexts)(`form.wrong.${kind}`, { field: named, n: n.toLocaleString('en') });
}
