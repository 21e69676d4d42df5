// The first font files hold what home always may show: which symbols lead its lists is the market's to say.
import { fileURLToPath } from 'node:url';
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { expect, it } from 'vitest';
import { accents, glyphsOfFirstScreens, latinAndMarks } from './glyphs.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

it('every symbol’s name is written with the first files', () => {
  const held = new Set(glyphsOfFirstScreens(repository, 'member') + latinAndMarks());
  const names = listedSymbols.flatMap(({ ko, en }) => [ko, en]);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => [...name].some((letter) => !held.has(letter)))).toEqual([]);
});

it('all of Latin-1 is in one of the two Latin parts, and nothing in both', () => {
  const [first, rest] = [latinAndMarks(), accents()];
  const missing: number[] = [];
  for (let code = 0xa0; code < 0x100; code++) if (!(first + rest).includes(String.fromCharCode(code))) missing.push(code);
  expect(missing).toEqual([]);
  expect([...rest].filter((letter) => first.includes(letter))).toEqual([]);
});
