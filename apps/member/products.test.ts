// Specification section 2: what a site's type bits leave out is not shown; what a member holds stays within reach.
import { expect, it } from 'vitest';
import { pageTable } from './page-table.tsx';
import { productOf } from './products.ts';

const closedOn = (product: string) => pageTable.map(({ path }) => path).filter((path) => productOf(path) === product);

it('each product closes its own pages', () => {
  expect(closedOn('isBinary')).toEqual(['/dnw_history/binary_list', '/trade', '/trade/$id', '/slot', '/slot/$id']);
  expect(closedOn('isPowerBall')).toEqual(['/powerball']);
  expect(closedOn('isP2P')).toEqual(['/dnw_history/p2p', '/p2p', '/p2p/$id']);
  expect(closedOn('isStaking')).toEqual(['/staking']);
});

it('without futures a guest has nothing to look at, and a member still closes and reads', () => {
  expect(closedOn('isFutures')).toEqual(['/futureView', '/futureView/$id']);
});
