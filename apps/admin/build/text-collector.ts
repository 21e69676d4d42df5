// Every text of the member's pages, of mails, and every message of the server, read from the catalogs as they stand in the sources, with the tables of words that catalogs take in.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outgoingTexts } from '@maru/outbox/contract.ts';

export interface UsualText {
  /** A text's id, or an error code. */
  id: string;
  ko: string;
  en: string;
}

const catalogs = ['apps/member/**/*.{ts,tsx}', 'features/*/*.ts', 'features/*/web/**/*.{ts,tsx}', 'kit/web/**/*.{ts,tsx}'];
const errors = ['kit/contract/errors.ts', 'features/*/errors.ts'];
const exclude = (path: string) => /kit\/web\/desk/.test(path) || isNoCatalog(path);
const isNoCatalog = (path: string) => /node_modules|\b(?:dist|build)\b|\.test\.|language\.ts/.test(path);

/** By id. Throws on a catalog that is more than words, its own or those of a table that it names. */
export async function collectTexts(root: string): Promise<UsualText[]> {
  const texts = await textsIn(root, catalogsOf(root));
  const messages = await Promise.all(filesOf(root, errors, exclude).map((file) => messagesOf(join(root, file))));
  const byId = new Map([...texts, ...messages.flat(), ...outgoingTexts].map(({ id, ko, en }) => [id, { id, ko, en }]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The sources of the members' pages that may register texts. */
export const catalogsOf = (root: string): string[] => filesOf(root, catalogs, exclude);

/** Every id with the file that says its words, of the members' and the operators' pages: two of one id show each other's words. */
export const definedTexts = (root: string): Promise<DefinedText[]> =>
  textsIn(root, filesOf(root, ['apps/*/**/*.{ts,tsx}', 'features/**/*.{ts,tsx}', 'kit/web/**/*.{ts,tsx}'], isNoCatalog));

const filesOf = (cwd: string, patterns: string[], without: (path: string) => boolean): string[] =>
  globSync(patterns, { cwd, exclude: without }).sort();

type DefinedText = UsualText & { file: string };

async function textsIn(root: string, files: readonly string[]): Promise<DefinedText[]> {
  const found = new Map<string, DefinedText>();
  for (const file of files)
    for (const table of await tablesOf(join(root, file)))
      for (const [id, [ko, en]] of Object.entries(table.words)) {
        const place = relative(root, table.file);
        found.set(`${place} ${id}`, { id, ko, en, file: place });
      }
  return [...found.values()];
}

interface Table {
  file: string;
  words: Record<string, readonly [ko: string, en: string]>;
}

/** A catalog's own words, and the tables that it takes in. One that is a catalog itself is found where it stands. */
async function tablesOf(file: string): Promise<Table[]> {
  const source = readFileSync(file, 'utf8');
  const tables: Table[] = [];
  for (const { index, 0: call } of source.matchAll(/\bdefineCatalog\(/g)) {
    const text = tableAt(source, index + call.length);
    try {
      if (!text.startsWith('{')) throw new Error('no table stands there');
      // Our own source, a literal of words.
      tables.push({ file, words: new Function(`return ${text.replace(taken, '')}`)() as Table['words'] });
      for (const [, name] of text.matchAll(taken)) tables.push(...(await takenTable(file, source, name)));
    } catch (error) {
      throw new Error(`${file}: a catalog is a table of words and takes in others by their names`, { cause: error });
    }
  }
  return tables;
}

/** A line of a catalog that takes in a table. */
const taken = /^\s*\.\.\.(\w+),?$/gm;

async function takenTable(file: string, source: string, name: string): Promise<Table[]> {
  const [, from] = new RegExp(String.raw`import \{[^}]*\b${name}\b[^}]*\} from '([^']+)'`).exec(source) ?? [];
  if (from === undefined) throw new Error(`${name} is not imported by its name`);
  const place = createRequire(file).resolve(from);
  if (readFileSync(place, 'utf8').includes(`const ${name} = defineCatalog(`)) return [];
  const parts = (await import(pathToFileURL(place).href)) as Record<string, Table['words']>;
  return [{ file: place, words: parts[name] }];
}

/** From one brace to its partner, past what stands in quotation marks and comments. */
function tableAt(source: string, start: number): string {
  const part = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}]/g;
  part.lastIndex = start;
  let depth = 0;
  for (let token = part.exec(source); token; token = part.exec(source)) {
    if (token[0] === '{') depth += 1;
    if (token[0] === '}' && --depth === 0) return source.slice(start, part.lastIndex);
  }
  return source.slice(start);
}

async function messagesOf(file: string): Promise<UsualText[]> {
  const parts = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  return Object.values(parts).flatMap((catalogue) =>
    typeof catalogue === 'object' && catalogue !== null
      ? Object.entries(catalogue as Record<string, { ko?: unknown; en?: unknown }>).flatMap(([id, entry]) =>
          typeof entry?.ko === 'string' && typeof entry.en === 'string' ? [{ id, ko: entry.ko, en: entry.en }] : [],
        )
      : [],
  );
}
