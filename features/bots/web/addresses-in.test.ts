// Addresses as members type them.
import { expect, test } from 'vitest';
import { addressesIn } from './addresses-in.ts';

test('commas, blanks and lines part addresses; the same twice is one; nothing is none', () => {
  expect(addressesIn(' 203.0.113.7, 198.51.100.0/24\n203.0.113.7;2001:db8::1 ')).toEqual(['203.0.113.7', '198.51.100.0/24', '2001:db8::1']);
  expect(addressesIn('  \n')).toEqual([]);
});
