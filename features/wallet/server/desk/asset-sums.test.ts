// The line of each asset: what is held where, one currency a line, and red with its name where it does not sum to nothing.
import { expect, it } from 'vitest';
import { sumWords } from '../../asset-sums-list-contract.ts';
import { assetSums } from './asset-sums.ts';

const pine = { asset: 70, code: 'PINE', decimals: 4, networks: [], ko: '솔방울', en: 'Pine' };
const oak = { asset: 71, code: 'OAK', decimals: 0, networks: [], ko: '참나무', en: 'Oak' };
const won = { usedCoins: ['USDT', 'BINARY', 'BTC'], binaryCurrency: 'KRW', assets: [pine, oak] };
const of = (asset: number, members: number, transit: number, site: number, outside: number) => ({ asset, members, transit, site, outside });
const sound = [of(0, 5_000_000, 1, -2, -4_999_999), of(1, 3000, 0, -3000, 0), of(70, 125_000, 0, -125_000, 0)];

it('each currency is a line, also one that nobody holds yet', () => {
  const rows = assetSums(won, sound);
  expect(rows.map(({ currency, sum, isZero }) => [currency, Number(sum), isZero])).toEqual([
    ['USDT', 0, true],
    ['BTC', 0, true],
    ['KRW', 0, true],
    ['PINE', 0, true],
    ['OAK', 0, true],
  ]);
  expect(rows[0]).toMatchObject({ members: '5.000000', transit: '0.000001', own: '-0.000002', outside: '-4.999999' });
  expect(rows[3]).toMatchObject({ assets: ['PINE'], members: '12.5000', own: '-12.5000' });
});

it('what one asset lost and another gained is red at both, with their names', () => {
  const broken = sound.map((row) => (row.asset === 70 ? { ...row, members: row.members + 30 } : row));
  const rows = assetSums(won, [...broken, of(71, -30, 0, 0, 0)]);
  const red = rows.filter(({ isZero }) => !isZero);
  expect(red.map(({ currency, sum }) => [currency, sum])).toEqual([
    ['PINE', '0.0030'],
    ['OAK', '-30'],
  ]);
  expect(red.map((row) => sumWords(row).en)).toEqual(['PINE does not sum to zero', 'OAK does not sum to zero']);
  // Games of another currency never even out USDT.
  const mixed = [of(0, 7, 0, -6, 0), of(1, -1, 0, 0, 0)];
  expect(assetSums(won, mixed).filter(({ isZero }) => !isZero)).toHaveLength(2);
});

it('where games are played in USDT the two are one line', () => {
  const [usdt, ...rest] = assetSums({ usedCoins: ['USDT', 'BINARY'], binaryCurrency: 'USDT' }, [of(0, 7, 0, -8, 0), of(1, 1, 0, 0, 0)]);
  expect([usdt.assets, usdt.isZero, rest]).toEqual([['USDT', 'BINARY'], true, []]);
});

it('an asset without a row is a line by its number', () => {
  expect(assetSums(won, [of(99, 5, 0, -5, 0)]).at(-1)).toMatchObject({ currency: '#99', members: '5', isZero: true });
});
