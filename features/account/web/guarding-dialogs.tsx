// Dialogs of guarding oneself: the words in every mail, and the lock on the settings.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { antiPhishingRule } from '../account-rules.ts';
import { getSecurity, lockSettings, setAntiPhishing } from '../profile-contract.ts';
import { guardingTexts } from './guarding-texts.ts';
import { PasswordField } from './password-field.tsx';

interface GuardDialogProps {
  title: string;
  words: string;
  submit: string;
  isReady: boolean;
  save(password: string): Promise<void>;
  onClose(): void;
  children(failure: Failure | undefined): ReactNode;
}

/** A field or choice of its own, the password, and one button. */
function GuardDialog({ title, words, submit, isReady, save, onClose, children }: GuardDialogProps) {
  const t = useText(guardingTexts);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const refused = failure instanceof Failure ? failure : undefined;
  const isElsewhere = refused?.field === 'phrase';
  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || password === '' || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await save(password);
      await refetch(getSecurity);
      onClose();
    } catch (thrown) {
      setFailure(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={title} description={words}>
      <form onSubmit={(event) => void run(event)} noValidate>
        {children(refused)}
        <PasswordField
          label={t('guard.password')}
          value={password}
          autoComplete="current-password"
          onChange={(value) => {
            setPassword(value);
            setFailure(undefined);
          }}
          error={failure !== undefined && !isElsewhere ? messageOf(failure) : undefined}
        />
        <Button type="submit" look="brand" size={48} className="w-full" isBusy={isBusy} disabled={!isReady || password === ''}>
          {submit}
        </Button>
      </form>
    </Dialog>
  );
}

export function AntiPhishingDialog({ onClose }: { onClose(): void }) {
  const t = useText(guardingTexts);
  const [phrase, setPhrase] = useState('');
  return (
    <GuardDialog
      title={t('phish.title')}
      words={t('phish.words')}
      submit={t('guard.save')}
      isReady={antiPhishingRule.safeParse(phrase).success}
      onClose={onClose}
      save={async (password) => {
        await call(setAntiPhishing, { body: { phrase, password } });
        toast({ title: t('phish.done'), kind: 'done' });
      }}
    >
      {(failure) => (
        <TextField
          label={t('phish.phrase')}
          value={phrase}
          onChange={(event) => setPhrase(event.currentTarget.value)}
          maxLength={20}
          autoComplete="off"
          error={failure?.field === 'phrase' ? failure.message : undefined}
          help={t('phish.rule')}
        />
      )}
    </GuardDialog>
  );
}

const dayChoices = ['1', '3', '7', '30'] as const;

export function SettingsLockDialog({ onClose }: { onClose(): void }) {
  const t = useText(guardingTexts);
  const [days, setDays] = useState<(typeof dayChoices)[number]>('7');
  return (
    <GuardDialog
      title={t('slock.title')}
      words={t('slock.words')}
      submit={t('slock.lock')}
      isReady
      onClose={onClose}
      save={async (password) => {
        const { until } = await call(lockSettings, { body: { days: Number(days), password } });
        toast({ title: t('slock.done'), line: moment(until, 'said'), kind: 'done', stay: 'notice' });
      }}
    >
      {() => (
        <Field label={t('slock.days')}>
          {() => (
            <Segment
              isFull
              label={t('slock.days')}
              value={days}
              onChange={setDays}
              items={dayChoices.map((value) => ({ value, label: t('slock.day', { days: Number(value) }) }))}
            />
          )}
        </Field>
      )}
    </GuardDialog>
  );
}
