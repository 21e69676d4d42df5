// Changing one's password: the current one is asked for, every other device is logged out, this one goes on.
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { admit } from '@maru/kit/web/session.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { passwordRule } from '../account-rules.ts';
import { changePassword } from '../contract.ts';
import { getSecurity, listLogins } from '../profile-contract.ts';
import { PasswordField } from './password-field.tsx';
import { profileTexts } from './profile-texts.ts';

const FORM = 'change-password';

export function ChangePasswordDialog({ onClose }: { onClose(): void }) {
  const t = useText(profileTexts);
  const form = useCallForm({
    route: changePassword,
    start: { current: '', next: '' },
    labels: { current: t('profile.password.current'), next: t('profile.password.new') },
    fields: { currentPassword: 'current', password: 'next' },
    otherwise: 'next',
    check: ({ next }) => ({ next: !passwordRule.safeParse(next).success && t('profile.password.short') }),
    body: ({ current, next }) => ({ currentPassword: current, password: next }),
    onDone: async (answer) => {
      admit(answer);
      // The old login's socket ends with it; the new one opens its own.
      socket.restart();
      await Promise.all([refetch(getSecurity), refetch(listLogins)]);
      toast({ title: t('profile.password.done'), line: t('profile.password.done.words'), kind: 'done', stay: 'notice' });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('profile.password.title')}
      description={t('profile.password.words')}
      foot={
        <>
          <Button onClick={onClose}>{t('profile.cancel')}</Button>
          <Button type="submit" form={FORM} look="ink" isBusy={form.isBusy} disabled={!form.isReady}>
            {t('profile.change')}
          </Button>
        </>
      }
    >
      <form id={FORM} {...form.form}>
        <PasswordField {...form.at('current')} autoComplete="current-password" />
        <PasswordField {...form.at('next')} autoComplete="new-password" help={t('profile.password.short')} />
      </form>
    </Dialog>
  );
}
