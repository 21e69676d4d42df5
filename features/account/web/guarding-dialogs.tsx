// Dialogs of guarding oneself: the words in every mail, and the lock on the settings.
import type { CallForm, FieldBinding } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import type { ReactNode } from 'react';
import { antiPhishingRule } from '../account-rules.ts';
import { getSecurity, lockSettings, setAntiPhishing } from '../profile-contract.ts';
import { guardingTexts } from './guarding-texts.ts';
import { PasswordField } from './password-field.tsx';

interface GuardDialogProps {
  title: string;
  words: string;
  submit: string;
  isReady: boolean;
  form: Pick<CallForm<object>, 'form' | 'isBusy'>;
  password: FieldBinding<string>;
  onClose(): void;
  children: ReactNode;
}

/** A field or choice of its own, the password, and one button. */
function GuardDialog({ title, words, submit, isReady, form, password, onClose, children }: GuardDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={title} description={words}>
      <form {...form.form}>
        {children}
        <PasswordField {...password} autoComplete="current-password" />
        <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={!isReady || password.value === ''}>
          {submit}
        </Button>
      </form>
    </Dialog>
  );
}

async function done(onClose: () => void): Promise<void> {
  await refetch(getSecurity);
  onClose();
}

export function AntiPhishingDialog({ onClose }: { onClose(): void }) {
  const t = useText(guardingTexts);
  const form = useCallForm({
    route: setAntiPhishing,
    start: { phrase: '', password: '' },
    labels: { phrase: t('phish.phrase'), password: t('guard.password') },
    otherwise: 'password',
    body: (typed) => typed,
    onDone: () => {
      toast({ title: t('phish.done'), kind: 'done' });
      return done(onClose);
    },
  });
  return (
    <GuardDialog
      title={t('phish.title')}
      words={t('phish.words')}
      submit={t('guard.save')}
      isReady={antiPhishingRule.safeParse(form.values.phrase).success}
      form={form}
      password={form.at('password')}
      onClose={onClose}
    >
      <TextField {...form.text('phrase')} maxLength={20} autoComplete="off" help={t('phish.rule')} />
    </GuardDialog>
  );
}

const dayChoices = ['1', '3', '7', '30'] as const;

export function SettingsLockDialog({ onClose }: { onClose(): void }) {
  const t = useText(guardingTexts);
  const form = useCallForm({
    route: lockSettings,
    start: { days: '7' as (typeof dayChoices)[number], password: '' },
    labels: { password: t('guard.password') },
    otherwise: 'password',
    losesNothing: true,
    body: ({ days, password }) => ({ days: Number(days), password }),
    onDone: ({ until }) => {
      toast({ title: t('slock.done'), line: moment(until, 'said'), kind: 'done', stay: 'notice' });
      return done(onClose);
    },
  });
  return (
    <GuardDialog
      title={t('slock.title')}
      words={t('slock.words')}
      submit={t('slock.lock')}
      isReady
      form={form}
      password={form.at('password')}
      onClose={onClose}
    >
      <Field label={t('slock.days')}>
        {() => (
          <Segment
            isFull
            label={t('slock.days')}
            value={form.values.days}
            onChange={form.at('days').onChange}
            items={dayChoices.map((value) => ({ value, label: t('slock.day', { days: Number(value) }) }))}
          />
        )}
      </Field>
    </GuardDialog>
  );
}
