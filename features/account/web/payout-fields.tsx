// The last board of the sign-up: the bank account that won are paid to, where the site asks for it, and the referral code.
import { useCall } from '@maru/kit/web/query.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { CircleCheck, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { listBanks } from '../contract.ts';
import { accountTexts } from './account-texts.ts';
import type { SignUpForm } from './use-sign-up.ts';

/** What follows stands beside the holder. */
function BankFields({ form, children }: { form: SignUpForm; children: ReactNode }) {
  const t = useText(accountTexts);
  const words = useWords();
  const { data } = useCall(listBanks);
  const { values } = form.facts;
  return (
    <div className="grid gap-x-3 tablet:grid-cols-[176px_1fr]">
      <Field label={t('signup.bank')} error={form.errorOf('bank')}>
        {({ id }) => (
          <Select
            id={id}
            label={values.bank === '' ? t('signup.bank.choose') : t('signup.bank')}
            value={values.bank === '' ? undefined : values.bank}
            onChange={(code) => form.set('bank', code)}
            options={(data?.content ?? []).map(({ code, name, nameEn }) => ({ value: code, label: words({ ko: name, en: nameEn }) }))}
          />
        )}
      </Field>
      <RestrictedField
        set="digitsHyphen"
        label={t('signup.account')}
        name="account"
        value={values.account}
        error={form.errorOf('account')}
        onChange={(text) => form.set('account', text)}
        onBlur={() => form.leave('account')}
        placeholder={t('signup.account.form')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
      <TextField label={t('signup.holder')} value={values.name} readOnly tabIndex={-1} />
      {children}
    </div>
  );
}

function ReferralField({ form, isFromLink }: { form: SignUpForm; isFromLink: boolean }) {
  const t = useText(accountTexts);
  const { values, isReferralKnown } = form.facts;
  // A link may be mistyped; its code must not keep anybody out.
  const isLocked = isFromLink && values.referral !== '' && isReferralKnown !== false;
  const wrong = form.errorOf('referral');
  const error: ReactNode = wrong && (
    <>
      {wrong}{' '}
      <button type="button" className="ml-1 font-semibold text-text underline underline-offset-2" onClick={() => form.set('referral', '')}>
        {t('signup.referral.without')}
      </button>
    </>
  );
  return (
    <TextField
      label={t('signup.referral')}
      note={t(isLocked ? 'signup.referral.locked' : 'signup.referral.note')}
      name="referral"
      value={values.referral}
      onBlur={() => form.leave('referral')}
      error={error}
      onChange={(event) => form.set('referral', event.currentTarget.value.replace(/[^A-Za-z0-9_-]/g, ''))}
      help={values.referral ? t(isReferralKnown ? 'signup.referral.applied' : 'signup.referral.checking') : undefined}
      readOnly={isLocked}
      maxLength={32}
      autoComplete="off"
      end={
        isLocked ? (
          <Lock aria-hidden="true" size={16} className="text-mute" />
        ) : (
          isReferralKnown && <CircleCheck aria-hidden="true" size={18} className="text-brand" />
        )
      }
    />
  );
}

export function PayoutFields({ form, isReferralFromLink }: { form: SignUpForm; isReferralFromLink: boolean }) {
  const referral = <ReferralField form={form} isFromLink={isReferralFromLink} />;
  return form.facts.asksBank ? <BankFields form={form}>{referral}</BankFields> : referral;
}
