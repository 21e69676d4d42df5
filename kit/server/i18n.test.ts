// Texts of refusals, with their figures and without.
import { expect, test } from 'vitest';
import { fillText, withoutFigures } from './i18n.ts';

const short = '잔액이 부족해요. 지금 쓸 수 있는 금액은 {limit} {unit}예요.';

test('figures stand in their places, grouped as on screen', () => {
  expect(fillText(short, { limit: '1234.5', unit: 'USDT' })).toBe('잔액이 부족해요. 지금 쓸 수 있는 금액은 1,234.5 USDT예요.');
});

test('of a refusal whose figures nobody kept the sentences remain that need none', () => {
  expect(withoutFigures(short)).toBe('잔액이 부족해요.');
  expect(withoutFigures('Another site has one of these hosts.')).toBe('Another site has one of these hosts.');
  expect(withoutFigures('The balance is not enough: {limit} {unit} can be used.')).toBe('The balance is not enough.');
  expect(withoutFigures('{field} cannot be used: {reason}')).toBe(' cannot be used: ');
  expect(withoutFigures('{count} left.')).toBe(' left.');
});
