// What both pages of forgotten things share: frame, tabs between them, and the field for an address or number.
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { PhoneField, RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { isFullPhone } from '@maru/kit/web/inputs/phone-mask.ts';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { emailRule } from '../account-rules.ts';
import { findTexts } from './find-texts.ts';

const pages = [
  { to: '/find/id', text: 'find.id', words: 'find.id.words' },
  { to: '/find/password', text: 'find.password', words: 'find.password.words' },
] as const;

export function FindFrame({ page, children }: { page: 0 | 1; children: ReactNode }) {
  const t = useText(findTexts);
  return (
    <PageSheet className="flex justify-center px-4 py-8 tablet:py-16">
      <div className="w-full max-w-[400px]">
        <nav className="mb-8 flex gap-4 border-b border-line">
          {pages.map(({ to, text }, at) => (
            <Link
              key={to}
              to={to}
              aria-current={at === page ? 'page' : undefined}
              className={cx(
                '-mb-px inline-flex h-11 items-center border-b-2 text-14',
                at === page ? 'border-text font-semibold' : 'border-transparent text-mute hover:text-text',
              )}
            >
              {t(text)}
            </Link>
          ))}
        </nav>
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t(pages[page].text)}</h1>
        <p className="mt-1.5 mb-8 text-14 text-sub">{t(pages[page].words)}</p>
        {children}
      </div>
    </PageSheet>
  );
}

/** Of both pages' forms: where the code goes to. */
export interface AddressValues {
  way: 'email' | 'phone';
  email: string;
  phone: string;
  /** Nobody is told off while it is being typed. */
  isLeft: boolean;
}
export const noAddress: AddressValues = { way: 'email', email: '', phone: '', isLeft: false };

export const addressOf = ({ way, email, phone }: AddressValues) => (way === 'email' ? email : phone);
const isEmail = (text: string) => emailRule.safeParse(text).success;
export const isWhole = ({ way, email, phone }: AddressValues) => (way === 'email' ? isEmail(email) : isFullPhone(phone));

export function AddressField({ form }: { form: CallForm<AddressValues> }) {
  const t = useText(findTexts);
  const { way, email, phone, isLeft } = form.values;
  return (
    <>
      <Segment
        isFull
        className="mb-5"
        label={t('find.by')}
        value={way}
        onChange={(next) => form.set({ way: next })}
        items={[
          { value: 'email', label: t('find.by.email') },
          { value: 'phone', label: t('find.by.phone') },
        ]}
      />
      {way === 'email' ? (
        <RestrictedField
          set="email"
          label={t('find.email')}
          value={email}
          onChange={(text) => form.set({ email: text })}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={120}
          error={form.trouble ?? (isLeft && email !== '' && !isEmail(email) ? t('find.email.wrong') : undefined)}
          onBlur={() => form.set({ isLeft: true })}
        />
      ) : (
        <PhoneField label={t('find.phone')} value={phone} onChange={(text) => form.set({ phone: text })} error={form.trouble} />
      )}
    </>
  );
}
