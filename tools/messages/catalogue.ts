// Every error code with both texts, where it comes from and which test proves it, read from the registries and the sources themselves.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Message {
  code: string;
  status: number;
  ko: string;
  en: string;
  /** `futures`, or `every call`. */
  area: string;
  /** Names of the calls that declare it, else the files that say it. */
  triggers: string[];
  /** Test files that name it. */
  tests: string[];
}

const exclude = (path: string) => /node_modules|\bdist\b/.test(path);
const filesOf = (root: string, patterns: string[]) => globSync(patterns, { cwd: root, exclude }).sort();

export async function readMessages(root: string): Promise<Message[]> {
  const read = (file: string) => ({ file, text: readFileSync(join(root, file), 'utf8') });
  const all = filesOf(root, ['{features,kit,apps/server,engine,e2e}/**/*.ts']).map(read);
  // The engine's rejections are proved by a table of rows.
  const tests = all.filter(
    ({ file }) => file.endsWith('.test.ts') || file.startsWith('e2e/attack/') || file === 'engine/testing/rejection-rows.ts',
  );
  const sources = all.filter(({ file }) => !/\.test\.ts$|\/testing\/|\/(admin-)?errors\.ts$|contract\.ts$|^e2e/.test(file));
  const calls = filesOf(root, ['features/*/*contract.ts']).flatMap((file) => callsIn(read(file).text));
  const catalogues = filesOf(root, ['kit/contract/errors.ts', 'features/*/errors.ts', 'features/*/admin-errors.ts']);
  const messages: Message[] = [];
  for (const file of catalogues) {
    const area = file.startsWith('kit/') ? 'every call' : file.split('/')[1];
    for (const [code, entry] of Object.entries(await entriesOf(join(root, file)))) {
      const names = (text: string) => new RegExp(`['"\`\\b]${code}['"\`\\b]|\\b${code}\\b`).test(text);
      const declared = calls.filter(({ codes }) => codes.includes(code)).map(({ name }) => name);
      const said = sources.filter(({ text }) => names(text)).map((each) => basename(each.file));
      messages.push({
        code,
        ...entry,
        area,
        triggers: declared.length > 0 ? declared : said.slice(0, 3),
        tests: tests.filter(({ text }) => names(text)).map((each) => each.file),
      });
    }
  }
  return messages;
}

interface Entry {
  status: number;
  ko: string;
  en: string;
}

async function entriesOf(file: string): Promise<Record<string, Entry>> {
  const parts = (await import(pathToFileURL(file).href)) as Record<string, Record<string, Entry> | undefined>;
  const found: Record<string, Entry> = {};
  for (const catalogue of Object.values(parts)) {
    if (typeof catalogue !== 'object') continue;
    for (const [code, entry] of Object.entries(catalogue)) {
      if (/^[A-Z][A-Z0-9_]+$/.test(code) && typeof entry?.ko === 'string')
        found[code] = { status: entry.status, ko: entry.ko, en: entry.en };
    }
  }
  return found;
}

/** Routes as our formatter writes them: a name, and further down its codes. */
function callsIn(text: string): { name: string; codes: string[] }[] {
  return text
    .split('defineRoute({')
    .slice(1)
    .map((part) => ({
      name: /name: '(\w+)'/.exec(part)?.[1] ?? '',
      codes: [...(/codes: \[([^\]]*)\]/.exec(part)?.[1] ?? '').matchAll(/'(\w+)'/g)].map((found) => found[1]),
    }));
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const shownAtMost = 3;
const shortList = (list: readonly string[]) =>
  list.length === 0 ? '–' : list.slice(0, shownAtMost).join(', ') + (list.length > shownAtMost ? ` +${list.length - shownAtMost}` : '');

export function messagesPage(messages: readonly Message[]): string {
  const areas = [...new Set(messages.map(({ area }) => area))];
  const parts = areas.map((area) => {
    const rows = messages
      .filter((message) => message.area === area)
      .map(
        ({ code, status, ko, en, triggers, tests }) =>
          `| \`${code}\` | ${status} | ${cell(ko)} | ${cell(en)} | ${shortList(triggers)} | ${shortList(tests.map((file) => basename(file)))} |`,
      );
    return [`## ${area}`, '', '| code | status | 한국어 | English | said by | proved in |', '|---|---|---|---|---|---|', ...rows].join(
      '\n',
    );
  });
  return `${[
    '# Messages of the server',
    'Every error code with its texts, the calls (or files) that say it and the tests that name it. Made by `npm run messages`; `tools/messages.test.ts` keeps it current. A site replaces any of them by its own wording in the editor (글).',
    ...parts,
  ].join('\n\n')}\n`;
}
