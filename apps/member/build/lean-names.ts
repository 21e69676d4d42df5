// Vite plugin: the components' library without the calls that give its functions their names back: such a call is an effect, which kept all that nothing names.
import { parseAst, type Plugin } from 'vite';
import type { Call, Node } from './syntax.ts';

interface Block extends Node {
  readonly body: readonly (Node & { readonly expression?: Node })[];
}

const NAMING = '__name';

const isNaming = (node: Node | undefined): node is Call =>
  node?.type === 'CallExpression' && (node as Call).callee.name === NAMING && (node as Call).arguments.length === 2;

/** Cuts without overlap: of a naming call what stands around its function, of a naming statement all. */
function cutsOf(node: unknown, cuts: [from: number, to: number][]): void {
  if (Array.isArray(node)) {
    for (const each of node) cutsOf(each, cuts);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const at = node as Node & { readonly expression?: Node };
  const isStatement = at.type === 'ExpressionStatement' && isNaming(at.expression) && at.expression.arguments[0]?.type === 'Identifier';
  const isOfClass = at.type === 'StaticBlock' && (at as unknown as Block).body.every(({ expression }) => isNaming(expression));
  if (isStatement || isOfClass) {
    cuts.push([at.start, at.end]);
    return;
  }
  if (isNaming(at)) {
    const [named] = at.arguments as readonly [Node];
    cuts.push([at.start, named.start], [named.end, at.end]);
  }
  for (const part of Object.values(node)) if (typeof part === 'object') cutsOf(part, cuts);
}

export function leanNames(code: string): string {
  const cuts: [from: number, to: number][] = [];
  cutsOf(parseAst(code), cuts);
  let lean = code;
  for (const [from, to] of cuts.toSorted((a, b) => b[0] - a[0])) lean = lean.slice(0, from) + lean.slice(to);
  return lean;
}

export function leanRadix(): Plugin {
  return {
    name: 'maru:lean-radix',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]@radix-ui[\\/][\w-]+[\\/]dist[\\/]index\.mjs$/, code: NAMING },
      handler: (code) => ({ code: leanNames(code), map: null }),
    },
  };
}
