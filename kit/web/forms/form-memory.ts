// What a form remembers while it is open: values, fields that were left, whether it is being sent, and what came back instead of an answer.
import { FormApi } from '@tanstack/react-form';
import { approvalOf } from './approval.ts';

/** Asked at the moment of sending, so with what is known then. */
export interface Sender<V> {
  isSound(values: V): boolean;
  /** Throws what `messageOf` can tell. */
  send(values: V): Promise<void>;
  /** The field of the form that a refusal is about. */
  fieldOf(thrown: unknown, values: V): (keyof V & string) | undefined;
  /** Empty again after a refusal. */
  spent?: readonly (keyof V & string)[] | undefined;
  /** Nothing was sent: a field is wrong. */
  refused?(): void;
  /** A second person must agree; without it that stands as what came back. */
  asked?: ((requestId: string) => void | Promise<void>) | undefined;
  settled?: (() => void | Promise<void>) | undefined;
}

function apiOf<V extends object>(start: V, sender: () => Sender<V>, sent: (values: V) => void, failed: (thrown: unknown) => void) {
  return new FormApi({
    defaultValues: start,
    // What was refused by the server stands at its field until that changes, and does not keep anybody from asking again.
    canSubmitWhenInvalid: true,
    validators: { onSubmit: ({ value }: { value: V }) => (sender().isSound(value) ? undefined : 'wrong') },
    onSubmitInvalid: () => sender().refused?.(),
    onSubmit: async ({ value }: { value: V }) => {
      try {
        await sender().send(value);
        sent(value);
      } catch (thrown) {
        const requestId = approvalOf(thrown);
        const { asked } = sender();
        if (requestId !== undefined) sent(value);
        if (requestId !== undefined && asked) await asked(requestId);
        else failed(thrown);
      }
      await sender().settled?.();
    },
  });
}

type Api<V extends object> = ReturnType<typeof apiOf<V>>;

export class FormMemory<V extends object> {
  readonly api: Api<V>;
  #sender: Sender<V> | undefined;
  /** Values that arrived, or that somebody gave up. */
  #settled: V | undefined;

  constructor(start: V) {
    this.api = apiOf(
      start,
      () => this.#sender!,
      (values) => (this.#settled = values),
      (thrown) => this.#refuse(thrown),
    );
  }

  /** The screen as it is drawn now. */
  follow(sender: Sender<V>): void {
    this.#sender = sender;
  }

  #refuse(thrown: unknown): void {
    const { fieldOf, spent = [] } = this.#sender!;
    this.api.setErrorMap({ onServer: { thrown, field: fieldOf(thrown, this.api.state.values) } } as never);
    for (const name of spent) this.#write(name, this.api.options.defaultValues?.[name]);
  }

  #write(name: string, value: unknown): void {
    // The library would take away what the server said with any change.
    this.api.setFieldValue(name as never, value as never, { dontValidate: true });
  }

  forgive(): void {
    this.api.setErrorMap({ onServer: undefined } as never);
  }

  set(change: Partial<V>): void {
    for (const [name, value] of Object.entries(change)) this.#write(name, value);
    const at = refusalOf(this.api.state)?.field;
    if (at === undefined || at in change) this.forgive();
  }

  /** The field lost the focus: what is wrong with it may be said. */
  leave(name: keyof V & string): void {
    this.api.setFieldMeta(name as never, (meta) => ({ ...meta, isBlurred: true }));
  }

  /** Something was typed that stands nowhere else. */
  get isUnsaved(): boolean {
    const { isDefaultValue, isSubmitting, values } = this.api.state;
    return !isDefaultValue && !isSubmitting && values !== this.#settled;
  }

  /** Whoever typed it does not want it any more. */
  letGo(): void {
    this.#settled = this.api.state.values;
  }

  /** A second press while it is on its way is none. */
  async submit(): Promise<void> {
    if (this.api.state.isSubmitting) return;
    this.forgive();
    await this.api.handleSubmit();
  }

  /** Begins anew, with other values where some are given. */
  reset(values?: V): void {
    this.forgive();
    this.api.reset(values);
  }
}

export interface Refused {
  thrown: unknown;
  field: string | undefined;
}

export function refusalOf(state: { errorMap: object }): Refused | undefined {
  return (state.errorMap as { onServer?: Refused }).onServer;
}
