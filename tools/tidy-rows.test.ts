// The wall around rows: what a query answers is said beside its text, where apps/server/sql-rows.test.ts holds it to the database (ADR 0062).
import { expect, it } from 'vitest';
import { isTest, readSources } from './tidy/sources.ts';

const CAST = /\brows\)? as (?!const\b)[\w{[(]/;

it('no row is given its type after it was asked for', () => {
  const found = readSources()
    .filter(({ path }) => /^(kit|features\/[\w-]+|apps)\/server\//.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, n) => (CAST.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line) ? [`${path}:${n + 1}`] : [])),
    );
  expect(found).toEqual([]);
});
