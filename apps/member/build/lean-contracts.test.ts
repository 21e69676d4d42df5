// What only the server reads leaves the browser's contracts, nothing else does, and no page asks for it.
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { forDesk, forServer, leanContract, leanErrors } from './lean-contracts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const contracts = globSync('features/*/*contract.ts', { cwd: root });

type Exports = Readonly<Record<string, unknown>>;
/** The cut text as a module of its own; what it imports is as it was. */
async function run(file: string): Promise<Exports> {
  const code = stripTypeScriptTypes(leanContract(read(file))).replace(/from '([^']+)'/g, (_all, from: string) => {
    const [, feature, rest] = /^@maru\/([^/]+)\/(.*)$/.exec(from) ?? [];
    const base = feature === 'kit' || feature === 'engine' ? feature : `features/${feature}`;
    if (feature !== undefined) return `from '${pathToFileURL(join(root, base, rest)).href}'`;
    return from.startsWith('.') ? `from '${pathToFileURL(join(root, dirname(file), from)).href}'` : `from '${import.meta.resolve(from)}'`;
  });
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as Exports;
}

const isDescribed = (value: unknown): value is Exports =>
  typeof value === 'object' && value !== null && 'name' in value && 'summary' in value;
const cut = (value: unknown) =>
  isDescribed(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !forServer.has(key))) : undefined;

describe('contracts for the browser', () => {
  it.each(contracts)('%s: each call and destination keeps its address and flags, and loses what is the server’s', async (file) => {
    const whole = (await import(pathToFileURL(root + file).href)) as Exports;
    const lean = await run(file);
    expect(Object.keys(lean).sort()).toEqual(Object.keys(whole).sort());
    // What it passes on from another file is cut there.
    const own = Object.entries(whole).filter(([name]) => read(file).includes(`export const ${name} = `));
    for (const [name, value] of own) if (isDescribed(value)) expect([name, lean[name]]).toEqual([name, cut(value)]);
  });

  it('shapes go where nothing names them, and stay whole where something does', () => {
    const lean = leanContract("export const rule = z.string().check(z.regex(/a/));\nexport const kinds = ['A', 'B'] as const;\n");
    expect(lean).toBe(
      "export const rule = /* @__PURE__ */ (() => (z.string().check(z.regex(/a/))))();\nexport const kinds = ['A', 'B'] as const;\n",
    );
  });

  it('what is called as those parts elsewhere stays', () => {
    const other = "export const why = { codes: ['A'], summary: { ko: '가', en: 'a' }, status: 'ON' };\n";
    expect(leanContract(other)).toContain(other.slice('export const why = '.length, -2));
    expect(leanContract('const own = (name) => defineTopic({ name, roles: members, message: text });\n')).toBe(
      'const own = (name) => ({ name });\n',
    );
  });

  it('the back office keeps by what right a call may be made, and where', () => {
    const call = "export const ask = defineRoute({ name: 'ask', roles: operators, right: 'futures.price', everywhere: true });\n";
    const gone = new Set([...forServer].filter((name) => !(forDesk as readonly string[]).includes(name)));
    expect(leanContract(call, gone)).toBe("export const ask = ({ name: 'ask', right: 'futures.price', everywhere: true });\n");
    const config = readFileSync(`${root}apps/admin/vite.config.ts`, 'utf8');
    expect(config).toContain('leanContracts({ isDesk: true })');
  });

  it('the back office keeps what its forms ask for, where one names it', () => {
    const gone = new Set([...forServer].filter((name) => !(forDesk as readonly string[]).includes(name)));
    expect(leanContract("export const ask = defineRoute({ name: 'ask', summary: words, body: z.object({ a }) });\n", gone)).toBe(
      "export const ask = /* @__PURE__ */ (() => (({ name: 'ask', body: z.object({ a }) })))();\n",
    );
  });

  it('a refusal keeps its words and loses its status', () => {
    expect(leanErrors("A: { status: 400, field: 'price', ko: '가', en: 'a' },")).toBe("A: { field: 'price', ko: '가', en: 'a' },");
  });
});

interface Node {
  type: string;
  computed?: boolean;
  object?: { type: string; name?: string };
  property?: { name?: string };
}

function* membersIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ((value as Node).type === 'MemberExpression') yield value as Node;
  for (const part of Object.values(value)) yield* membersIn(part);
}

/** Pages of the back office: its own build keeps more. */
const ofDesk = /^(?:kit\/web\/desk|features\/[^/]+\/admin|apps\/admin)\//;
const keptForDesk: ReadonlySet<string> = new Set(forDesk);

it('no page reads of a call or a destination what is the server’s', async () => {
  const names = new Set(['route', 'topic']);
  for (const file of contracts) {
    const whole = (await import(pathToFileURL(root + file).href)) as Exports;
    for (const [name, value] of Object.entries(whole)) if (isDescribed(value)) names.add(name);
  }
  const pages = globSync(['kit/web/**/*.{ts,tsx}', 'features/*/{web,admin}/**/*.{ts,tsx}', 'apps/{member,admin}/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts'],
  });
  expect(pages.length).toBeGreaterThan(300);
  expect(names.size).toBeGreaterThan(100);
  const reads = pages.flatMap((file) =>
    [...membersIn(parseAst(read(file), { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body)]
      .filter(({ object, computed }) => computed !== true && object?.type === 'Identifier' && names.has(object.name ?? ''))
      .filter(({ property }) => forServer.has(property?.name ?? '') && !(ofDesk.test(file) && keptForDesk.has(property?.name ?? '')))
      .map(({ object, property }) => `${file}: ${object?.name}.${property?.name}`),
  );
  expect(reads).toEqual([]);
});
