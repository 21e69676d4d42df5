// Addresses and networks of a key: who is on the list, and what is no address at all.
import { expect, test } from 'vitest';
import { addressList } from './address-list.ts';

test('an empty list lets all in; addresses and networks of both families are met, mapped ones too', () => {
  expect(addressList([])('203.0.113.9')).toBe(true);
  const allows = addressList(['203.0.113.7', '198.51.100.0/24', '2001:db8::/32']);
  const met = ['203.0.113.7', '203.0.113.8', '198.51.100.200', '::ffff:203.0.113.7', '2001:db8::1', '2001:db9::1'].map(allows);
  expect(met).toEqual([true, false, true, true, true, false]);
});

test.each(['nonsense', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '10.0.0', ''])('%s is no address', (entry) => {
  expect(() => addressList([entry])).toThrow('not an address');
});
