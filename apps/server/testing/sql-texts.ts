// Every text that an expression of SQL can be, worked out without running it: branches, words of a type, functions of one result; of the
// engine's functions, which are pure, what they answer.
import { createRequire } from 'node:module';
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import {
  type BindingElement,
  type Expression,
  type Node,
  type ObjectLiteralExpression,
  type ParameterDeclaration,
  SyntaxKind,
} from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBindingElement,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isSpreadElement,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';

/** Of more texts than these not each with each is looked at; of more than ALL none. */
const MOST = 32;
const ALL = 256;
const DEEPEST = 30;

type Texts = readonly string[] | undefined;
/** What parameters are while a function is worked out, by place: texts, or the object that was handed in. */
type Given = ReadonlyMap<string, Texts | Node>;
const placeOf = (node: Node) => `${node.pos}-${node.end}`;
const isNode = (told: Texts | Node): told is Node => told !== undefined && 'pos' in told;

const load = createRequire(import.meta.url) as (path: string) => Record<string, ((...values: unknown[]) => unknown) | undefined>;

export class SqlTexts {
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** undefined: depends on more than words and branches. */
  of(node: Expression, given: Given = new Map(), depth = 0): Texts {
    if (depth > DEEPEST) return undefined;
    const found = this.#written(node, given, depth + 1) ?? this.#byType(this.#checker.getTypeAtLocation(node));
    return found === undefined || found.length > ALL ? undefined : [...new Set(found)];
  }

  #written(node: Expression, given: Given, depth: number): Texts {
    const of = (each: Expression) => this.of(each, given, depth);
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return [node.text];
    if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node)) return of(node.expression);
    if (isTemplateExpression(node)) {
      let before = node.head.text;
      const parts: Texts[] = [[before]];
      for (const { expression, literal } of node.templateSpans) {
        // The number of a parameter counts: one that is found out at run time would be made up.
        const told = before.endsWith('$') ? this.#written(expression, given, depth) : of(expression);
        if (told === undefined) parts[parts.length - 1] = parts.at(-1)?.map((text) => text.replace(/\$$/, ''));
        parts.push(told ?? insteadOf(before), [literal.text]);
        before = literal.text;
      }
      return joined(parts);
    }
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken) return joined([of(node.left), of(node.right)]);
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionToken)
      return together([of(node.left), of(node.right)]);
    if (isConditionalExpression(node)) return together([of(node.whenTrue), of(node.whenFalse)]);
    if (isCallExpression(node)) return this.#called(node, given, depth);
    if (isObjectLiteralExpression(node)) return this.#property(node, 'text', given, depth);
    if (isPropertyAccessExpression(node)) return this.#ofAny(this.#objects(node.expression, given, depth), node.name.text, given, depth);
    if (isElementAccessExpression(node)) {
      const owner = this.#value(node.expression);
      if (owner === undefined || !isObjectLiteralExpression(owner)) return undefined;
      return together(owner.properties.map((one) => (isPropertyAssignment(one) ? of(one.initializer) : undefined)));
    }
    if (!isIdentifier(node)) return undefined;
    const declared = this.#declared(node);
    if (declared === undefined) return undefined;
    if (isParameterDeclaration(declared) || isBindingElement(declared)) {
      const told = given.get(placeOf(declared));
      if (told !== undefined) return isNode(told) ? undefined : told;
      return isParameterDeclaration(declared) ? this.#handed(declared, depth) : this.#bound(declared, given, depth);
    }
    return isVariableDeclaration(declared) && declared.initializer !== undefined ? of(declared.initializer) : undefined;
  }

  /** What a name is that was taken out of an object. */
  #bound(element: Node, given: Given, depth: number): Texts {
    const { propertyName, name, parent } = element as BindingElement;
    const holder = parent.parent;
    if (!isObjectBindingPattern(parent) || !isVariableDeclaration(holder) || holder.initializer === undefined) return undefined;
    return this.#ofAny(this.#objects(holder.initializer, given, depth), textOf(propertyName ?? name), given, depth);
  }

  #ofAny(owners: readonly ObjectLiteralExpression[] | undefined, name: string, given: Given, depth: number): Texts {
    return owners === undefined || owners.length === 0
      ? undefined
      : together(owners.map((owner) => this.#property(owner, name, given, depth)));
  }

  /** The objects that an expression may be, each written in full where it was made. */
  #objects(node: Expression, given: Given, depth: number): readonly ObjectLiteralExpression[] | undefined {
    if (depth > DEEPEST) return undefined;
    const value = this.#value(node, given);
    if (value !== undefined) return isObjectLiteralExpression(value) ? [value] : undefined;
    if (isElementAccessExpression(node)) {
      const owners = this.#objects(node.expression, given, depth + 1);
      const values = owners?.flatMap(({ properties }) => properties.map((one) => valueOf(one)));
      return this.#every(values, given, depth);
    }
    const declared = isIdentifier(node) ? this.#declared(node) : undefined;
    if (declared === undefined) return undefined;
    if (isParameterDeclaration(declared)) return this.#every(argumentsFor(declared), new Map(), depth);
    return isVariableDeclaration(declared) && declared.initializer !== undefined
      ? this.#objects(declared.initializer, given, depth + 1)
      : undefined;
  }

  #every(values: readonly (Expression | undefined)[] | undefined, given: Given, depth: number) {
    const each = values?.map((value) => (value === undefined ? undefined : this.#objects(value, given, depth + 1)));
    return each === undefined || each.includes(undefined) ? undefined : each.flatMap((one) => one ?? []);
  }

  /** What the callers of its own file hand a function; nothing where it is exported, or has none. */
  #handed(parameter: Node, depth: number): Texts {
    const handed = argumentsFor(parameter);
    return handed === undefined
      ? undefined
      : together(handed.map((one) => (one === undefined ? undefined : this.of(one, new Map(), depth + 1))));
  }

  #called(
    { expression, arguments: args }: Node & { expression: Expression; arguments: readonly Expression[] },
    given: Given,
    depth: number,
  ): Texts {
    if (isPropertyAccessExpression(expression) && expression.name.text === 'join') {
      const list = this.#value(expression.expression);
      const [between] = args[0] === undefined ? [','] : (this.of(args[0], given, depth) ?? []);
      if (list === undefined || between === undefined || !isArrayLiteralExpression(list)) return undefined;
      return joined(list.elements.flatMap((one, at) => [...(at > 0 ? [[between]] : []), this.of(one, given, depth)]));
    }
    if (!isIdentifier(expression)) return undefined;
    const declared = this.#declared(expression);
    const made = declared !== undefined && isVariableDeclaration(declared) ? declared.initializer : declared;
    if (made === undefined || !(isFunctionDeclaration(made) || isArrowFunction(made))) return undefined;
    const inside = new Map(given);
    made.parameters.forEach((parameter, at) => {
      const told = args[at] ?? parameter.initializer;
      const handed = told === undefined ? undefined : this.#value(told, given);
      inside.set(placeOf(parameter), handed ?? (told === undefined ? undefined : this.of(told, given, depth)));
      if (handed === undefined || !isObjectLiteralExpression(handed) || !isObjectBindingPattern(parameter.name)) return;
      for (const element of parameter.name.elements) inside.set(placeOf(element), this.#propertyOr(element, handed, given, depth));
    });
    const { body } = made;
    if (body === undefined) return undefined;
    if (!isBlock(body)) return this.of(body as Expression, inside, depth);
    const [result, ...more] = body.statements.filter(isReturnStatement);
    const written = result?.expression === undefined || more.length > 0 ? undefined : this.of(result.expression, inside, depth);
    return written ?? (isFunctionDeclaration(made) ? this.#answered(made, expression.text, args, given) : undefined);
  }

  /** Of a function of the engine, asked with what is known of its arguments. */
  #answered(made: Node, name: string, args: readonly Expression[], given: Given): Texts {
    const path = made.getSourceFile().fileName;
    if (!/\/engine\/[\w/-]+\.ts$/.test(path)) return undefined;
    const values = args.map((one) => this.#known(one, given));
    const answer: unknown = values.includes(undefined) ? undefined : load(path)[name]?.(...values);
    return typeof answer === 'string' ? [answer] : undefined;
  }

  /** A text, a number, or a list of them; undefined where it is not one alone. */
  #known(node: Expression, given: Given): unknown {
    const list = this.#value(node, given);
    if (list !== undefined && isArrayLiteralExpression(list)) {
      const values = list.elements.flatMap((one) =>
        isSpreadElement(one) ? (this.#known(one.expression, given) as unknown[]) : [this.#known(one, given)],
      );
      return values.includes(undefined) ? undefined : values;
    }
    const type = this.#checker.getTypeAtLocation(node);
    if (type !== undefined && (type.flags & TypeFlags.NumberLiteral) !== 0) return (type as Type & { value: unknown }).value;
    const texts = this.of(node, given);
    return texts?.length === 1 && (type === undefined || (type.flags & TypeFlags.NumberLike) === 0) ? texts[0] : undefined;
  }

  /** Of what is taken out of an object: there, or what it is otherwise. */
  #propertyOr({ name, initializer }: BindingElement, owner: ObjectLiteralExpression, given: Given, depth: number): Texts {
    const isThere = owner.properties.some((one) => isPropertyAssignment(one) && textOf(one.name) === textOf(name));
    return isThere || initializer === undefined ? this.#property(owner, textOf(name), given, depth) : this.of(initializer, given, depth);
  }

  #property(owner: Node & { properties: readonly Node[] }, name: string, given: Given, depth: number): Texts {
    const found = owner.properties.filter(isPropertyAssignment).find((one) => (one.name as { text?: string }).text === name);
    return found === undefined ? undefined : this.of(found.initializer, given, depth);
  }

  /** The list or object that a name was set to, once. */
  #value(node: Expression, given: Given = new Map()): Expression | undefined {
    if (isArrayLiteralExpression(node) || isObjectLiteralExpression(node)) return node;
    if (!isIdentifier(node)) return undefined;
    const declared = this.#declared(node);
    const told = declared === undefined ? undefined : given.get(placeOf(declared));
    if (told !== undefined && isNode(told)) return told as Expression;
    const value = declared !== undefined && isVariableDeclaration(declared) ? declared.initializer : undefined;
    const bare = value !== undefined && (isAsExpression(value) || isSatisfiesExpression(value)) ? value.expression : value;
    return bare !== undefined && (isArrayLiteralExpression(bare) || isObjectLiteralExpression(bare)) ? bare : undefined;
  }

  #declared(node: Expression): Node | undefined {
    const named = this.#checker.getSymbolAtLocation(node);
    if (named === undefined) return undefined;
    const isImported = named.declarations.some((each) => each.kind === SyntaxKind.ImportSpecifier);
    return (isImported ? this.#checker.getAliasedSymbol(named) : named).declarations[0]?.resolve();
  }

  /** Of a few words, each; of a number any one, since no number changes what a text answers. */
  #byType(type: Type | undefined): Texts {
    if (type === undefined) return undefined;
    if (type.isUnionType()) return together(type.getTypes().map((each) => this.#byType(each)));
    if ((type.flags & TypeFlags.StringLiteral) !== 0) return [String((type as Type & { value: unknown }).value)];
    return (type.flags & TypeFlags.NumberLike) !== 0 ? ['1'] : undefined;
  }
}

/** By what stands before it: a condition, a parameter, what is set in a row or makes one, the rows that are counted. */
const stands: readonly (readonly [RegExp, string])[] = [
  [/\$$/, 'NULL'],
  [/\b(?:WHERE|AND)\s+$/, 'true'],
  [/\bSET\s+$/, 'site_id = site_id'],
  [/^ \($/, 'site_id'],
  [/\) VALUES \($/, 'NULL'],
  [/\bcount\(\*\)\S* AS \w+ FROM \($/, 'SELECT 1'],
];

/** Which rows are found, and what is set in them, changes no column of the answer: what is put together at run time may be anything. */
const insteadOf = (before: string): Texts => {
  const found = stands.find(([behind]) => behind.test(before));
  return found && [found[1]];
};

const valueOf = (property: Node): Expression | undefined => (isPropertyAssignment(property) ? property.initializer : undefined);
const textOf = (name: Node | undefined): string => (name as { text?: string } | undefined)?.text ?? '';

/** By caller, what it hands for a parameter of a function that only its own file can call. */
function argumentsFor(parameter: Node): (Expression | undefined)[] | undefined {
  const made = parameter.parent;
  if (!isFunctionDeclaration(made) || made.name === undefined || made.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword))
    return undefined;
  const at = made.parameters.findIndex((one) => placeOf(one) === placeOf(parameter));
  const [name, found]: [string, (Expression | undefined)[]] = [made.name.text, []];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === name)
      found.push(node.arguments[at] ?? (parameter as ParameterDeclaration).initializer);
    node.forEachChild(visit);
  };
  visit(made.getSourceFile());
  return found.length === 0 ? undefined : found;
}

/** Each with each; where those were too many, each at least once. */
function joined(parts: readonly Texts[]): Texts {
  let texts: string[] = [''];
  for (const part of parts) {
    if (part === undefined || part.length === 0) return undefined;
    texts =
      texts.length * part.length <= MOST
        ? texts.flatMap((text) => part.map((next) => text + next))
        : Array.from({ length: Math.max(texts.length, part.length) }, (_, i) => texts[i % texts.length] + part[i % part.length]);
  }
  return texts;
}

function together(parts: readonly Texts[]): Texts {
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known.flat();
}
