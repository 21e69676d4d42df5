// Nobody works here without a second factor: the app is registered before the first session begins.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { type FormEvent, useState } from 'react';
import { deskEnrol, type DeskSession } from '../contract.ts';
import { QrCode } from '@maru/kit/web/ui/qr-code.tsx';
import { RecoveryList } from './recovery-list.tsx';
import { useTimeLeft } from './second-step.tsx';
import { enter } from './self.ts';
import { texts } from './texts.ts';

interface EnrolStepProps {
  challenge: string;
  expiresIn: number;
  secret: string;
  uri: string;
  onDone(): void;
  onRestart(): void;
}

export function EnrolStep({ challenge, expiresIn, secret, uri, onDone, onRestart }: EnrolStepProps) {
  const t = useText(texts);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<{ session: DeskSession; recoveryCodes: string[] }>();
  const left = useTimeLeft(expiresIn);
  if (made) return <RecoveryList codes={made.recoveryCodes} onDone={() => void enter(made.session).then(onDone)} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      setMade(await call(deskEnrol, { body: { challenge, code }, isAnonymous: true }));
    } catch (thrown) {
      setError(messageOf(thrown));
      setCode('');
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
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
        label={t('op.code.label')}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        error={error}
        help={t('op.code.left', { time: left.text })}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
      />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={isBusy} disabled={code.length < 6 || left.isOver}>
        {t('op.code.go')}
      </Button>
      <Button look="quiet" size={32} className="mt-3" onClick={onRestart}>
        {t('op.code.restart')}
      </Button>
    </form>
  );
}
