// Acts as a page declares them: buttons beside its title and on its rows, and the one that is asked for now.
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../failure.ts';
import type { Catalog } from '../i18n/language.ts';
import type { Text } from '../i18n/use-text.ts';
import { toast } from '../toasts/toast-list.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/classes.ts';
import type { DeskColumn } from './data-table.tsx';
import { type Act, type Asking, wordsOf } from './page-definition.ts';
import { ReasonDialog } from './reason-dialog.tsx';

// Of a row or of the page's answer: which of them only the act itself knows.
// oxlint-disable-next-line typescript/no-explicit-any -- as above
type AnyAct<C extends Catalog> = Act<C, any>;

export interface Chosen<C extends Catalog> {
  act: AnyAct<C>;
  of: unknown;
}

interface ActProps<C extends Catalog> {
  act: AnyAct<C>;
  of: unknown;
  t: Text<C>;
  onAsk(chosen: Chosen<C>): void;
  /** What the list was asked with. */
  asked?: Readonly<Record<string, string>>;
}

const nothing = {};

/** What is done at once: a refusal is told. */
export async function attempt(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
  }
}

const named = <C extends Catalog>(act: AnyAct<C>, of: unknown, t: Text<C>) =>
  act.named === undefined ? {} : { 'aria-label': wordsOf(t, act.named, of) };

/** Beside the title. */
export function ActButton<C extends Catalog>({ act, of, t, onAsk, asked = nothing, size = 32 }: ActProps<C> & { size?: 24 | 32 }) {
  const [isBusy, setBusy] = useState(false);
  const label = wordsOf(t, act.label, of);
  const { look = 'line', icon } = act;
  if ('to' in act)
    return (
      <Link to={act.to(of, asked) as never} className={buttonClass(look, size)}>
        {icon}
        {label}
      </Link>
    );
  const press = async () => {
    if (!('does' in act)) return onAsk({ act, of });
    setBusy(true);
    await attempt(act.does(of, t));
    setBusy(false);
  };
  return (
    <Button
      {...named(act, of, t)}
      size={size}
      look={look}
      icon={icon}
      isBusy={isBusy}
      disabled={act.isOff?.(of) === true}
      onClick={() => void press()}
    >
      {label}
    </Button>
  );
}

/** On a row: its words, unless it looks like a button. */
function RowAct<C extends Catalog>(props: ActProps<C> & { size: 24 | 32 }) {
  const { act, of, t, onAsk } = props;
  if (act.look !== undefined && act.look !== 'danger') return <ActButton {...props} />;
  return (
    <button
      type="button"
      {...named(act, of, t)}
      className={cx('touch', act.look === 'danger' ? 'text-danger' : 'hover:text-brand')}
      onClick={() => ('does' in act ? void attempt(act.does(of, t)) : onAsk({ act, of }))}
    >
      {wordsOf(t, act.label, of)}
    </button>
  );
}

/** The column at the table's edge. */
export function actColumn<C extends Catalog, Row>(
  acts: readonly Act<C, Row>[],
  t: Text<C>,
  onAsk: (chosen: Chosen<C>) => void,
  size: 24 | 32,
): DeskColumn<Row> {
  return {
    key: 'acts',
    head: '',
    isFigure: true,
    isAtHand: true,
    cell: (row): ReactNode => {
      const possible = acts.filter(({ when }) => when?.(row) ?? true);
      return (
        possible.length > 0 && (
          <span className="flex items-center justify-end gap-x-4 gap-y-2 text-12 font-semibold whitespace-nowrap">
            {possible.map((act) => (
              <RowAct key={act.key} act={act} of={row} t={t} onAsk={onAsk} size={size} />
            ))}
          </span>
        )
      );
    },
  };
}

/** The form or the question of the act that was chosen. */
export function ChosenAct<C extends Catalog>({ act, of, t, onClose }: Chosen<C> & { t: Text<C>; onClose(): void }) {
  if ('form' in act) {
    const { form: Form } = act;
    return <Form of={of} onClose={onClose} />;
  }
  if (!('ask' in act)) return null;
  const {
    title,
    words,
    confirm,
    isOptional = false,
    look = act.look === 'danger' ? 'danger' : 'brand',
    call,
  }: Asking<C, unknown> = act.ask;
  return (
    <ReasonDialog
      title={wordsOf(t, title, of)}
      description={wordsOf(t, words, of)}
      confirm={wordsOf(t, confirm, of)}
      look={look}
      isOptional={isOptional}
      onConfirm={(reason) => call(of, reason, t)}
      onClose={onClose}
    />
  );
}
