// A member reads words: every letter of the formulas that the server explains with has one in both languages.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldWord, valueWord } from './request-words.ts';
import { inWords, withSeparators } from './formula-words.ts';

const explain = new URL('../server/explain/', import.meta.url);
const sources = readdirSync(explain)
  .filter((name) => name.startsWith('explain-'))
  .map((name) => readFileSync(new URL(name, explain), 'utf8'))
  .join('\n');
/** Texts after `formula:` (both of a choice) and the third text of the refusal's cost steps. */
const formulas = [
  ...[...sources.matchAll(/formula: ([^\n]+)/g)].flatMap(([, line]) => [...line.matchAll(/'([^']*)'/g)].map(([, text]) => text)),
  ...[...sources.matchAll(/step\(\s*'[^']+',\s*'[^']+',\s*'([^']+)'/g)].map(([, text]) => text),
].filter((text) => text !== '' && !/^[\d.]+( #\d+)?$/.test(text) && !/^[≤≥<]$/.test(text) && text !== 'amount');

describe('formulas in words', () => {
  it('are found in the sources', () => expect(formulas.length).toBeGreaterThan(25));

  it.each(formulas)('%s has no letter left in Korean', (formula) => {
    expect(inWords(formula, 'ko')).not.toMatch(/[A-Za-z]/);
  });

  it('read as a sentence of arithmetic', () => {
    expect(inWords('ceil(P × q × rate)', 'ko')).toBe('올림(가격 × 수량 × 수수료율)');
    expect(inWords('isolatedWallet + uPnL ≤ MM', 'en')).toBe('isolated margin + unrealised PnL ≤ maintenance margin');
    // A refused withdrawal of margin is no funding payment.
    expect(inWords('asked ≤ maxRemovable', 'ko')).toBe('요청한 금액 ≤ 뺄 수 있는 증거금');
    expect(withSeparators(inWords('ceil(60001.00 × 0.020 × 0.0004)', 'ko'))).toBe('올림(60,001.00 × 0.020 × 0.0004)');
  });

  it('separators stand before the point only', () => expect(withSeparators('1234567.1234567 ÷ 900')).toBe('1,234,567.1234567 ÷ 900'));

  it('a minus is a minus', () => expect(withSeparators('6.000100 + (-4010.000000)')).toBe('6.000100 + (−4,010.000000)'));
});

describe('the journaled command in words', () => {
  it('tells commands, fields and values; numbers and what a member named itself stay', () => {
    expect([fieldWord('lots', 'ko'), valueWord('command', 'PlaceOrder', 'ko'), valueWord('side', 'SELL', 'en')]).toEqual([
      '수량',
      '주문',
      'Sell',
    ]);
    expect([valueWord('price', '60000.00', 'ko'), valueWord('valid', '1', 'ko')]).toEqual(['60000.00', '예']);
    expect([valueWord('clientOrderId', 'BUY', 'ko'), fieldWord('constructor', 'ko')]).toEqual(['BUY', 'constructor']);
  });
});
