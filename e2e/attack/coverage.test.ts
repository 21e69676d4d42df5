// Every example case of these areas is judged by a test, or said here why it has nothing to attack yet.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attackCases } from './cases.ts';

const areas = ['LGN', 'TOK', 'WSK', 'HTP'];
const absent: Readonly<Record<string, string>> = {
  'HTP-05': 'no setting of this release is an address that the server fetches',
  'HTP-12': 'judged with the lists of futures, which have page and size',
};

test('each case of LGN, TOK, WSK and HTP has its test or its reason', () => {
  const dir = new URL('.', import.meta.url);
  const text = readdirSync(dir)
    .map((file) => readFileSync(new URL(file, dir), 'utf8'))
    .join('\n');
  const judged = new Set([...text.matchAll(/attack\('([A-Z]{3}-\d{2})'/g)].map((match) => match[1]));
  const wanted = [...attackCases.values()].filter((each) => areas.includes(each.area)).map((each) => each.id);
  expect(wanted.length).toBeGreaterThan(30);
  expect(wanted.filter((id) => !judged.has(id) && absent[id] === undefined)).toEqual([]);
  expect(Object.keys(absent).filter((id) => judged.has(id))).toEqual([]);
});
