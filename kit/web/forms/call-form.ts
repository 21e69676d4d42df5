// What a form is told, and what it offers to its fields and its button.
import type { FormEvent, RefObject } from 'react';
import type { Route } from '../../contract/route.ts';
import type { BodyOf, ReplyOf } from '../api-client.ts';
import type { Failure } from '../failure.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the three schemas are inferred from the argument
export type AnyRoute = Route<any, any, any>;
export type Name<V> = keyof V & string;

export interface CallFormOptions<R extends AnyRoute, V extends object, O = ReplyOf<R>> {
  /** Without one `send` says what is done. */
  route?: R;
  /** What stands in the fields at first. */
  start: V;
  /** What the fields are called that can show what is wrong with them; of others the server says it, at the form. */
  labels: Partial<Record<Name<V>, string>>;
  /** The call's body; without it the values themselves, texts without blanks at their ends. */
  body?(values: V): BodyOf<R>;
  /** Fields of the body that are another here: `{ 'name.ko': 'ko' }`. */
  fields?: Readonly<Record<string, Name<V>>> | ((values: V) => Readonly<Record<string, Name<V>>>);
  /** Texts that may stay empty. */
  optional?: readonly Name<V>[];
  /** What the body's shape cannot know, in words; `false` and undefined are no fault. */
  check?(values: V): Partial<Record<Name<V>, string | false | undefined>>;
  /** Where a refusal stands that names no field of the form; else at the form itself. */
  otherwise?: Name<V>;
  /** What makes two requests one, where that is not the whole body: pressed again after a lost answer it goes under the same key. */
  sameRequest?(body: BodyOf<R>): string;
  /** Instead of the call alone; `body` as it was checked. */
  send?(values: V, key: string | undefined, body: BodyOf<R>): Promise<O>;
  onDone?(reply: O, values: V): void | Promise<void>;
  /** Codes: refused once, they are typed anew. */
  spent?: readonly Name<V>[];
  /** A search, a single code or figure, what a log-in asks: nobody is asked before leaving it. */
  losesNothing?: boolean;
  /** After each of them: done, asked for, refused. */
  onSettled?(): void | Promise<void>;
  /** A second person must agree; without it `asked` has the number of the request. */
  onAsked?(requestId: string): void | Promise<void>;
}

/** Props of any input; `error` only while it is to be seen. */
export interface FieldBinding<T> {
  label: string;
  value: T;
  error: string | undefined;
  onChange(value: T): void;
  onBlur(): void;
}

/** Props of `TextField` and of a textarea. */
export type TextBinding = Omit<FieldBinding<string>, 'onChange'> & {
  onChange(event: { currentTarget: { value: string } }): void;
};

export interface CallForm<V extends object> {
  values: V;
  set(change: Partial<V>): void;
  /** Begins anew. */
  reset(values?: V): void;
  at<K extends Name<V>>(name: K): FieldBinding<V[K]>;
  /** `write` changes what was typed before it is kept. */
  text(name: Name<V>, write?: (typed: string) => string): TextBinding;
  /** Nothing is wrong with any field. */
  isReady: boolean;
  /** A field says so. */
  isWrong: boolean;
  isDirty: boolean;
  isBusy: boolean;
  /** Words of a refusal that belongs to no field. */
  trouble: string | undefined;
  /** What came instead of an answer, for what has a place of its own. */
  refusal: Failure | undefined;
  /** The number of the request, when a second person must agree. */
  asked: string | undefined;
  forgive(): void;
  submit(): Promise<void>;
  /** What stands in the fields was kept by another call than the form's own: leaving asks nothing. */
  letGo(): void;
  /** Of the `<form>` itself. */
  form: { ref: RefObject<HTMLFormElement | null>; onSubmit(event: FormEvent): void; noValidate: true };
}

/** Of a form that only asks, and leaves the call to who opened it. */
export type OpenForm = Route<undefined, undefined>;
