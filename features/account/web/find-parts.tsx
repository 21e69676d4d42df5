// What both pages of forgotten things share: frame, tabs between them, and the field for an address or number.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { PhoneField, RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { isFullPhone } from '@maru/kit/web/inputs/phone-mask.ts';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
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

export type Way = 'email' | 'phone';

export function useAddress() {
  const [way, setWay] = useState<Way>('email');
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [isLeft, setLeft] = useState(false);
  const isEmail = emailRule.safeParse(email).success;
  const isWhole = way === 'email' ? isEmail : isFullPhone(phone);
  /** Nobody is told off while it is being typed. */
  const isWrong = isLeft && email !== '' && !isEmail;
  const leave = () => setLeft(true);
  return { isWrong, leave, way, setWay, email, setEmail, phone, setPhone, value: way === 'email' ? email : phone, isWhole };
}
export type Address = ReturnType<typeof useAddress>;

export function AddressField({ address, error }: { address: Address; error: string | undefined }) {
  const t = useText(findTexts);
  return (
    <>
      <Segment
        isFull
        className="mb-5"
        label={t('find.by')}
        value={address.way}
        onChange={address.setWay}
        items={[
          { value: 'email', label: t('find.by.email') },
          { value: 'phone', label: t('find.by.phone') },
        ]}
      />
      {address.way === 'email' ? (
        <RestrictedField
          set="email"
          label={t('find.email')}
          value={address.email}
          onChange={address.setEmail}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={120}
          error={error ?? (address.isWrong ? t('find.email.wrong') : undefined)}
          onBlur={address.leave}
        />
      ) : (
        <PhoneField label={t('find.phone')} value={address.phone} onChange={address.setPhone} error={error} />
      )}
    </>
  );
}
