// What a new brand may be asked for with besides, and what else is put in before it opens: wallets, who mails come from, the company.
import type { SiteCompany } from '@maru/kit/contract/site-config.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import type { ReactNode } from 'react';
import { launchTexts } from './launch-texts.ts';
import { texts } from './texts.ts';
import { WalletChoices } from './wallet-choices.tsx';

/** Undefined: the template's wallets, no company yet. */
export interface BrandMore {
  usedCoins: string[] | undefined;
  company: SiteCompany | undefined;
  mail: string;
  sms: string;
}
export const noMore: BrandMore = { usedCoins: undefined, company: undefined, mail: '', sms: '' };

const nothing = { ko: '', en: '' };
const inTwo = ['name', 'representative', 'address'] as const;
const languages = ['ko', 'en'] as const;
/** What of it is said, as the call takes it. */
export function moreOf({ usedCoins, company, mail, sms }: BrandMore) {
  return {
    ...(usedCoins !== undefined && { usedCoins }),
    ...(company !== undefined && { company }),
    ...(mail !== '' && { senders: { mail, ...(sms !== '' && { sms }) } }),
  };
}

/** What was begun and is not whole, by its label: a number alone says nobody's name. */
export function useHalfOf(): (more: BrandMore) => string | undefined {
  const t = useText(launchTexts);
  const words = useText(texts);
  return ({ usedCoins, company, mail, sms }) => {
    if (usedCoins?.length === 0) return words('siteedit.coins');
    for (const field of company === undefined ? [] : inTwo)
      for (const language of languages)
        if (company?.[field][language].trim() === '')
          return `${t('launch.new.company.of')} · ${words(`siteedit.company.${field}`)} · ${words(`siteedit.words.${language}`)}`;
    if (company?.registration.trim() === '') return words('siteedit.company.registration');
    return mail === '' && sms !== '' ? words('siteedit.mail') : undefined;
  };
}

interface MoreProps {
  more: BrandMore;
  name: { ko: string; en: string };
  onChange(part: Partial<BrandMore>): void;
  wrongAt(field: string): string | undefined;
}

export function NewBrandMore({ more, name, onChange, wrongAt }: MoreProps) {
  const t = useText(launchTexts);
  const words = useText(texts);
  const { usedCoins, company, mail, sms } = more;
  return (
    <>
      <Part
        title={t('launch.new.coins')}
        isOn={usedCoins !== undefined}
        onSwitch={(isOn) => onChange({ usedCoins: isOn ? ['USDT'] : undefined })}
      >
        <WalletChoices chosen={usedCoins ?? []} onChange={(chosen) => onChange({ usedCoins: chosen })} />
        {wrongAt('usedCoins') && (
          <p data-wrong="" className="pt-1 text-12 text-danger">
            {wrongAt('usedCoins')}
          </p>
        )}
      </Part>
      <Part
        title={t('launch.new.company')}
        isOn={company !== undefined}
        onSwitch={(isOn) => onChange({ company: isOn ? { name, representative: nothing, address: nothing, registration: '' } : undefined })}
      >
        {company !== undefined && <CompanyFields company={company} wrongAt={wrongAt} onChange={(next) => onChange({ company: next })} />}
      </Part>
      <div className="grid gap-x-3 tablet:grid-cols-2">
        <TextField
          label={words('siteedit.mail')}
          type="email"
          maxLength={254}
          value={mail}
          error={wrongAt('senders.mail')}
          onChange={(event) => onChange({ mail: event.target.value.trim() })}
        />
        <TextField
          label={words('siteedit.sms')}
          inputMode="numeric"
          maxLength={12}
          value={sms}
          error={wrongAt('senders.sms')}
          onChange={(event) => onChange({ sms: event.target.value.replace(/\D/g, '') })}
        />
      </div>
      <p className="-mt-2 mb-4 text-12 text-mute">{t('launch.new.later')}</p>
    </>
  );
}

function CompanyFields({
  company,
  wrongAt,
  onChange,
}: Pick<MoreProps, 'wrongAt'> & { company: SiteCompany; onChange(next: SiteCompany): void }) {
  const words = useText(texts);
  return (
    <div className="grid gap-x-3 tablet:grid-cols-2">
      {inTwo.flatMap((field) =>
        languages.map((language) => (
          <TextField
            key={`${field}.${language}`}
            label={`${words(`siteedit.company.${field}`)} · ${words(`siteedit.words.${language}`)}`}
            value={company[field][language]}
            error={wrongAt(`company.${field}.${language}`)}
            onChange={(event) => onChange({ ...company, [field]: { ...company[field], [language]: event.target.value } })}
          />
        )),
      )}
      <TextField
        label={words('siteedit.company.registration')}
        value={company.registration}
        error={wrongAt('company.registration')}
        onChange={(event) => onChange({ ...company, registration: event.target.value })}
      />
    </div>
  );
}

function Part({ title, isOn, onSwitch, children }: { title: string; isOn: boolean; onSwitch(isOn: boolean): void; children: ReactNode }) {
  return (
    <fieldset className="mb-4">
      <legend className="sr-only">{title}</legend>
      <Checkbox isOn={isOn} onChange={onSwitch}>
        {title}
      </Checkbox>
      {isOn && <div className="mt-3">{children}</div>}
    </fieldset>
  );
}
