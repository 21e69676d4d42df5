// Who is drawn as in danger: the account's first price to be reached from the warning's ratio on (rules 9.7), and any price within 0.3 %.
import { expect, test } from 'vitest';
import { type positionsNow, withRatios } from './account-now.ts';

type Reckoned = ReturnType<typeof positionsNow>[number];
const position = (name: string, distance: number | undefined, marginType = 'CROSSED', maintenance = 0) =>
  ({
    position: { symbol: name, marginType },
    held: { isolatedWallet: 100 },
    pnl: 0,
    margin: 1,
    maintenance,
    distance,
  }) as Reckoned;
const purse = (maintenance: number) => ({
  crossWallet: 100,
  crossPnl: 0,
  positionMargin: 0,
  orderMargin: 0,
  maintenance,
  available: 0,
});
/** The price `distance` away, with the id that danger is remembered by. */
const known = (id: number, distance: number, maintenance: number) => {
  const p = position('own', distance, 'ISOLATED', maintenance);
  return { ...p, position: { ...p.position, futuresPositionId: id } };
};
const near = (positions: readonly Reckoned[], maintenance: number) =>
  withRatios(positions, purse(maintenance)).flatMap((p) => (p.isNear ? [p.position.symbol] : []));

test('with the cross ratio at 80 % the nearest position is in danger, not one that is far from its price', () => {
  const account = [position('far', 25_700), position('first', -450), position('none', undefined)];
  expect(near(account, 79)).toEqual([]);
  expect(near(account, 80)).toEqual(['first']);
});

test('both legs of a cross hedge end at one price and are in danger together', () => {
  expect(near([position('long', -300), position('short', -300), position('far', 900)], 90)).toEqual(['long', 'short']);
});

test('an isolated position is in danger by its own ratio, whatever the account is', () => {
  const account = [position('far', 25_700), position('own', 60, 'ISOLATED', 80), position('calm', 40, 'ISOLATED', 79)];
  expect(near(account, 10)).toEqual(['own']);
});

test('a price within 0.3 % is danger at any ratio', () => {
  expect(near([position('close', 30), position('next', -31)], 10)).toEqual(['close']);
});

test('who was in danger stays so until it is clearly over: from 70 % and 0.4 % down', () => {
  const isNear = (distance: number, maintenance: number, before: number[]) =>
    withRatios([known(7, distance, maintenance)], purse(0), new Set(before))[0].isNear;
  expect([isNear(-40, 10, []), isNear(-40, 10, [7]), isNear(-41, 10, [7]), isNear(-40, 10, [8])]).toEqual([false, true, false, false]);
  expect([isNear(900, 75, []), isNear(900, 70, [7]), isNear(900, 69, [7])]).toEqual([false, true, false]);
});

test('two prices at about one distance take no turns: whoever was in danger goes on saying it', () => {
  const cross = (id: number, distance: number) => {
    const p = position(`p${id}`, distance);
    return { ...p, position: { ...p.position, futuresPositionId: id } };
  };
  const said = (first: number, second: number, before: number[]) =>
    withRatios([cross(1, first), cross(2, second)], purse(85), new Set(before)).flatMap((p) => (p.isNear ? [p.position.symbol] : []));
  expect([said(-300, -301, []), said(-301, -300, [1]), said(-310, -300, [1]), said(-311, -300, [1])]).toEqual([
    ['p1'],
    ['p1'],
    ['p1'],
    ['p2'],
  ]);
});

test('rows stand by danger, then by a near liquidation, then by size', () => {
  const rows = [
    { ...position('large and near', 300), margin: 9 },
    { ...position('small', 900), margin: 2 },
    { ...position('large', 900), margin: 3 },
    position('in danger', 20),
  ];
  expect(withRatios(rows, purse(10)).map(({ position: { symbol } }) => symbol)).toEqual(['in danger', 'large and near', 'large', 'small']);
});
