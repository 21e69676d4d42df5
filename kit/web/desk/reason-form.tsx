// A form over the page that ends with why; where a second person must agree it says that the request was made.
import { Link } from '@tanstack/react-router';
import { approvalOf } from '../forms/approval.ts';
import { TextArea } from '../forms/text-area.tsx';
import type { CallForm, OpenForm } from '../forms/call-form.ts';
import { FormTrouble } from '../forms/form-trouble.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { useText } from '../i18n/use-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays.tsx';
import type { ReasonDialogProps } from './reason-dialog.tsx';
import { deskTexts } from './texts.ts';

const leastLength = 4;

/** What `ReasonDialog` loads. */
export function AskWhy({ onConfirm, sends, ...frame }: ReasonDialogProps) {
  const t = useText(deskTexts);
  const form = useCallForm<OpenForm, WithReason, unknown>({
    start: { reason: '' },
    labels: { reason: t('desk.reason') },
    optional: frame.isOptional === true ? ['reason'] : [],
    otherwise: 'reason',
    send: async ({ reason }) => {
      await onConfirm(reason.trim()).catch((thrown: unknown) => {
        if (approvalOf(thrown) !== undefined) sends?.letGo();
        throw thrown;
      });
      sends?.letGo();
    },
    onDone: frame.onClose,
  });
  return <ReasonForm {...frame} form={form} />;
}

interface WithReason {
  reason: string;
}

interface ReasonFormProps<V extends WithReason> extends Omit<ReasonDialogProps, 'onConfirm' | 'sends'> {
  /** `reason` is its last field; a refusal of no field stands there with `otherwise`, else above the buttons. */
  form: CallForm<V>;
  /** Says what is missing in the fields of `children`. */
  blocked?: string | undefined;
}

/** The same for a form that has fields of its own: they are `children`. */
export function ReasonForm<V extends WithReason>(props: ReasonFormProps<V>) {
  const { title, description, confirm, look = 'brand', isOptional = false, blocked, form, onClose, children } = props;
  const t = useText(deskTexts);
  const isShort = !isOptional && form.values.reason.trim().length < leastLength;
  const missing = blocked ?? (isShort ? t('desk.reason.short', { least: leastLength }) : undefined);
  if (form.asked !== undefined) return <Asked requestId={form.asked} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <form {...form.form}>
        {children}
        <TextArea {...form.text('reason' as never)} label={t('desk.reason')} note={t('desk.reason.note')} maxLength={500} />
        <FormTrouble words={form.trouble} className="mb-3" />
        <div className="overlay-foot flex flex-wrap items-center justify-end gap-2">
          {missing && <span className="mr-auto min-w-0 flex-1 basis-20 text-12 text-mute">{missing}</span>}
          <Button onClick={onClose}>{t('desk.cancel')}</Button>
          <Button type="submit" look={look} isBusy={form.isBusy} disabled={missing !== undefined}>
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
