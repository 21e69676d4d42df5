// Turning the authenticator app on (password, QR code, first code, recovery codes) and managing one that is on.
import { call } from '@maru/kit/web/api-client.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { QrCode } from '@maru/kit/web/ui/qr-code.tsx';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { getSecurity } from '../profile-contract.ts';
import { confirmTotp, endTotp, renewRecovery, startTotp } from '../second-factor-contract.ts';
import { CodeCells } from './code-cells.tsx';
import { PasswordField } from './password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondTexts } from './second-texts.ts';

function PasswordStep({ onPassword, label }: { onPassword(password: string): Promise<void>; label: string }) {
  const t = useText(secondTexts);
  const form = useCallForm<OpenForm, { password: string }, void>({
    start: { password: '' },
    labels: { password: t('totp.password') },
    otherwise: 'password',
    losesNothing: true,
    send: ({ password }) => onPassword(password),
  });
  return (
    <form {...form.form}>
      <PasswordField {...form.at('password')} autoComplete="current-password" />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={form.values.password === ''}>
        {label}
      </Button>
    </form>
  );
}

function ScanStep({ secret, uri, onCodes }: { secret: string; uri: string; onCodes(codes: readonly string[]): void }) {
  const t = useText(secondTexts);
  const form = useCallForm({
    route: confirmTotp,
    start: { code: '' },
    labels: { code: t('totp.first') },
    otherwise: 'code',
    spent: ['code'],
    losesNothing: true,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    toast({ title: t('totp.copied'), kind: 'done' });
  };
  return (
    <>
      <QrCode text={uri} label={t('totp.qr')} />
      <p className="mt-4 text-12 text-mute">{t('totp.secret')}</p>
      <div className="mt-1 mb-5 flex items-center gap-2 rounded-8 bg-sunken py-2 pr-2 pl-4">
        <code className="min-w-0 flex-1 font-mono text-13">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <IconButton label={t('totp.copy')} onClick={() => void copy()}>
          <Copy size={16} />
        </IconButton>
      </div>
      <CodeCells {...form.at('code')} isOff={form.isBusy} onWhole={() => void form.submit()} help={t('totp.first.help')} />
    </>
  );
}

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
