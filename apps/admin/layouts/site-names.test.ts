// Brands are found by any part of their names and by Korean initials.
import { expect, it } from 'vitest';
import { initialsOf, isNamed } from './site-names.ts';

it('knows initial consonants of Korean names', () => {
  expect(initialsOf('새벽')).toBe('ㅅㅂ');
  expect(initialsOf('Maru 까치')).toBe('Maru ㄲㅊ');
});

it.each([
  ['ㅅㅂ', true],
  ['ㅂ', true],
  ['새', true],
  ['SEB', true],
  ['byeok', true],
  ['', true],
  ['ㅎ', false],
  ['maru', false],
])('%s finds Sebyeok 새벽: %s', (query, isFound) => expect(isNamed(['sebyeok', '새벽', 'Sebyeok'], query)).toBe(isFound));
