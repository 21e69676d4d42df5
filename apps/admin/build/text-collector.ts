// Every text of the member's pages, of mails, and every message of the server, read from the catalogs as they stand in the sources.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
const isNoCatalog = (path: string) => /node_modules|\bdist\b|\.test\.|language\.ts/.test(path);

/** By id. Throws on a catalog that is more than a table of words. */
export async function collectTexts(root: string): Promise<UsualText[]> {
  const texts = globSync(catalogs, { cwd: root, exclude })
    .sort()
    .flatMap((file) => textsOf(join(root, file)));
  const messages = await Promise.all(
    globSync(errors, { cwd: root, exclude })
      .sort()
      .map((file) => messagesOf(join(root, file))),
  );
  const byId = new Map([...texts, ...messages.flat(), ...outgoingTexts].map((text) => [text.id, text]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Every id with the file that defines it, of the members' and the operators' pages: two of one id show each other's words. */
export function definedTexts(root: string): (UsualText & { file: string })[] {
  return globSync(['apps/*/**/*.{ts,tsx}', 'features/**/*.{ts,tsx}', 'kit/web/**/*.{ts,tsx}'], { cwd: root, exclude: isNoCatalog })
    .sort()
    .flatMap((file) => textsOf(join(root, file)).map((text) => ({ ...text, file })));
}

function textsOf(file: string): UsualText[] {
  const source = readFileSync(file, 'utf8');
  const found: UsualText[] = [];
  for (const { index } of source.matchAll(/\bdefineCatalog\(\{/g)) {
    // A table that takes in another names it: that one is found by itself.
    const table = tableAt(source, index + 'defineCatalog('.length).replace(/^\s*\.\.\.\w+,?$/gm, '');
    try {
      // Our own source, a literal of words.
      const words = new Function(`return ${table}`)() as Record<string, [string, string]>;
      for (const [id, [ko, en]] of Object.entries(words)) found.push({ id, ko, en });
    } catch (error) {
      throw new Error(`${file}: a catalog is a table of words and nothing else`, { cause: error });
    }
  }
  return found;
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
