// Figures and particles as people read them; the wallet rule of specification section 5 (4 decimals when fractional).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionOf, figure, percent, shortRound, shortSum } from './figures.ts';
import { withParticle } from './particles.ts';

describe('figures', () => {
  it.each([
    ['1234567.5', {}, '1,234,567.5'],
    ['-1234.5', { decimals: 2 }, '−1,234.50'],
    ['1234.999', { decimals: 2 }, '1,234.99'],
    ['0.1', { decimals: 2, sign: true }, '+0.10'],
    ['-0.000', { decimals: 2, sign: true }, '0.00'],
    ['0012', {}, '12'],
  ])('%s %o reads %s', (value, style, shown) => {
    expect(figure(value, style)).toBe(shown);
  });

  it('percent always has its sign; zero has none', () => {
    expect([percent('1.84'), percent('-0.62'), percent('0.00')]).toEqual(['+1.84%', '−0.62%', '0.00%']);
    expect([directionOf('0.01'), directionOf('-3'), directionOf('-0.00')]).toEqual([1, -1, 0]);
  });

  it('presets of won are said as people say them', () => {
    const won = [1000, 5000, 10_000, 50_000, 100_000];
    expect(won.map((amount) => shortRound(amount, 'ko'))).toEqual(['1천', '5천', '1만', '5만', '10만']);
    expect(won.map((amount) => shortRound(amount, 'en'))).toEqual(['1k', '5k', '10k', '50k', '100k']);
    expect(shortRound(50, 'ko')).toBe('50');
  });

  it('large sums in words', () => {
    expect(shortSum('2841200000.12', 'ko')).toBe('28.4억');
    expect(shortSum('2841200000.12', 'en')).toBe('2.8B');
    expect(shortSum('999', 'ko')).toBe('999');
    expect(shortSum('12000000000000', 'ko')).toBe('12.0조');
  });

  it('property: no digit is lost or made up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (units) => {
        expect(figure(units.toString()).replaceAll(',', '').replace('−', '-')).toBe(units.toString());
      }),
    );
  });
});

describe('particles', () => {
  it.each([
    ['선물', '로', '선물로'],
    ['지갑', '로', '지갑으로'],
    ['자산 현황', '로', '자산 현황으로'],
    ['P2P', '로', 'P2P로'],
    ['한결', '를', '한결을'],
    ['마루', '가', '마루가'],
  ] as const)('%s + %s = %s', (word, particle, whole) => {
    expect(withParticle(word, particle)).toBe(whole);
  });
});
