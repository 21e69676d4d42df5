// What the table of calls promises as a whole: nothing in it may be asked without end.
import { expect, test } from 'vitest';
import { Params } from './fapi-params.ts';
import { endpoints } from './fapi-table.ts';

test('a call weighs on its address or counts as an order of its member', () => {
  const none = new Params(new Map());
  const free = endpoints.filter(
    ({ weight, orders }) => (typeof weight === 'number' ? weight : weight(none)) === 0 && (orders?.(none) ?? 0) === 0,
  );
  expect(free.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
