// Every SQL text that is asked with a row type beside it: where it stands, what it says, which columns the type promises.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import type { CallExpression, Expression, Node } from 'typescript/unstable/ast';
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
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
        const sql = isCallExpression(node) ? sqlOf(checker, node) : undefined;
        const [type] = (isCallExpression(node) && node.typeArguments) || [];
        const declared = type && checker.getTypeAtLocation(type);
        // Who hands on the text of its caller with the type of its caller has none of its own.
        const isHandedOn =
          declared !== undefined && (declared.flags & TypeFlags.TypeParameter) !== 0 && sql !== undefined && isIdentifier(sql);
        if (sql !== undefined && declared !== undefined && !isHandedOn) {
          const line = file.text.slice(0, sql.pos).split('\n').length;
          const columns = checker.isArrayLikeType(declared) ? [] : checker.getPropertiesOfType(declared);
          const row = new Map(columns.map((p) => [p.name, kindsOf(checker, checker.getTypeOfSymbol(p)!)]));
          found.push({ place: `${relative(root, name)}:${line}`, texts: texts.of(sql), row });
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

/** The text that a call asks: of a connection, or of a job's own statement. */
function sqlOf(checker: Checker, { expression, arguments: args }: CallExpression): Expression | undefined {
  if (isIdentifier(expression)) return expression.text === 'fencedQuery' ? args[1] : undefined;
  if (!isPropertyAccessExpression(expression) || expression.name.text !== 'query') return undefined;
  const asked = checker.getTypeAtLocation(expression.expression);
  return asked !== undefined && isConnection.test(checker.typeToString(asked)) ? args[0] : undefined;
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
