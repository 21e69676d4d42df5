// Which entry of the menu is lit: the longest path the address lies under.
import { expect, it } from 'vitest';
import type { DeskPageRow } from '../page-row.tsx';
import { activePath } from './active-path.ts';

const nav = { group: 'run' } as DeskPageRow['nav'];
const row = (path: string, isEntry = true): DeskPageRow => ({
  path,
  title: { ko: path, en: path },
  page: () => null,
  ...(isEntry && { nav }),
});
const rows = [row('/'), row('/members'), row('/members/waiting'), row('/members/past', false)];

it('the longest path that the address begins with', () => {
  expect(activePath(rows, '/members/17')).toBe('/members');
  expect(activePath(rows, '/members/waiting')).toBe('/members/waiting');
  expect(activePath(rows, '/members/past')).toBe('/members');
  expect(activePath(rows, '/')).toBe('/');
  expect(activePath(rows, '/membership')).toBeUndefined();
});
