// Every text of a catalog is shown somewhere: by its id as written, or by one that is put together.
import { expect, it } from 'vitest';
import { isTest, readSources } from './tidy/sources.ts';

const catalog = /defineCatalog\(\{([\s\S]*?)\n\}\)/g;
const entry = /^ {2}'([\w.-]+)': /gm;
const literal = /['"]([\w.-]+)['"]/g;
/** `t(`side.${side}`)`: what stands before and after the parts that are put in. */
const template = /`(\w[\w.-]*)\$\{(?:[^{}]|\{[^{}]*\})*\}((?:[^`$]|\$\{(?:[^{}]|\{[^{}]*\})*\})*)`/g;
/** Of a declared form's choices: `words: 'e.type.'`. */
const ofChoices = /\bwords: '([\w.-]+\.)'/g;
const part = /\$\{(?:[^{}]|\{[^{}]*\})*\}/;

it('no catalog keeps a text that nothing shows', () => {
  const sources = readSources().filter(({ path }) => /^(kit|features|apps|sites)\//.test(path) && !isTest(path));
  const ids = sources.flatMap(({ path, text }) =>
    [...text.matchAll(catalog)].flatMap(([, body]) => [...body.matchAll(entry)].map(([, id]) => ({ id, path }))),
  );
  expect(ids.length).toBeGreaterThan(3_000);
  const shown = sources.map(({ text }) => text.replace(catalog, '')).join('\n');
  const written = new Set([...shown.matchAll(literal)].map(([, id]) => id));
  const made = new Set<string>();
  for (const [, head, rest] of shown.matchAll(template)) made.add([head, ...rest.split(part)].map(escaped).join('.+'));
  for (const [, head] of shown.matchAll(ofChoices)) made.add(`${escaped(head)}.+`);
  const byTemplate = new RegExp(`^(?:${[...made].join('|')})$`);
  const unused = ids.filter(({ id }) => !written.has(id) && !byTemplate.test(id)).map(({ id, path }) => `${path}: ${id}`);
  expect(unused).toEqual([]);
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

// A table that nobody registered shows its ids instead of its words.
it('a table of texts is a catalog', () => {
  const bare = /\bconst (\w+)(?:: \w+)? = \{\n(?: *\/\/.*\n)* *'[\w.-]+': \[\s*'/g;
  const sources = readSources();
  const isPart = (name: string) => sources.some(({ text }) => text.includes(`  ...${name},`));
  const tables = sources
    .filter(({ path }) => /^(kit|features|apps)\/(?:.*\/)?(web|admin|layouts|pages)\//.test(path) && !isTest(path))
    .flatMap(({ path, text }) => [...text.matchAll(bare)].filter(([, name]) => !isPart(name)).map(([, name]) => `${path}: ${name}`));
  expect(tables).toEqual([]);
});
