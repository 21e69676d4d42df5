// Changing one's password: the current one is asked for, every other device is logged out, this one goes on.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { admit } from '@maru/kit/web/session.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { type FormEvent, useState } from 'react';
import { passwordRule } from '../account-rules.ts';
import { changePassword } from '../contract.ts';
import { getSecurity, listLogins } from '../profile-contract.ts';
import { PasswordField } from './password-field.tsx';
import { profileTexts } from './profile-texts.ts';

const FORM = 'change-password';

export function ChangePasswordDialog({ onClose }: { onClose(): void }) {
  const t = useText(profileTexts);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [failure, setFailure] = useState<{ message: string; isCurrent: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const isLong = passwordRule.safeParse(next).success;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (current === '' || !isLong || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      admit(await call(changePassword, { body: { currentPassword: current, password: next } }));
      // The old login's socket ends with it; the new one opens its own.
      socket.restart();
      await Promise.all([refetch(getSecurity), refetch(listLogins)]);
      toast({ title: t('profile.password.done'), line: t('profile.password.done.words'), kind: 'done', stay: 'notice' });
      onClose();
    } catch (thrown) {
      setFailure({ message: messageOf(thrown), isCurrent: thrown instanceof Failure && thrown.field === 'currentPassword' });
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('profile.password.title')}
      description={t('profile.password.words')}
      foot={
        <>
          <Button onClick={onClose}>{t('profile.cancel')}</Button>
          <Button type="submit" form={FORM} look="ink" isBusy={isBusy} disabled={current === '' || !isLong}>
            {t('profile.change')}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void save(event)} noValidate>
        <PasswordField
          label={t('profile.password.current')}
          value={current}
          onChange={(value) => {
            setCurrent(value);
            setFailure(undefined);
          }}
          autoComplete="current-password"
          error={failure?.isCurrent ? failure.message : undefined}
        />
        <PasswordField
          label={t('profile.password.new')}
          value={next}
          onChange={(value) => {
            setNext(value);
            setFailure(undefined);
          }}
          autoComplete="new-password"
          help={t('profile.password.short')}
          error={failure !== undefined && !failure.isCurrent ? failure.message : undefined}
        />
      </form>
    </Dialog>
  );
}
