// Every way a body can refuse a field has words in both languages that name the field and the reason.
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { decimal } from '../../contract/wire.ts';
import { setLanguage } from '../i18n/language.ts';
import { faultOf, wordsOf } from './issue-words.ts';

const text = z.string().check(z.minLength(2), z.maxLength(4));
const number = z.number().check(z.int(), z.minimum(1), z.maximum(9));
const cases = [
  [z.string().check(z.minLength(1)), '', '제목을 적어 주세요.', 'Please fill in: 제목.'],
  [text, 'a', '제목: 2자 이상 적어 주세요.', '제목: at least 2 characters, please.'],
  [text, 'abcde', '제목: 4자까지 적을 수 있어요.', '제목: 4 characters at most.'],
  [number, 0, '제목: 1보다 작을 수 없어요.', '제목: not less than 1.'],
  [number, 10, '제목: 9보다 클 수 없어요.', '제목: not more than 9.'],
  [number, 1.5, '제목: 소수 없이 적어 주세요.', '제목: a whole number, please.'],
  [number, Number.NaN, '제목: 숫자로 적어 주세요.', '제목: a number, please.'],
  [decimal, '1,5', '제목: 쉼표 없이 숫자와 소수점으로 적어 주세요.', '제목: digits and a point only, without commas.'],
  [z.string().check(z.regex(/^x$/)), 'y', '제목: 형식을 확인해 주세요.', '제목: please check how it is written.'],
  [z.enum(['A']), 'B', '제목: 하나를 골라 주세요.', '제목: please choose one.'],
  [z.array(z.string()).check(z.minLength(1)), [], '제목: 하나를 골라 주세요.', '제목: please choose one.'],
] as const;

afterEach(() => setLanguage('ko'));

describe('what is wrong with a field', () => {
  it.each(cases)('%# names field and reason', (schema, value, ko, en) => {
    const read = schema.safeParse(value);
    const words = (language: 'ko' | 'en') => {
      setLanguage(language);
      return read.success ? 'nothing' : wordsOf(faultOf(read.error.issues[0]!), '제목');
    };
    expect([words('ko'), words('en')]).toEqual([ko, en]);
  });
});
