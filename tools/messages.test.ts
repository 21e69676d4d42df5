// The message catalogue is current: every code with the words it has now, every test that it names really names the code.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { type Message, readMessages } from './messages/catalogue.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(`${root}docs/messages.md`, 'utf8');
/** Codes of products to come, of outages nobody stages and of the engine's inner checks. May only shrink. */
const UNPROVED = 30;
let messages: Message[];
beforeAll(async () => {
  messages = await readMessages(root);
});

const cells = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

it('docs/messages.md holds every code with its status and both texts; if not, run `npm run messages`', () => {
  const rows = new Map([...page.matchAll(/^\| `(\w+)` \| (\d+) \| (.*?) \| (.*?) \| /gm)].map((row) => [row[1], row.slice(2)]));
  const missing = messages.filter(({ code, status, ko, en }) => {
    const row = rows.get(code);
    return row === undefined || row.join(' | ') !== [status, cells(ko), cells(en)].join(' | ');
  });
  expect(missing.map(({ code }) => code)).toEqual([]);
  const known = new Set(messages.map(({ code }) => code));
  expect([...rows.keys()].filter((code) => !known.has(code))).toEqual([]);
});

it('every message is said somewhere, and in both languages differently', () => {
  expect(messages.filter(({ triggers }) => triggers.length === 0).map(({ code }) => code)).toEqual([]);
  expect(messages.filter(({ ko, en }) => !/[가-힣]/.test(ko) || /[가-힣]/.test(en)).map(({ code }) => code)).toEqual([]);
});

it('a code that no test names is one of few', () => {
  const unproved = messages.filter(({ tests }) => tests.length === 0).map(({ code }) => code);
  expect(unproved.length, unproved.join(', ')).toBeLessThanOrEqual(UNPROVED);
});
