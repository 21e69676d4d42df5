// The list for the server holds each page of the table.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pageTable } from '../page-table.tsx';
import { deskPaths } from './desk-paths.ts';

it('each page of the table, and the two outside the shell', () => {
  const listed = deskPaths(fileURLToPath(new URL('../', import.meta.url)));
  expect(listed.toSorted()).toEqual(['/login', '/setup', ...pageTable.map(({ path }) => path)].toSorted());
});
