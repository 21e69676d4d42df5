// Asks why before something is done to a member or a site; where a second person must agree it says that the request was made.
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Failure, messageOf } from '../failure.ts';
import { useText } from '../i18n/use-text.ts';
import { Button, buttonClass, type ButtonLook } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Dialog } from '../ui/overlays.tsx';
import { deskTexts } from './texts.ts';

interface ReasonDialogProps {
  title: ReactNode;
  description?: ReactNode;
  confirm: ReactNode;
  look?: ButtonLook;
  /** The act itself is reason enough. */
  isOptional?: boolean;
  /** Says what is missing in the fields of `children`. */
  blocked?: string | undefined;
  /** Throws what `messageOf` can tell; APPROVAL_REQUIRED is no fault. */
  onConfirm(reason: string): Promise<unknown>;
  onClose(): void;
  /** Names of the fields in `children`: a refusal that names one of them stands there, others at the reason. */
  fields?: readonly string[];
  /** Further fields, above the reason. */
  children?: ReactNode | ((wrongAt: (field: string) => string | undefined) => ReactNode);
}

const leastLength = 4;

/** The number of the request for a second person, when a call was answered so. */
export function approvalOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Failure) || thrown.code !== 'APPROVAL_REQUIRED') return undefined;
  return String(thrown.data['requestId'] ?? '');
}

export function ReasonDialog(props: ReasonDialogProps) {
  const [asked, setAsked] = useState<string>();
  return asked === undefined ? <Ask {...props} onAsked={setAsked} /> : <Asked requestId={asked} onClose={props.onClose} />;
}

function Ask({
  title,
  description,
  confirm,
  look = 'brand',
  isOptional = false,
  blocked,
  onConfirm,
  onClose,
  onAsked,
  fields = [],
  children,
}: ReasonDialogProps & { onAsked(requestId: string): void }) {
  const t = useText(deskTexts);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<{ field: string; words: string }>();
  const [isBusy, setBusy] = useState(false);
  const isShort = !isOptional && reason.trim().length < leastLength;
  const missing = blocked ?? (isShort ? t('desk.reason.short', { least: leastLength }) : undefined);
  const form = useRef<HTMLFormElement>(null);
  // A field that was refused may be far above the button.
  useEffect(() => {
    if (wrong !== undefined) {
      const place = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong]');
      place?.scrollIntoView({ block: 'center' });
      place?.focus();
    }
  }, [wrong]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing !== undefined || isBusy) return;
    setBusy(true);
    setWrong(undefined);
    try {
      await onConfirm(reason.trim());
      onClose();
    } catch (thrown) {
      const requestId = approvalOf(thrown);
      if (requestId !== undefined) onAsked(requestId);
      else {
        const field = thrown instanceof Failure ? thrown.field : undefined;
        setWrong({ field: field !== undefined && fields.includes(field) ? field : '', words: messageOf(thrown) });
        setBusy(false);
      }
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <form ref={form} onSubmit={(event) => void submit(event)}>
        {typeof children === 'function' ? children((field) => (wrong?.field === field ? wrong.words : undefined)) : children}
        <Field label={t('desk.reason')} note={t('desk.reason.note')} error={wrong?.field === '' && wrong.words}>
          {({ id, describedBy, isWrong }) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              aria-invalid={isWrong || undefined}
              value={reason}
              maxLength={500}
              rows={3}
              onChange={(event) => setReason(event.target.value)}
              className="w-full rounded-4 border border-edge/70 bg-surface px-3 py-2 text-16 outline-none focus:border-brand focus:shadow-[inset_0_0_0_1px_var(--brand)] tablet:text-14"
            />
          )}
        </Field>
        <div className="overlay-foot flex flex-wrap items-center justify-end gap-2">
          {missing && <span className="mr-auto min-w-0 flex-1 basis-20 text-12 text-mute">{missing}</span>}
          <Button onClick={onClose}>{t('desk.cancel')}</Button>
          <Button type="submit" look={look} isBusy={isBusy} disabled={missing !== undefined}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Nothing has changed yet: a second person decides. */
export function Asked({ requestId, onClose }: { requestId: string; onClose(): void }) {
  const t = useText(deskTexts);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('desk.asked')}
      description={t('desk.asked.words')}
      foot={
        <>
          <Link to="/approvals" search={{ open: requestId } as never} className={buttonClass('line', 40)} onClick={onClose}>
            {t('desk.asked.open')}
          </Link>
          <Button look="ink" onClick={onClose}>
            {t('desk.close')}
          </Button>
        </>
      }
    >
      <p className="text-13 text-sub">{t('desk.asked.number', { id: requestId })}</p>
    </Dialog>
  );
}
