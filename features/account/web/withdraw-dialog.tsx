// Setting, changing and removing the withdrawal password: six digits, told apart from the log-in's.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { type FormEvent, useState } from 'react';
import { getSecurity } from '../profile-contract.ts';
import { deleteWithdrawPassword, updateWithdrawPassword } from '../withdraw-contract.ts';
import { choicesTexts } from './choices-texts.ts';
import { PasswordField } from './password-field.tsx';

interface DigitsProps {
  label: string;
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  help?: string;
  isNew?: boolean;
}

/** Hidden while typed, digits only. */
function SixDigits({ label, value, onChange, error, help, isNew = false }: DigitsProps) {
  return (
    <TextField
      label={label}
      type="password"
      inputMode="numeric"
      autoComplete={isNew ? 'new-password' : 'off'}
      maxLength={6}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
      error={error}
      help={help}
    />
  );
}

export function WithdrawPasswordDialog({ hasOne, onClose }: { hasOne: boolean; onClose(): void }) {
  const t = useText(choicesTexts);
  const [before, setBefore] = useState('');
  const [next, setNext] = useState('');
  const [login, setLogin] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isKnown = hasOne ? before.length === 6 : login !== '';
  const errorAt = (...fields: string[]) => {
    if (failure === undefined) return undefined;
    const field = failure instanceof Failure ? (failure.field ?? '') : '';
    return fields.includes(field) ? messageOf(failure) : undefined;
  };
  const typing = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFailure(undefined);
  };
  const run = async (work: () => Promise<unknown>, said: 'purse.done' | 'purse.removed') => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      await refetch(getSecurity);
      toast({ title: t(said), kind: 'done' });
      onClose();
    } catch (thrown) {
      setFailure(thrown);
      setBusy(false);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isKnown || next.length !== 6) return;
    const proof = hasOne ? { prevPassword: before } : { loginPassword: login };
    void run(() => call(updateWithdrawPassword, { body: { password: next, ...proof } }), 'purse.done');
  };
  return (
    <Dialog isOpen onClose={onClose} title={t(hasOne ? 'purse.change' : 'purse.set')} description={t('purse.words')}>
      <form onSubmit={save} noValidate>
        {hasOne && (
          <SixDigits
            label={t('purse.old')}
            value={before}
            onChange={typing(setBefore)}
            error={errorAt('prevPassword', '') ?? (next === '' ? errorAt('password') : undefined)}
          />
        )}
        <SixDigits
          isNew
          label={t('purse.new')}
          value={next}
          onChange={typing(setNext)}
          error={next === '' ? undefined : errorAt('password')}
          help={t('purse.new.help')}
        />
        {!hasOne && (
          <PasswordField
            label={t('purse.login')}
            value={login}
            onChange={typing(setLogin)}
            autoComplete="current-password"
            error={
              errorAt('loginPassword', '') ??
              (failure instanceof Failure && failure.code === 'PASSWORD_WRONG' ? failure.message : undefined)
            }
          />
        )}
        <Button type="submit" look="brand" size={48} className="w-full" isBusy={isBusy} disabled={!isKnown || next.length !== 6}>
          {t('purse.save')}
        </Button>
        {hasOne && (
          <Button
            look="quiet"
            className="mt-2 w-full"
            disabled={before.length !== 6 || isBusy}
            onClick={() => void run(() => call(deleteWithdrawPassword, { body: { password: before } }), 'purse.removed')}
          >
            {t('purse.remove')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
