// Every SQL text that is asked with a row type beside it: where it stands, what it says, which columns the type promises.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import type { Node } from 'typescript/unstable/ast';
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
import { SqlTexts } from './sql-texts.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a value of a declared property is when PostgreSQL hands it over. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'object' | 'array' | 'null' | 'absent' | 'any';

export interface TypedQuery {
  place: string;
  /** Each text that it can be; undefined: put together at run time. */
  texts: readonly string[] | undefined;
  /** By column. */
  row: Map<string, Set<Kind>>;
}

const isConnection = /Pool|Client|Query|Writer/;

export function typedQueries(): TypedQuery[] {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.node.json');
    const snapshot = api.updateSnapshot({ openProjects: [config] });
    const { program, checker } = snapshot.getProject(config)!;
    const texts = new SqlTexts(checker);
    const own = program
      .getSourceFileNames()
      .filter((name) => /^(kit|features\/[\w-]+|apps)\/server\//.test(relative(root, name)) && !/\.test\.ts$|\/testing\//.test(name));
    return own.flatMap((name) => {
      const file = program.getSourceFile(name)!;
      const found: TypedQuery[] = [];
      const visit = (node: Node): void => {
        if (isCallExpression(node) && isPropertyAccessExpression(node.expression) && node.expression.name.text === 'query') {
          const [type] = node.typeArguments ?? [];
          const asked = checker.getTypeAtLocation(node.expression.expression);
          if (type !== undefined && asked !== undefined && isConnection.test(checker.typeToString(asked))) {
            const line = file.text.slice(0, node.expression.name.pos).split('\n').length;
            const declared = checker.getTypeAtLocation(type)!;
            const columns = checker.isArrayLikeType(declared) ? [] : checker.getPropertiesOfType(declared);
            const row = new Map(columns.map((p) => [p.name, kindsOf(checker, checker.getTypeOfSymbol(p)!)]));
            found.push({ place: `${relative(root, name)}:${line}`, texts: texts.of(node.arguments[0]), row });
          }
        }
        node.forEachChild(visit);
      };
      visit(file);
      return found;
    });
  } finally {
    api.close();
  }
}

const byFlags: readonly (readonly [TypeFlags, Kind])[] = [
  [TypeFlags.AnyOrUnknown, 'any'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike | TypeFlags.BigIntLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'absent'],
];

function kindsOf(checker: Checker, type: Type): Set<Kind> {
  const simple = byFlags.find(([flags]) => (type.flags & flags) !== 0)?.[1];
  if (simple !== undefined) return new Set([simple]);
  if (type.isUnionType()) return new Set(type.getTypes().flatMap((each) => [...kindsOf(checker, each)]));
  // Numbers with a brand of their own.
  if (type.isIntersectionType()) return kindsOf(checker, type.getTypes()[0]);
  const says = checker.typeToString(type);
  if (says === 'Date') return new Set(['Date']);
  if (/^(Buffer|Uint8Array)/.test(says)) return new Set(['Buffer']);
  return new Set([checker.isArrayLikeType(type) ? 'array' : 'object']);
}
