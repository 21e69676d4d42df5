// Setting, changing and removing the withdrawal password: six digits, told apart from the log-in's.
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { SECRET_DIGITS, SecretDigits } from '@maru/kit/web/inputs/secret-digits.tsx';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { getSecurity } from '../profile-contract.ts';
import { deleteWithdrawPassword, updateWithdrawPassword } from '../withdraw-contract.ts';
import { choicesTexts } from './choices-texts.ts';
import { PasswordField } from './password-field.tsx';

interface WithdrawProps {
  hasOne: boolean;
  onClose(): void;
}

const start = { before: '', next: '', login: '' };

function useWithdrawForm({ hasOne, onClose }: WithdrawProps) {
  const t = useText(choicesTexts);
  const proof = hasOne ? ('before' as const) : ('login' as const);
  return useCallForm<typeof updateWithdrawPassword, typeof start>({
    route: updateWithdrawPassword,
    start,
    labels: { before: t('purse.old'), next: t('purse.new'), login: t('purse.login') },
    optional: [hasOne ? 'login' : 'before'],
    // Of a removal `password` is the one that is there.
    fields: ({ next }) => ({ prevPassword: 'before', loginPassword: 'login', password: hasOne && next === '' ? 'before' : 'next' }),
    otherwise: proof,
    body: ({ before, next, login }) => ({ password: next, ...(hasOne ? { prevPassword: before } : { loginPassword: login }) }),
    onDone: () => said(hasOne ? 'purse.done' : 'purse.done.first', t, onClose),
  });
}

async function said(what: 'purse.done' | 'purse.done.first' | 'purse.removed', t: Text<typeof choicesTexts>, onClose: () => void) {
  await refetch(getSecurity);
  toast({ title: t(what), kind: 'done' });
  onClose();
}

/** Its own sending: the same fields, without a new password. */
function useRemoval({ onClose }: WithdrawProps) {
  const t = useText(choicesTexts);
  return useCallForm<typeof deleteWithdrawPassword, { password: string }>({
    route: deleteWithdrawPassword,
    start: { password: '' },
    labels: { password: t('purse.old') },
    otherwise: 'password',
    onDone: () => said('purse.removed', t, onClose),
  });
}

export function WithdrawPasswordDialog(props: WithdrawProps) {
  const { hasOne, onClose } = props;
  const t = useText(choicesTexts);
  const form = useWithdrawForm(props);
  const removal = useRemoval(props);
  const { before, next } = form.values;
  const login = form.at('login');
  const isLoginWrong = form.refusal?.code === 'PASSWORD_WRONG';
  const isBusy = form.isBusy || removal.isBusy;
  const isKnown = hasOne ? before.length === SECRET_DIGITS : login.value !== '';
  const old = form.at('before');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(hasOne ? 'purse.change' : 'purse.set')}
      description={t(hasOne ? 'purse.words' : 'purse.words.first')}
    >
      <form {...form.form}>
        {hasOne && (
          <SecretDigits
            {...old}
            onChange={(value) => {
              old.onChange(value);
              removal.set({ password: value });
            }}
            error={old.error ?? removal.at('password').error}
          />
        )}
        <SecretDigits isNew {...form.at('next')} help={t('purse.new.help')} />
        {!hasOne && (
          <PasswordField
            {...login}
            error={login.error ?? (isLoginWrong ? form.refusal?.message : undefined)}
            autoComplete="current-password"
          />
        )}
        <Button
          type="submit"
          look="brand"
          size={48}
          className="w-full"
          isBusy={form.isBusy}
          disabled={!isKnown || next.length !== SECRET_DIGITS || isBusy}
        >
          {t('purse.save')}
        </Button>
        {hasOne && (
          <Button
            look="quiet"
            className="mt-2 w-full"
            disabled={before.length !== SECRET_DIGITS || isBusy}
            onClick={() => void removal.submit()}
          >
            {t('purse.remove')}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
