// Every SQL text that is asked with a row type beside it: where it stands, what it says, which columns the type promises.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { type Expression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  isNumericLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a value of a declared property is when PostgreSQL hands it over. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'object' | 'array' | 'null' | 'absent' | 'any';

export interface TypedQuery {
  place: string;
  /** undefined: put together at run time. */
  sql: string | undefined;
  /** By column. */
  row: Map<string, Set<Kind>>;
}

const isConnection = /Pool|Client|Query/;

export function typedQueries(): TypedQuery[] {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.node.json');
    const snapshot = api.updateSnapshot({ openProjects: [config] });
    const { program, checker } = snapshot.getProject(config)!;
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
            found.push({ place: `${relative(root, name)}:${line}`, sql: textOf(checker, node.arguments[0]), row });
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

/** The text that an expression is whatever happens at run time; undefined where it depends on that. */
function textOf(checker: Checker, node: Expression, depth = 0): string | undefined {
  if (depth > 20) return undefined;
  const of = (each: Expression) => textOf(checker, each, depth + 1);
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return node.text;
  if (isParenthesizedExpression(node)) return of(node.expression);
  if (isTemplateExpression(node)) {
    const parts = node.templateSpans.map((span) => [of(span.expression), span.literal.text] as const);
    return parts.some(([text]) => text === undefined) ? undefined : node.head.text + parts.flat().join('');
  }
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken) {
    const [left, right] = [of(node.left), of(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (!isIdentifier(node)) return undefined;
  const named = checker.getSymbolAtLocation(node);
  if (named === undefined) return undefined;
  const symbol = named.declarations.some((each) => each.kind === SyntaxKind.ImportSpecifier) ? checker.getAliasedSymbol(named) : named;
  const [handle] = symbol.declarations;
  const declared = handle?.resolve();
  if (declared === undefined || !isVariableDeclaration(declared) || declared.initializer === undefined) return undefined;
  return of(declared.initializer);
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
