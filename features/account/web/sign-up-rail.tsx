// The side column of sign-up: four steps with their state, and the referral that came with the link.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Check, Gift } from 'lucide-react';
import { accountTexts } from './account-texts.ts';
import { isBegun, railOf, type SignUpField, signUpFields, steps, type StepState } from './sign-up-rules.ts';
import type { SignUpForm } from './use-sign-up.ts';

const squares: Record<StepState, string> = {
  done: 'bg-brand text-on-brand',
  now: 'bg-ink text-on-ink',
  fix: 'bg-danger-fill text-on-solid',
  ahead: 'border border-line bg-surface text-mute',
};

export function SignUpRail({ form, fieldLabels }: { form: SignUpForm; fieldLabels: Record<SignUpField, string> }) {
  const t = useText(accountTexts);
  const { values, isReferralKnown } = form.facts;
  const shownErrors = new Set(signUpFields.filter((field) => form.errorOf(field) !== undefined));
  const rail = railOf(form.facts, shownErrors);
  const wordsOf = (step: (typeof steps)[number]) => {
    const { state, fix } = rail[step];
    if (fix) return t('signup.state.fix', { field: fieldLabels[fix] });
    if (step === 'payout' && state !== 'done') return t('signup.state.optional');
    return t(
      state === 'done'
        ? step === 'terms'
          ? 'signup.state.done.terms'
          : 'signup.state.done'
        : state === 'now' || isBegun(step, form.facts)
          ? 'signup.state.now'
          : 'signup.state.ahead',
    );
  };
  return (
    <div className="px-2 py-4">
      <p className="text-20 font-bold tracking-[-0.02em]">{t('signup.title')}</p>
      <p className="mt-1 text-13 text-mute">{t('signup.words')}</p>
      <ol className="mt-6">
        {steps.map((step, i) => {
          const { state } = rail[step];
          return (
            <li
              key={step}
              aria-current={state === 'now' ? 'step' : undefined}
              className={cx(
                'relative flex gap-3 pb-8',
                i < steps.length - 1 && 'before:absolute before:top-7 before:bottom-1 before:left-3 before:w-px before:bg-line',
              )}
            >
              <span
                aria-hidden="true"
                className={cx('flex size-6 shrink-0 items-center justify-center rounded-4 text-12 font-bold', squares[state])}
              >
                {state === 'done' ? <Check size={14} strokeWidth={3} /> : state === 'fix' ? '!' : i + 1}
              </span>
              <div>
                <p className={cx('text-14 font-semibold', state === 'ahead' && 'text-mute')}>
                  {t(step === 'payout' && !form.facts.asksBank ? 'signup.step.referral' : `signup.step.${step}`)}
                </p>
                <p className={cx('text-12', state === 'fix' ? 'text-danger' : 'text-mute')}>{wordsOf(step)}</p>
              </div>
            </li>
          );
        })}
      </ol>
      {values.referral && isReferralKnown && (
        <div className="flex gap-2.5 rounded-8 border border-line bg-surface px-4 py-3">
          <Gift aria-hidden="true" size={16} className="mt-1 shrink-0 text-brand" />
          <div>
            <p className="text-13 font-semibold">{t('signup.referral.applied')}</p>
            <p className="text-12 text-mute">{values.referral}</p>
          </div>
        </div>
      )}
    </div>
  );
}
