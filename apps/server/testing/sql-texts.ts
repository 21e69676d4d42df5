// Every text that an expression of SQL can be, worked out without running it: branches, words of a type, functions of one result; of the
// engine's functions, which are pure, what they answer.
import { createRequire } from 'node:module';
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { type Expression, type Node, SyntaxKind } from 'typescript/unstable/ast';
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

/** More texts than these are not looked at one by one. */
const MOST = 32;
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
    return found === undefined || found.length > MOST ? undefined : [...new Set(found)];
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
    if (isPropertyAccessExpression(node)) {
      const owner = this.#value(node.expression, given);
      return owner !== undefined && isObjectLiteralExpression(owner) ? this.#property(owner, node.name.text, given, depth) : undefined;
    }
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
      return told !== undefined && isNode(told) ? undefined : told;
    }
    return isVariableDeclaration(declared) && declared.initializer !== undefined ? of(declared.initializer) : undefined;
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
      for (const element of parameter.name.elements)
        inside.set(placeOf(element), this.#property(handed, (element.name as { text?: string }).text ?? '', given, depth));
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

/** Stands for a condition that is put together at run time. */
const ANY = '/* any */ true';

/** Which rows are found, and how many, changes no column of them: a condition or a parameter that is put together at run time. */
function insteadOf(before: string): Texts {
  if (before.endsWith('$')) return ['NULL'];
  return /\b(?:WHERE|AND)\s+$/.test(before) ? [ANY] : undefined;
}

/** With the condition went the parameters that it has, and those behind it are counted on from them. */
export const isWhole = (text: string) => !text.includes(ANY) || !/\$\d/.test(text);

function joined(parts: readonly Texts[]): Texts {
  let texts: string[] = [''];
  for (const part of parts) {
    if (part === undefined) return undefined;
    texts = texts.flatMap((text) => part.map((next) => text + next));
    if (texts.length > MOST) return undefined;
  }
  return texts;
}

function together(parts: readonly Texts[]): Texts {
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known.flat();
}
