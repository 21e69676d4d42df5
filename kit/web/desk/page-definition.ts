// What a back-office page of list, filters, acts and forms is declared by; `defineDeskPage` draws it.
import type { ComponentType, ReactNode } from 'react';
import type { ListColumn, ListFilter, Say } from '../../contract/list.ts';
import type { Route } from '../../contract/route.ts';
import type { ReplyOf } from '../api-client.ts';
import type { Catalog } from '../i18n/language.ts';
import type { Text } from '../i18n/use-text.ts';
import type { ButtonLook } from '../ui/button.tsx';
import type { SelectOption } from '../ui/choices.tsx';
import type { Looks } from './list-columns.tsx';

// oxlint-disable-next-line typescript/no-explicit-any -- the three schemas are inferred from the argument
export type AnyRoute = Route<any, any, any>;

/** A text of the page's catalog, or one made of it and of what it is about. */
export type Words<C extends Catalog, About> = (keyof C & string) | ((t: Text<C>, about: About) => string);
export const wordsOf = <C extends Catalog, About>(t: Text<C>, words: Words<C, About>, about: About): string =>
  typeof words === 'function' ? words(t, about) : t(words);

/** Title, and what to do next or what is safe. */
type Told<C extends Catalog> = readonly [title: keyof C & string, words?: keyof C & string];

export interface ListPart<C extends Catalog, R extends AnyRoute, Row extends object> {
  route: R;
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter[];
  /** Choices that the server knows, behind those of a filter that is open. */
  useOptions?(): Readonly<Record<string, readonly SelectOption<string>[]>>;
  /** Cells that are more than their text. */
  looks?: Looks<NoInfer<Row>>;
  /** The same where they want words or more: a hook, remembered by `t`. */
  useLooks?(t: Text<C>, reply: ReplyOf<R> | undefined): Looks<NoInfer<Row>>;
  /** Which columns, in which order; all that are no file's alone where absent. */
  shown?: readonly string[];
  /** What it asks besides its filters. */
  asks?: Readonly<Record<string, string>>;
  /** Page by page with a count, on by a cursor, or all at once. */
  paging?: 'pages' | 'cursor';
  /** Rows of a page. */
  size?: number;
  /** `content`, or the answer itself, where absent. */
  rows?(reply: ReplyOf<R>): readonly Row[];
  keyOf(row: NoInfer<Row>): string | number;
  /** Names the table; the page's title where absent. */
  label?: keyof C & string;
  /** Above the table, where a form stands beside it. */
  heading?: keyof C & string;
  isTall?: boolean;
  /** Asked again while somebody looks: so often, or as often as the last answer calls for. */
  everyMs?: number | ((reply: ReplyOf<R> | undefined) => number);
  /** Where a row leads. */
  leads?(row: NoInfer<Row>): string;
  empty: Told<C>;
  /** Where filters leave nothing. */
  none?: Told<C>;
  failed: Told<C>;
}

interface ActPart<C extends Catalog, Of> {
  key: string;
  label: Words<C, Of>;
  /** Said to readers, where the label alone does not say of what. */
  named?: Words<C, Of>;
  /** What it calls: who may not is not shown it. */
  may?: Pick<Route, 'right' | 'everywhere'>;
  /** On which rows; on all where absent. */
  when?(of: Of): boolean;
  /** Shown and not to be pressed. */
  isOff?(of: Of): boolean;
  look?: ButtonLook;
  icon?: ReactNode;
}

/** Asked for with a reason before it is done. */
export interface Asking<C extends Catalog, Of> {
  title: Words<C, Of>;
  words: Words<C, Of>;
  confirm: Words<C, Of>;
  /** The act itself is reason enough. */
  isOptional?: boolean;
  /** Of its button, where it is not that of the act. */
  look?: ButtonLook;
  call(of: Of, reason: string, t: Text<C>): Promise<unknown>;
}

/** A dialog or form of its own, a question with a reason, what is done at once, what opens at the side, or another page. */
export type Act<C extends Catalog, Of> = ActPart<C, Of> &
  (
    | { form: ComponentType<{ of: Of; onClose(): void }> }
    | { ask: Asking<C, Of> }
    | { opens: string }
    | { does(of: Of, t: Text<C>): Promise<unknown> }
    | { to(of: Of, asked: Readonly<Record<string, string>>): string }
  );

/**
 * The list as a file: what the page shows, in the language it is read in, under a name after the site's code; or what the server gives
 * for the same filters, at once or with a reason.
 */
export type FilePart<C extends Catalog> = { label: keyof C & string; right?: string; isAlways?: true } & (
  | { name: string }
  | { take(asked: Readonly<Record<string, string>>, t: Text<C>, say: Say): Promise<void> }
  | {
      asks: { title: keyof C & string; words: Words<C, void>; confirm: keyof C & string };
      takeFor(asked: Readonly<Record<string, string>>, reason: string, t: Text<C>): Promise<void>;
    }
);

export interface PageDefinition<C extends Catalog, R extends AnyRoute, Row extends object> {
  texts: C;
  title: keyof C & string;
  line?: keyof C & string;
  /** Beside the title, once something was answered. */
  note?: Words<C, ReplyOf<R>>;
  /** Under the head: ways to pages beside this one. */
  tabs?: ReactNode;
  list: ListPart<C, R, Row>;
  /** On each row. */
  acts?: readonly Act<C, NoInfer<Row>>[];
  /** Beside the title: of what was answered, undefined before. */
  actions?: readonly Act<C, ReplyOf<R> | undefined>[];
  file?: FilePart<C>;
  /** Between filters and list, and under it. */
  Above?: ComponentType<{ reply: ReplyOf<R> }>;
  Below?: ComponentType<{ reply: ReplyOf<R> }>;
  /** Beside the title. */
  Badges?: ComponentType<{ reply: ReplyOf<R> }>;
  /** Before the actions. */
  Lead?: ComponentType<object>;
  /** A form that stands beside the list. */
  beside?: {
    columns: string;
    isFirst?: true;
    may: Pick<Route, 'right' | 'everywhere'>;
    Form: ComponentType<{ reply: ReplyOf<R> | undefined }>;
  };
  /** What is open beside the list. */
  side?: {
    px?: number;
    /** Only where its row is on the page, or an action opens it. */
    isOfRow?: true;
    Side: ComponentType<{ open: string; row: NoInfer<Row> | undefined; reply: ReplyOf<R> | undefined; onClose(): void }>;
  };
}

/** Whether something stands beside the list: of a row where the list has it, or what an action opens. */
export const isBeside = <C extends Catalog, R extends AnyRoute, Row extends object>(
  { side, actions = [] }: Pick<PageDefinition<C, R, Row>, 'side' | 'actions'>,
  open: string,
  row: Row | undefined,
): boolean =>
  side !== undefined &&
  open !== '' &&
  (row !== undefined || side.isOfRow !== true || actions.some((act) => 'opens' in act && act.opens === open));
