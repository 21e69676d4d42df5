// Leaves out of the browser what contracts say for the server alone: shapes that it checks, what a call is called, who may make it, which codes and statuses it answers.
import { parseAst, type Plugin } from 'vite';
import type { Call, Node } from './syntax.ts';

const shared = /\/(features\/[^/]+|kit\/contract)\/[\w-]+\.ts$/;
const shapes = /from '(zod\/mini|@maru\/kit\/contract\/(route|topic|wire)\.ts)'/;
const refusals = /errors\.ts$/;
const status = /\bstatus: \d{3},\s/g;

/** Of a route or a topic; types go anyway, and pages read nothing else of them (lean-contracts.test.ts). */
export const forServer = new Set([
  'auditsRefusals',
  'body',
  'codes',
  'everywhere',
  'message',
  'ordersIn',
  'query',
  'reply',
  'right',
  'roles',
  'summary',
]);

/** By these the back office hides what would be refused, and makes its forms (ADR 0069). */
export const forDesk = ['body', 'everywhere', 'right'] as const;

type Gone = ReadonlySet<string>;
/** What the back office's own build loses. */
const gonesOfDesk: Gone = new Set([...forServer].filter((name) => !(forDesk as readonly string[]).includes(name)));

interface Property extends Node {
  readonly computed?: boolean;
  readonly key?: Node & { readonly name?: string };
  readonly value?: Node;
}
interface List extends Node {
  readonly elements: readonly (Node | null)[];
}
interface Wrapped extends Node {
  readonly expression: Node;
}
interface Shape extends Node {
  readonly properties: readonly Property[];
}
interface Declared extends Node {
  readonly declaration?: Node | null;
  readonly kind?: string;
  readonly declarations?: readonly { readonly init: Node | null }[];
}

/** Runs nothing where it stands: a text, a number, a function, and lists of them. */
function isStill(node: Node | null, gone: Gone): boolean {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression') return isStill((node as Wrapped).expression, gone);
  const shape = node === null ? undefined : described(node);
  if (shape !== undefined) return shape.properties.every((property) => isGone(property, gone) || isStill(property.value ?? null, gone));
  if (node?.type === 'ArrayExpression') return (node as List).elements.every((element) => isStill(element, gone));
  if (node?.type === 'ObjectExpression')
    return (node as Shape).properties.every(({ computed, value }) => computed === false && isStill(value ?? null, gone));
  return node !== null && /^(Literal|ArrowFunctionExpression|FunctionExpression)$/.test(node.type);
}

/** A described call or destination, where it is given as it stands. */
function described(node: Node): Shape | undefined {
  const { type, callee, arguments: given } = node as Call;
  if (type !== 'CallExpression' || (callee.name !== 'defineRoute' && callee.name !== 'defineTopic')) return undefined;
  return given[0]?.type === 'ObjectExpression' ? (given[0] as Shape) : undefined;
}

const isGone = ({ type, computed, key }: Property, gone: Gone) =>
  type === 'Property' && computed !== true && key?.type === 'Identifier' && gone.has(key.name ?? '');

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (typeof (value as Node).type === 'string') yield value as Node;
  for (const part of Object.values(value)) yield* nodesIn(part);
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is described becomes the plain object that pages read, wherever in the file. */
function* leanDescriptions(code: string, program: unknown, gone: Gone): Generator<Change> {
  for (const node of nodesIn(program)) {
    const shape = described(node);
    if (shape === undefined) continue;
    const kept = shape.properties.filter((property) => !isGone(property, gone)).map(({ start, end }) => code.slice(start, end));
    yield { start: node.start, end: node.end, text: `({ ${kept.join(', ')} })` };
  }
}

/** Each constant can go by itself when nothing names it: making one changes nothing else. */
function* unusedConstants(lines: readonly Declared[], gone: Gone): Generator<Change> {
  for (const line of lines) {
    const { kind, declarations = [] } = line.type === 'ExportNamedDeclaration' ? ((line.declaration ?? {}) as Declared) : line;
    if (kind !== 'const') continue;
    for (const { init } of declarations) {
      if (init === null || isStill(init, gone)) continue;
      yield { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' };
      yield { start: init.end, end: init.end, text: '))()' };
    }
  }
}

export function leanContract(code: string, gone: Gone = forServer): string {
  const program = parseAst(code, { lang: 'ts' });
  const changes = [...unusedConstants(program.body as readonly Declared[], gone), ...leanDescriptions(code, program, gone)];
  // From the end, or places would move; what begins where another stands is put before it.
  changes.sort((a, b) => b.start - a.start || b.end - a.end);
  let lean = code;
  for (const { start, end, text } of changes) lean = lean.slice(0, start) + text + lean.slice(end);
  return lean;
}

/** A refusal's status comes with the answer. */
export const leanErrors = (code: string): string => code.replace(status, '');

export function leanContracts({ isDesk = false } = {}): Plugin {
  const gone = isDesk ? gonesOfDesk : forServer;
  return {
    name: 'maru:lean-contracts',
    apply: 'build',
    enforce: 'pre',
    // Nothing that is read maps to what goes.
    transform(code, id) {
      if (!shared.test(id)) return undefined;
      if (shapes.test(code)) return { code: leanErrors(leanContract(code, gone)), map: null, moduleSideEffects: false };
      return refusals.test(id) ? { code: leanErrors(code), map: null } : undefined;
    },
  };
}
