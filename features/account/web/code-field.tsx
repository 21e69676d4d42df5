// The six digits: how long they live, sending them again, and where the demo reads them.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { useSite } from '@maru/kit/web/site.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { findTexts } from './find-texts.ts';
import type { CodeForm } from './use-code.ts';

const CODE_LENGTH = 6;
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export function CodeField({ form, sentTo, isEmail }: { form: CodeForm; sentTo: string; isEmail: boolean }) {
  const t = useText(findTexts);
  const { isDemo } = useSite();
  const [digits, setDigits] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { secondsLeft, secondsToResend } = form;
  const isOver = secondsLeft === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (digits.length === CODE_LENGTH && !isOver) void form.prove(digits);
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className="mb-4 rounded-8 bg-sunken px-4 py-3 text-13 text-sub">
        {t(isEmail ? 'find.sent.email' : 'find.sent.phone', { to: sentTo })}
        {isDemo && (
          <>
            {' '}
            {t('find.demo')}{' '}
            <a href="/inbox" target="_blank" rel="noreferrer" className="font-semibold text-brand hover:underline">
              {t('find.demo.open')}
            </a>
          </>
        )}
      </p>
      <RestrictedField
        set="digits"
        label={t('find.code')}
        value={digits}
        onChange={setDigits}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH}
        ref={first}
        error={isOver ? t('find.code.over') : form.error?.message}
        help={t('find.code.left', { time: clock(secondsLeft) })}
        className="tabular-nums"
      />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={digits.length < CODE_LENGTH || isOver}>
        {t('find.check')}
      </Button>
      <div className="mt-3 flex justify-between">
        <Button look="quiet" onClick={form.startOver}>
          {t('find.change')}
        </Button>
        <Button
          look="quiet"
          disabled={secondsToResend > 0}
          onClick={() => {
            setDigits('');
            void form.ask();
          }}
        >
          {secondsToResend > 0 ? t('find.again.in', { seconds: secondsToResend }) : t('find.again')}
        </Button>
      </div>
    </form>
  );
}
