// What the documents of the project name is there: files, folders, npm scripts and decisions.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './tidy/sources.ts';

const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md'];
const skipped = new Set(['node_modules', 'dist', '.git', '.maru']);
const paths = below('');
const tops = readdirSync(root);
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
const textOf = (document: string) => readFileSync(join(root, document), 'utf8');

function below(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => !skipped.has(name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...below(path)] : [path];
  });
}

/** Quoted, of one word, and either below a folder of ours or with the ending of a file. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g), ...text.matchAll(/\]\(([^)#:\s]+)\)/g)].map(([, word]) => word);
  return quoted.filter(
    (word) => tops.includes(word.split('/')[0]) || /^[\w@{},*<>./-]+\.(tsx?|mts|mjs|css|json|md|yaml|yml|sql|sh)$/.test(word),
  );
}

/** `<name>` stands for any one; one that begins in no folder of ours may be in any. */
function isThere(path: string): boolean {
  const plain = path.replace(/\/$/, '');
  if (existsSync(join(root, plain))) return true;
  const pattern = plain.split(/<[^>]+>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const named = new RegExp(`${tops.includes(plain.split('/')[0]) ? '^' : '(^|/)'}${pattern.join('[^/]+')}$`);
  return paths.some((each) => named.test(each));
}

it.each(documents)('%s names no file or folder that is not there', (document) => {
  const named = pathsIn(textOf(document));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

it.each(documents)('%s names no script and no decision that is not there', (document) => {
  const text = textOf(document);
  const asked = [...text.matchAll(/`npm (?:run )?([\w:-]+)/g)].map(([, name]) => name);
  expect(asked.filter((name) => !['install', 'ci'].includes(name) && scripts[name] === undefined)).toEqual([]);
  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4));
  const meant = [...text.matchAll(/ADR (\d{4})/g)].map(([, number]) => number);
  expect(meant.filter((number) => !decisions.includes(number))).toEqual([]);
});

it('ARCHITECTURE.md draws every feature there is, and every folder of the engine, and no other', () => {
  const drawing = /```\n(apps\/[\s\S]*?)```/.exec(textOf('ARCHITECTURE.md'))?.[1] ?? '';
  const features = [...drawing.matchAll(/^ {2}│ {12}(.+?)(?: {3,}|$)/gm)].flatMap(([, words]) => words.split(/\s+/));
  const engine = /the ground: (.*?) {2,}/.exec(drawing)?.[1].split(' · ') ?? [];
  const folders = (area: string) => readdirSync(join(root, area)).filter((name) => !/\.|^(node_modules|testing)$/.test(name));
  expect([features.sort(), engine.sort()]).toEqual([folders('features').sort(), folders('engine').sort()]);
});
