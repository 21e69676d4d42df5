// The wall around words: the field's own, one meaning each. What keeps an old one in the meaning that is left is named in tidy/kept-words.json.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { oldIn, partsOf, wanted } from './tidy/old-words.ts';
import { readSources, root } from './tidy/sources.ts';

/** Words of prose that are left nowhere: the others have a plain meaning beside the old one. */
const prose = /\b(?:rooms|doors?|planks?|brooms?|carriers?|shel(?:f|ves)|seats?|wish(?:es|ed)?|trading floor|front door)\b/i;

const kept: Record<string, string[]> = JSON.parse(readFileSync(join(root, 'tools/tidy/kept-words.json'), 'utf8'));
const sources = readSources().filter(({ path }) => !path.startsWith('tools/tidy'));
const texts = /`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^{}]*\})*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** A bare word is kept in one file, a name made with it wherever it is used. */
const keptAs = (name: string, path: string) => (partsOf(name).length === 1 ? `${name} in ${path}` : name);

it('no name has a part that means something else by now', () => {
  const found = new Set<string>();
  for (const { path, text } of sources) {
    const code = text
      .replace(comments, '')
      .replace(texts, "''")
      .replace(/\bMath\.floor\b|>[^<>{}=;()]*</g, '><');
    for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const word = oldIn(partsOf(name));
      if (word !== undefined && !kept[word]?.includes(keptAs(name, path))) found.add(`${path}: ${name} (${wanted[word]})`);
    }
  }
  expect([...found]).toEqual([]);
});

it('no file is called by one', () => {
  const offences = sources.flatMap(({ path }) => {
    const word = oldIn(path.split(/[/.-]/));
    return word !== undefined && !kept.paths.includes(path) ? [`${path} (${wanted[word]})`] : [];
  });
  expect(offences).toEqual([]);
});

it('no comment and no name of a test says one', () => {
  const titles = /\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)?\(\s*(['"`][^\n]*)/g;
  const offences = sources.flatMap(({ path, text }) =>
    [...text.matchAll(comments), ...text.matchAll(titles)]
      .map(([words]) => words.replace(/`[^`\n]*`/g, ''))
      .filter((words) => prose.test(words))
      .map((words) => `${path}: ${prose.exec(words)?.[0]}`),
  );
  expect(offences).toEqual([]);
});

function documents(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (/^(node_modules|dist|recordings|\..*)$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? documents(path) : entry.name.endsWith('.md') ? [path] : [];
  });
}

it('no document says one', () => {
  const told = (path: string) => readFileSync(join(root, path), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\n]*\)/g, '');
  expect(
    documents().flatMap(
      (path) =>
        told(path)
          .match(prose)
          ?.map((word) => `${path}: ${word}`) ?? [],
    ),
  ).toEqual([]);
});

it('nothing is kept that is not there any more', () => {
  const named = new Map<string, Set<string>>();
  for (const { path, text } of sources)
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) named.set(name, (named.get(name) ?? new Set()).add(path));
  const isThere = (entry: string) => {
    const [name, path] = entry.split(' in ');
    return path === undefined ? named.has(name) : named.get(name)?.has(path);
  };
  const { paths, ...names } = kept;
  const gone = Object.values(names).flatMap((list) => list.filter((entry) => !isThere(entry)));
  expect([...gone, ...paths.filter((path) => !sources.some((source) => source.path === path))]).toEqual([]);
});
