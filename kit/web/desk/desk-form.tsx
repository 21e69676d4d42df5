// Draws a declared form: one input a field of the call's body, faults and refusals at their fields, why it is done, and the second person's request.
import { type ReactNode, useMemo } from 'react';
import type { BodyField } from '../forms/body-shape.ts';
import { FormTrouble } from '../forms/form-trouble.tsx';
import { TextArea } from '../forms/text-area.tsx';
import type { CallForm } from '../forms/call-form.ts';
import { useCallForm } from '../forms/use-call-form.ts';
import type { Catalog } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { refetch } from '../query.ts';
import { toast } from '../toasts/toast-list.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Select } from '../ui/choices.tsx';
import { TextField } from '../ui/field.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { Segment } from '../ui/tabs.tsx';
import {
  type AnyRoute,
  bodyOf,
  type DeclaredField,
  type DeclaredForm,
  type Draft,
  draftOf,
  fieldsOf,
  type Given,
  type Reply,
} from './declared-form.ts';
import { Asked } from './reason-form.tsx';
import { deskTexts } from './texts.ts';

const leastReason = 4;
/** More choices than that are a list. */
const mostSegments = 4;

export interface DeskFormProps<R extends AnyRoute, C extends Catalog> {
  of: DeclaredForm<R, C>;
  /** What stands in the fields at first: a row that is changed. */
  start?: Given<R> | undefined;
  /** Parts of the body that nobody types: whom it is about. */
  fixed?: Given<R>;
  onDone?(reply: Reply<R>): void | Promise<void>;
  /** A way back, beside the button. */
  onClose?(): void;
  /** Other acts, at the foot's beginning. */
  beside?: ReactNode;
}

function useDeskForm<R extends AnyRoute, C extends Catalog>({ of, start = {}, fixed = {}, onDone }: DeskFormProps<R, C>) {
  const t = useText(of.texts);
  const d = useText(deskTexts);
  const fields = useMemo(() => fieldsOf(of), [of]);
  const declared = of.fields as Readonly<Record<string, DeclaredField<C> | undefined>>;
  const labels = Object.fromEntries(
    Object.keys(fields).map((name) => [name, declared[name] ? t(declared[name].label) : d('desk.reason')]),
  ) as Record<string, string>;
  const asksWhy = 'reason' in fields && declared['reason'] === undefined;
  const form = useCallForm<R, Draft>({
    route: of.route,
    start: useMemo(() => draftOf(fields, start as Record<string, unknown>), [fields, start]),
    labels,
    optional: Object.keys(fields).filter((name) => fields[name]!.isOptional && !(asksWhy && name === 'reason')),
    body: (draft) => bodyOf(fields, draft, fixed as Record<string, unknown>),
    check: ({ reason }) =>
      asksWhy ? { reason: String(reason).trim().length < leastReason && d('desk.reason.short', { least: leastReason }) } : {},
    onDone: async (reply) => {
      await Promise.all((of.refetches ?? []).map(refetch));
      if (of.done) toast({ title: t(of.done), kind: 'done' });
      await onDone?.(reply as Reply<R>);
    },
  });
  return { form, fields, declared, t };
}

export function DeskForm<R extends AnyRoute, C extends Catalog>(props: DeskFormProps<R, C>) {
  const { of, onClose, beside } = props;
  const d = useText(deskTexts);
  const { form, fields, declared, t } = useDeskForm(props);
  return (
    <>
      <form {...form.form}>
        {Object.entries(fields).map(([name, field]) => {
          const words = declared[name];
          return (
            <DeskField
              key={name}
              name={name}
              field={field}
              form={form}
              rows={words ? words.rows : 3}
              note={words ? words.note && t(words.note) : d('desk.reason.note')}
              help={words?.help && t(words.help)}
              unit={words?.unit}
              wordOf={(value) => (words?.words === undefined ? value : t(`${words.words}${value}` as keyof C & string))}
            />
          );
        })}
        <FormTrouble words={form.trouble} className="mb-3" />
        <div className="overlay-foot flex flex-wrap items-center justify-end gap-2">
          {beside}
          {onClose && <Button onClick={onClose}>{d('desk.cancel')}</Button>}
          <Button type="submit" look={of.look ?? 'brand'} isBusy={form.isBusy}>
            {t(of.submit)}
          </Button>
        </div>
      </form>
      {form.asked !== undefined && <Asked requestId={form.asked} onClose={onClose ?? (() => form.reset())} />}
    </>
  );
}

interface DeskFieldProps {
  name: string;
  field: BodyField;
  form: CallForm<Draft>;
  rows: number | undefined;
  note: ReactNode;
  help: ReactNode;
  unit: string | undefined;
  wordOf(value: string): string;
}

function DeskField({ name, field: { kind, most, options, isOptional }, form, rows, note, help, unit, wordOf }: DeskFieldProps) {
  const { value, label, error, onChange } = form.at(name);
  if (kind === 'flag')
    return (
      <div className="mb-4">
        <Checkbox isOn={value === true} onChange={onChange}>
          {label}
        </Checkbox>
      </div>
    );
  if (kind === 'choice') {
    const items = options.map((each) => ({ value: each, label: wordOf(each) }));
    const isShort = options.length <= mostSegments && !isOptional;
    const props = { label, value: String(value), onChange };
    return (
      <div className="mb-4" {...(error !== undefined && { 'data-wrong': true })}>
        <p className="mb-1.5 text-13 font-semibold">{label}</p>
        {isShort ? <Segment isFull {...props} items={items} /> : <Select {...props} options={items} />}
        {error && <p className="pt-1.5 text-12 text-danger">{error}</p>}
      </div>
    );
  }
  const isFigure = kind === 'whole' || kind === 'amount';
  const shared = { ...form.text(name), note, help, maxLength: isFigure ? 40 : most };
  if (rows !== undefined) return <TextArea {...shared} rows={rows} />;
  return (
    <TextField
      {...shared}
      autoComplete="off"
      inputMode={kind === 'whole' ? 'numeric' : kind === 'amount' ? 'decimal' : 'text'}
      end={unit && <span className="text-12 text-mute">{unit}</span>}
    />
  );
}

interface DeskFormDialogProps<R extends AnyRoute, C extends Catalog> extends DeskFormProps<R, C> {
  title: ReactNode;
  description?: ReactNode;
  onClose(): void;
}

/** The same over the page; it closes when it is done. */
export function DeskFormDialog<R extends AnyRoute, C extends Catalog>({ title, description, onDone, ...rest }: DeskFormDialogProps<R, C>) {
  return (
    <Dialog isOpen onClose={rest.onClose} title={title} description={description}>
      <DeskForm
        {...rest}
        onDone={async (reply) => {
          await onDone?.(reply);
          rest.onClose();
        }}
      />
    </Dialog>
  );
}
