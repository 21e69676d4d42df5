// A form made from a route of the contract: values, faults of fields in words, dirty, busy, refusals at their fields, second factor and second person.
import { useStore } from '@tanstack/react-form';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type BodyOf, call, type ReplyOf } from '../api-client.ts';
import { Failure, messageOf } from '../failure.ts';
import { useLanguage, useText } from '../i18n/use-text.ts';
import { keepTyping, useUnsaved } from '../unsaved.ts';
import { requestAnswered, requestFailed, requestKeyOf } from '../request-keys.ts';
import { approvalOf } from './approval.ts';
import type { AnyRoute, CallForm, CallFormOptions, FieldBinding, Name } from './call-form.ts';
import { type FieldNames, faultsOf, fieldOfRefusal, shownFault } from './form-faults.ts';
import { FormMemory, type Refused, refusalOf } from './form-memory.ts';
import { formTexts } from './issue-words.ts';

/** Texts are sent without blanks at their ends. */
const trimmed = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]));

async function sendOnce<R extends AnyRoute, V extends object, O>(
  { route, ...options }: CallFormOptions<R, V, O>,
  values: V,
  body: BodyOf<R>,
) {
  const what = options.sameRequest && `${route?.path} ${options.sameRequest(body)}`;
  const key = what === undefined ? undefined : requestKeyOf(what);
  try {
    const reply = options.send
      ? await options.send(values, key, body)
      : ((await call(route!, { body, ...(key !== undefined && { key }) })) as unknown as O);
    if (what !== undefined) requestAnswered(what);
    return reply;
  } catch (thrown) {
    if (what !== undefined && key !== undefined) requestFailed(what, key, thrown);
    throw thrown;
  }
}

/** The checks of this drawing: what the page knows now counts, not what it knew as the form was opened. */
function rulesOf<R extends AnyRoute, V extends object, O>(options: CallFormOptions<R, V, O>) {
  const { labels, fields = {}, optional = [] } = options;
  const namesOf = (values: V): FieldNames<V> => ({ labels, fields: typeof fields === 'function' ? fields(values) : fields, optional });
  const bodyOf = (values: V) => options.body?.(values) ?? (trimmed(values) as BodyOf<R>);
  return {
    bodyOf,
    faultsOf: (values: V) => faultsOf(options.route?.body, bodyOf(values), values, namesOf(values), options.check?.(values) ?? {}),
    fieldOf: (thrown: unknown, values: V) =>
      approvalOf(thrown) === undefined ? (fieldOfRefusal(thrown, namesOf(values)) ?? options.otherwise) : undefined,
  };
}

/** A field that is wrong may be far from the button. */
function useFirstWrong(attempts: number, isBusy: boolean) {
  const place = useRef<HTMLFormElement>(null);
  const seen = useRef(0);
  // After every drawing: only then the fields say what is wrong with them.
  useLayoutEffect(() => {
    if (isBusy || seen.current === attempts) return;
    seen.current = attempts;
    const wrong = place.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong]');
    wrong?.scrollIntoView({ block: 'center' });
    wrong?.focus();
  });
  return place;
}

function useMemory<R extends AnyRoute, V extends object, O>(options: CallFormOptions<R, V, O>, rules: ReturnType<typeof rulesOf<R, V, O>>) {
  const [memory] = useState(() => new FormMemory<V>(options.start));
  useLayoutEffect(() => memory.api.mount(), [memory]);
  useLayoutEffect(() =>
    memory.follow({
      isSound: (values) => Object.keys(rules.faultsOf(values)).length === 0,
      send: async (values) => {
        const reply = await sendOnce(options, values, rules.bodyOf(values));
        await options.onDone?.(reply, values);
      },
      fieldOf: rules.fieldOf,
      spent: options.spent,
      asked: options.onAsked,
      settled: options.onSettled,
    }),
  );
  return memory;
}

/** A page without it still works, so what does not come is nothing to reload for: that would take along what is being typed. */
async function loadAsker(): Promise<void> {
  const part = await import('../leave-question.tsx').catch(() => undefined);
  if (part) useUnsaved.setState({ Asker: part.LeaveQuestion });
}

/** Leaving asks first. */
function useKept<V extends object>(memory: FormMemory<V>, place: RefObject<HTMLElement | null>, losesNothing: boolean) {
  const isKept = memory.isUnsaved && !losesNothing;
  useEffect(() => {
    if (!losesNothing) void loadAsker();
  }, [losesNothing]);
  useLayoutEffect(() => {
    if (!isKept) return undefined;
    return keepTyping({ place: () => place.current, isLost: () => memory.isUnsaved, letGo: () => memory.letGo() });
  }, [isKept, memory, place]);
}

/** A refusal is told in the language in which it was asked: in another one it says nothing any more, and what was typed stays. */
function useOwnLanguage<V extends object>(memory: FormMemory<V>, isSaid: boolean) {
  const language = useLanguage();
  const saidIn = useRef(language);
  useEffect(() => {
    if (saidIn.current !== language && isSaid) memory.forgive();
    saidIn.current = language;
  }, [memory, language, isSaid]);
}

/** What came instead of an answer, by where it is said. */
function partsOf(refused: Refused | undefined, isAskedElsewhere: boolean) {
  const asked = approvalOf(refused?.thrown);
  if (refused === undefined || asked !== undefined) return { asked: isAskedElsewhere ? undefined : asked };
  const words = messageOf(refused.thrown) || undefined;
  const refusal = refused.thrown instanceof Failure ? refused.thrown : undefined;
  return { refusal, ...(refused.field === undefined ? { trouble: words } : { at: refused.field, words }) };
}

export function useCallForm<R extends AnyRoute, V extends object, O = ReplyOf<R>>(options: CallFormOptions<R, V, O>): CallForm<V> {
  useText(formTexts);
  const rules = rulesOf(options);
  const memory = useMemory(options, rules);
  const state = useStore(memory.api.store);
  const place = useFirstWrong(state.submissionAttempts, state.isSubmitting);
  useKept(memory, place, options.losesNothing ?? false);
  const faults = rules.faultsOf(state.values);
  const refused: {
    at?: string;
    words?: string | undefined;
    trouble?: string | undefined;
    refusal?: Failure | undefined;
    asked?: string | undefined;
  } = partsOf(refusalOf(state), options.onAsked !== undefined);
  useOwnLanguage(memory, refused.words !== undefined || refused.trouble !== undefined);
  const labelOf = (name: Name<V>) => options.labels[name] ?? name;
  const errorOf = (name: Name<V>) => {
    const meta = (state.fieldMeta as Record<string, { isTouched: boolean; isBlurred: boolean } | undefined>)[name];
    const seen = { isTouched: meta?.isTouched ?? false, isLeft: meta?.isBlurred ?? false, wasSent: state.submissionAttempts > 0 };
    // It stands until the field changes; a code that is empty again would else be missing.
    if (refused.at === name && refused.words !== undefined) return refused.words;
    return shownFault(faults[name], { label: labelOf(name), isEmpty: state.values[name] === '', ...seen });
  };
  const bind = <K extends Name<V>>(name: K): FieldBinding<V[K]> => ({
    label: labelOf(name),
    value: state.values[name],
    error: errorOf(name),
    onChange: (value) => memory.set({ [name]: value } as unknown as Partial<V>),
    onBlur: () => memory.leave(name),
  });
  return {
    values: state.values,
    set: (change) => memory.set(change),
    reset: (values) => memory.reset(values),
    at: bind,
    text: (name, write = (typed) => typed) => {
      const field = bind(name) as unknown as FieldBinding<string>;
      return { ...field, onChange: (event) => field.onChange(write(event.currentTarget.value)) };
    },
    isReady: Object.keys(faults).length === 0,
    isWrong: (Object.keys(options.start) as Name<V>[]).some((name) => errorOf(name) !== undefined),
    isDirty: !state.isDefaultValue,
    isBusy: state.isSubmitting,
    trouble: refused.trouble,
    refusal: refused.refusal,
    asked: refused.asked,
    forgive: () => memory.forgive(),
    submit: () => memory.submit(),
    letGo: () => memory.letGo(),
    form: {
      ref: place,
      onSubmit: (event) => {
        event.preventDefault();
        void memory.submit();
      },
      noValidate: true,
    },
  };
}
