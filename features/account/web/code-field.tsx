// The six digits: how long they live, sending them again, and where the demo reads them.
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { useSite } from '@maru/kit/web/site.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useEffect, useRef } from 'react';
import { findTexts } from './find-texts.ts';
import type { Code } from './use-code.ts';

const CODE_LENGTH = 6;
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export function CodeField({ code, sentTo, isEmail }: { code: Code; sentTo: string; isEmail: boolean }) {
  const t = useText(findTexts);
  const { isDemo } = useSite();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { secondsLeft, secondsToResend } = code;
  const isOver = secondsLeft === 0;
  const again = useCallForm<OpenForm, object, void>({ start: {}, labels: {}, losesNothing: true, send: code.ask });
  const form = useCallForm<OpenForm, { digits: string }, void>({
    start: { digits: '' },
    labels: { digits: t('find.code') },
    optional: ['digits'],
    otherwise: 'digits',
    losesNothing: true,
    send({ digits }) {
      again.forgive();
      return code.prove(digits);
    },
  });
  const { value, error, ...field } = form.at('digits');
  return (
    <form {...form.form}>
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
        {...field}
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH}
        ref={first}
        error={isOver ? t('find.code.over') : (error ?? again.trouble)}
        help={t('find.code.left', { time: clock(secondsLeft) })}
        className="tabular-nums"
      />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={value.length < CODE_LENGTH || isOver}>
        {t('find.check')}
      </Button>
      <div className="mt-3 flex justify-between">
        <Button look="quiet" onClick={code.startOver}>
          {t('find.change')}
        </Button>
        <Button
          look="quiet"
          disabled={secondsToResend > 0}
          onClick={() => {
            form.set({ digits: '' });
            void again.submit();
          }}
        >
          {secondsToResend > 0 ? t('find.again.in', { seconds: secondsToResend }) : t('find.again')}
        </Button>
      </div>
    </form>
  );
}
