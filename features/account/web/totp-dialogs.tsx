// Turning the authenticator app on (password, QR code, first code, recovery codes) and managing one that is on.
import { call } from '@maru/kit/web/api-client.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { useState } from 'react';
import { getSecurity } from '../profile-contract.ts';
import { endTotp, renewRecovery, startTotp } from '../second-factor-contract.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondTexts } from './second-texts.ts';
import { PasswordStep, ScanStep } from './totp-steps.tsx';

const done = async (onClose: () => void) => {
  await refetch(getSecurity);
  onClose();
};

export function TurnOnTotp({ onClose }: { onClose(): void }) {
  const t = useText(secondTexts);
  const [started, setStarted] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const end = () => void done(onClose);
  if (codes !== undefined) {
    return (
      <Dialog isOpen isFirm onClose={end} title={t('totp.codes.title')} description={t('totp.codes.words')}>
        <RecoveryCodes codes={codes} onDone={end} />
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('totp.title')} description={t(started === undefined ? 'totp.password.words' : 'totp.scan')}>
      {started === undefined ? (
        <PasswordStep label={t('totp.next')} onPassword={async (password) => setStarted(await call(startTotp, { body: { password } }))} />
      ) : (
        <ScanStep {...started} onCodes={(made) => (made.length === 0 ? end() : setCodes(made))} />
      )}
    </Dialog>
  );
}

export function ManageTotp({ since, recoveryLeft, onClose }: { since: string; recoveryLeft: number; onClose(): void }) {
  const t = useText(secondTexts);
  const [act, setAct] = useState<'renew' | 'off'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const end = () => void done(onClose);
  if (codes !== undefined) {
    return (
      <Dialog isOpen isFirm onClose={end} title={t('totp.codes.title')} description={t('totp.codes.words')}>
        <RecoveryCodes codes={codes} onDone={end} />
      </Dialog>
    );
  }
  if (act !== undefined) {
    return (
      <Dialog isOpen onClose={onClose} title={t(`totp.${act}`)} description={t(`totp.${act}.words`)}>
        <PasswordStep
          label={t(`totp.${act}`)}
          onPassword={async (password) => {
            if (act === 'renew') {
              setCodes((await call(renewRecovery, { body: { password } })).recoveryCodes);
              return;
            }
            await call(endTotp, { body: { password } });
            toast({ title: t('totp.off.done'), line: t('totp.off.words'), kind: 'done', stay: 'notice' });
            await done(onClose);
          }}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('totp.manage')}
      description={t('totp.manage.words', { date: moment(since, 'said'), count: recoveryLeft })}
    >
      <div className="flex flex-col gap-2">
        <Button onClick={() => setAct('renew')}>{t('totp.renew')}</Button>
        <Button onClick={() => setAct('off')} className="text-danger!">
          {t('totp.off')}
        </Button>
      </div>
    </Dialog>
  );
}
