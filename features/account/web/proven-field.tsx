// E-mail address and phone number of the sign-up: on sites that ask for it, each with the code that proves it is one's own.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { PhoneField, RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { useSite } from '@maru/kit/web/site.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Clock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { accountTexts } from './account-texts.ts';
import { CodeCells } from './code-cells.tsx';
import { findTexts } from './find-texts.ts';
import { isProven, type ProvenField, wrongWith } from './sign-up-rules.ts';
import type { SignUpForm } from './use-sign-up.ts';
import { minuteClock } from './use-seconds-left.ts';
import type { ToldCode } from './use-told-code.ts';

const good = <CircleCheck aria-hidden="true" size={18} className="text-brand" />;

function Cells({ field, code, to }: { field: ProvenField; code: ToldCode; to: string }) {
  const t = useText(accountTexts);
  const find = useText(findTexts);
  const { isDemo } = useSite();
  const [digits, setDigits] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { secondsLeft, secondsToResend } = code;
  const isOver = secondsLeft === 0;
  return (
    <CodeCells
      ref={first}
      label={t('signup.code')}
      value={digits}
      onChange={setDigits}
      onWhole={(whole) => void code.prove(whole)}
      isOff={isOver}
      error={isOver ? t('signup.code.over') : code.error}
      help={
        <>
          {t(`signup.code.help.${field}`, { to })}
          {isDemo && (
            <>
              {' '}
              <a href="/inbox" target="_blank" rel="noreferrer" className="font-semibold text-brand hover:underline">
                {find('find.demo.open')}
              </a>
            </>
          )}
        </>
      }
      end={
        <div className="flex items-center gap-3 tablet:flex-col tablet:items-end tablet:gap-0">
          <span className="flex items-center gap-1.5 text-13 font-semibold tabular-nums">
            <Clock aria-hidden="true" size={14} />
            <span className="sr-only">{t('signup.code.left', { time: '' })}</span>
            {minuteClock(secondsLeft)}
          </span>
          <Button
            look="quiet"
            size={32}
            disabled={secondsToResend > 0}
            isBusy={code.isBusy && digits.length < 6}
            onClick={() => {
              setDigits('');
              void code.ask();
              first.current?.focus();
            }}
          >
            {t('signup.code.again')}
            {secondsToResend > 0 && (
              <span className="font-normal tabular-nums">{t('signup.code.again.in', { seconds: secondsToResend })}</span>
            )}
          </Button>
        </div>
      }
    />
  );
}

function useFieldWords(form: SignUpForm, field: ProvenField): { error: ReactNode; help: ReactNode } {
  const t = useText(accountTexts);
  const { facts } = form;
  const code = form.codes[field];
  const wrong = wrongWith(field, facts);
  const error: ReactNode =
    wrong === 'signup.error.phone.taken' ? (
      <>
        {t(wrong)}{' '}
        <Link to="/find/id" className="ml-1 font-semibold text-text underline underline-offset-2">
          {t('signup.error.phone.find')}
        </Link>
      </>
    ) : (
      (form.errorOf(field) ?? (code.isAsked ? undefined : code.error))
    );
  if (!facts.toProve.includes(field)) return { error, help: field === 'phone' ? t('signup.help.phone') : undefined };
  return { error, help: isProven(field, facts) ? t(`signup.code.proven.${field}`) : t(`signup.code.needed.${field}`) };
}

export function ProvenAddress({ form, field }: { form: SignUpForm; field: ProvenField }) {
  const t = useText(accountTexts);
  const { facts } = form;
  const code = form.codes[field];
  const value = facts.values[field];
  const words = useFieldWords(form, field);
  const mustProve = facts.toProve.includes(field);
  const isDone = mustProve && isProven(field, facts);
  const isAsked = mustProve && code.isAsked && !isDone;
  const isFine = value !== '' && wrongWith(field, facts) === undefined;
  const shared = {
    label: t(`signup.${field}`),
    name: field,
    value,
    onChange: (text: string) => form.set(field, text),
    onBlur: () => form.leave(field),
    readOnly: isAsked || isDone,
    ...words,
    end: (mustProve ? isDone && isFine : isFine) && good,
    className: 'min-w-0 flex-1',
  };
  const change = () => {
    code.startOver();
    form.dropProof(field);
  };
  return (
    <>
      <div className="flex gap-2">
        {field === 'email' ? (
          <RestrictedField set="email" {...shared} type="email" inputMode="email" autoComplete="email" maxLength={120} />
        ) : (
          <PhoneField {...shared} />
        )}
        {mustProve && (
          <Button
            className="mt-[26px] h-11"
            disabled={!isFine && !isAsked && !isDone}
            isBusy={code.isBusy && !isAsked}
            onClick={() => (isAsked || isDone ? change() : void code.ask())}
          >
            {t(isAsked || isDone ? `signup.code.change.${field}` : 'signup.code.ask')}
          </Button>
        )}
      </div>
      {isAsked && <Cells key={value} field={field} code={code} to={value} />}
    </>
  );
}
