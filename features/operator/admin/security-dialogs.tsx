// Changing one's password, and new recovery codes in place of the old: both want the current password.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { type FormEvent, useState } from 'react';
import { changeDeskPassword, listDeskSessions, renewDeskRecovery } from '../contract.ts';
import { RecoveryList } from './recovery-list.tsx';
import { securityTexts } from './security-texts.ts';
import { relearn } from './self.ts';
import { leastPassword } from './setup-page.tsx';
import { texts } from './texts.ts';

interface Wrong {
  field: string;
  words: string;
}

const wrongOf = (thrown: unknown, otherwise: string): Wrong => ({
  field: (thrown instanceof Failure && thrown.field) || otherwise,
  words: messageOf(thrown),
});

export function PasswordDialog({ onClose }: { onClose(): void }) {
  const t = useText(securityTexts);
  const own = useText(texts);
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<Wrong>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setWrong(undefined);
    try {
      await call(changeDeskPassword, { body: { currentPassword, password } });
      toast({ title: t('sec.password.done'), stay: 'notice' });
      void refetch(listDeskSessions);
      onClose();
    } catch (thrown) {
      setWrong(wrongOf(thrown, 'password'));
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('sec.password.change')} description={t('sec.password.words')}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('sec.password.now')}
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          error={wrong?.field === 'currentPassword' && wrong.words}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <TextField
          label={t('sec.password.next')}
          type="password"
          autoComplete="new-password"
          value={password}
          help={own('op.password.rule')}
          error={wrong?.field === 'password' && wrong.words}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button
          type="submit"
          look="brand"
          className="w-full"
          isBusy={isBusy}
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
  const [currentPassword, setCurrent] = useState('');
  const [codes, setCodes] = useState<readonly string[]>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      setCodes((await call(renewDeskRecovery, { body: { currentPassword } })).recoveryCodes);
      void relearn();
    } catch (thrown) {
      setError(messageOf(thrown));
    }
    setBusy(false);
  };
  return (
    <Dialog isOpen isFirm={codes !== undefined} onClose={onClose} title={t('sec.recovery.new')} description={t('sec.recovery.words')}>
      {codes ? (
        <RecoveryList codes={codes} go={t('sec.recovery.done')} onDone={onClose} />
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <TextField
            label={t('sec.password.now')}
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            error={error}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <Button type="submit" look="brand" className="w-full" isBusy={isBusy} disabled={currentPassword === ''}>
            {t('sec.recovery.new')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
