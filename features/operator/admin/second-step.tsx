// Step 2 of 2: the six digits of the app within their time, or one of the recovery codes.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { deskSecondStep } from '../contract.ts';
import { enter } from './self.ts';
import { texts } from './texts.ts';
import { useTimeLeft } from './use-time-left.ts';

export interface SecondStepProps {
  challenge: string;
  /** Seconds. */
  expiresIn: number;
  onDone(): void;
  onRestart(): void;
}

export function SecondStep({ challenge, expiresIn, onDone, onRestart }: SecondStepProps) {
  const t = useText(texts);
  const [byRecovery, setByRecovery] = useState(false);
  const left = useTimeLeft(expiresIn);
  const form = useCallForm({
    route: deskSecondStep,
    start: { code: '' },
    labels: { code: byRecovery ? t('op.recovery.label') : t('op.code.label') },
    otherwise: 'code',
    spent: ['code'],
    losesNothing: true,
    send: async ({ code }) => {
      try {
        await enter(await call(deskSecondStep, { body: { challenge, code: code.trim() }, isAnonymous: true }));
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.code === 'DESK_CHALLENGE') setTimeout(onRestart, 2_000);
        throw thrown;
      }
    },
    onDone,
  });
  const field = form.text('code', (typed) => (byRecovery ? typed : typed.replace(/\D/g, '').slice(0, 6)));
  const type = (event: { currentTarget: { value: string } }) => {
    field.onChange(event);
    // Six digits are whole: nothing is gained by a press.
    if (!byRecovery && event.currentTarget.value.replace(/\D/g, '').length >= 6) void form.submit();
  };
  return (
    <form {...form.form}>
      <p className="text-12 font-semibold text-brand">{t('op.step')}</p>
      <p className="mb-3 text-16 font-bold">{byRecovery ? t('op.recovery.label') : t('op.code.title')}</p>
      <TextField
        key={byRecovery ? 'recovery' : 'app'}
        {...field}
        // Asked for by the step before: hands are on the keys.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
        autoFocus
        autoComplete="one-time-code"
        inputMode={byRecovery ? 'text' : 'numeric'}
        help={byRecovery ? t('op.recovery.help') : t('op.code.left', { time: left.text })}
        onChange={type}
      />
      <Button
        type="submit"
        look="brand"
        size={48}
        className="w-full"
        isBusy={form.isBusy}
        disabled={field.value.trim() === '' || left.isOver}
      >
        {t('op.code.go')}
      </Button>
      <div className="mt-4 flex justify-between">
        <Button look="quiet" size={32} onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? t('op.code.app') : t('op.code.recovery')}
        </Button>
        <Button look="quiet" size={32} onClick={onRestart}>
          {t('op.code.restart')}
        </Button>
      </div>
    </form>
  );
}
