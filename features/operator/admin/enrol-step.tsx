// Nobody works here without a second factor: the app is registered before the first session begins.
import { call } from '@maru/kit/web/api-client.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { deskEnrol, type DeskSession } from '../contract.ts';
import { QrCode } from '@maru/kit/web/ui/qr-code.tsx';
import { RecoveryList } from './recovery-list.tsx';
import { enter } from './self.ts';
import { texts } from './texts.ts';
import { useTimeLeft } from './use-time-left.ts';

export interface EnrolStepProps {
  challenge: string;
  expiresIn: number;
  secret: string;
  uri: string;
  onDone(): void;
  onRestart(): void;
}

export function EnrolStep({ challenge, expiresIn, secret, uri, onDone, onRestart }: EnrolStepProps) {
  const t = useText(texts);
  const [made, setMade] = useState<{ session: DeskSession; recoveryCodes: string[] }>();
  const form = useCallForm({
    route: deskEnrol,
    start: { code: '' },
    labels: { code: t('op.code.label') },
    otherwise: 'code',
    spent: ['code'],
    losesNothing: true,
    send: ({ code }) => call(deskEnrol, { body: { challenge, code }, isAnonymous: true }),
    onDone: setMade,
  });
  const left = useTimeLeft(expiresIn);
  if (made) return <RecoveryList codes={made.recoveryCodes} onDone={() => void enter(made.session).then(onDone)} />;
  return (
    <form {...form.form}>
      <p className="text-12 font-semibold text-brand">{t('op.step')}</p>
      <p className="text-16 font-bold">{t('op.enrol.title')}</p>
      <p className="mt-1 text-13 text-sub">{t('op.enrol.words')}</p>
      <div className="my-4 flex flex-wrap items-center gap-4">
        <QrCode text={uri} label={t('op.enrol.qr')} />
        <div className="min-w-0 flex-1">
          <p className="text-12 text-mute">{t('op.enrol.typed')}</p>
          <p className="font-mono text-13 break-all">{secret.replace(/(.{4})/g, '$1 ')}</p>
        </div>
      </div>
      <TextField
        {...form.text('code', (typed) => typed.replace(/\D/g, '').slice(0, 6))}
        autoComplete="one-time-code"
        inputMode="numeric"
        help={t('op.code.left', { time: left.text })}
      />
      <Button
        type="submit"
        look="brand"
        size={48}
        className="w-full"
        isBusy={form.isBusy}
        disabled={form.values.code.length < 6 || left.isOver}
      >
        {t('op.code.go')}
      </Button>
      <Button look="quiet" size={32} className="mt-3" onClick={onRestart}>
        {t('op.code.restart')}
      </Button>
    </form>
  );
}
