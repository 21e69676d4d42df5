// Changing one's password, and new recovery codes in place of the old: both want the current password.
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { useState } from 'react';
import { changeDeskPassword, listDeskSessions, renewDeskRecovery } from '../contract.ts';
import { RecoveryList } from './recovery-list.tsx';
import { securityTexts } from './security-texts.ts';
import { relearn } from './self.ts';
import { leastPassword } from './setup-page.tsx';
import { texts } from './texts.ts';

export function PasswordDialog({ onClose }: { onClose(): void }) {
  const t = useText(securityTexts);
  const own = useText(texts);
  const form = useCallForm({
    route: changeDeskPassword,
    start: { currentPassword: '', password: '' },
    labels: { currentPassword: t('sec.password.now'), password: t('sec.password.next') },
    otherwise: 'password',
    body: (typed) => typed,
    onDone: () => {
      toast({ title: t('sec.password.done'), stay: 'notice' });
      void refetch(listDeskSessions);
      onClose();
    },
  });
  const { currentPassword, password } = form.values;
  return (
    <Dialog isOpen onClose={onClose} title={t('sec.password.change')} description={t('sec.password.words')}>
      <form {...form.form}>
        <TextField {...form.text('currentPassword')} type="password" autoComplete="current-password" />
        <TextField {...form.text('password')} type="password" autoComplete="new-password" help={own('op.password.rule')} />
        <Button
          type="submit"
          look="brand"
          className="w-full"
          isBusy={form.isBusy}
          disabled={currentPassword === '' || password.length < leastPassword}
        >
          {t('sec.password.change')}
        </Button>
      </form>
    </Dialog>
  );
}

export function RecoveryDialog({ onClose }: { onClose(): void }) {
  const t = useText(securityTexts);
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useCallForm({
    route: renewDeskRecovery,
    start: { currentPassword: '' },
    labels: { currentPassword: t('sec.password.now') },
    otherwise: 'currentPassword',
    body: (typed) => typed,
    onDone: ({ recoveryCodes }) => {
      setCodes(recoveryCodes);
      void relearn();
    },
  });
  return (
    <Dialog isOpen isFirm={codes !== undefined} onClose={onClose} title={t('sec.recovery.new')} description={t('sec.recovery.words')}>
      {codes ? (
        <RecoveryList codes={codes} go={t('sec.recovery.done')} onDone={onClose} />
      ) : (
        <form {...form.form}>
          <TextField {...form.text('currentPassword')} type="password" autoComplete="current-password" />
          <Button type="submit" look="brand" className="w-full" isBusy={form.isBusy} disabled={!form.isReady}>
            {t('sec.recovery.new')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
