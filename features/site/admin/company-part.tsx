// 회사 정보: who stands behind the site, as the foot of home says by law.
import type { SiteCompany } from '@maru/kit/contract/site-config.ts';
import { SwitchRow } from '@maru/kit/web/desk/switch-row.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { FormPart } from './form-part.tsx';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

const nothing = { ko: '', en: '' };
const blank: SiteCompany = { name: nothing, representative: nothing, address: nothing, registration: '' };
const inTwo = ['name', 'representative', 'address'] as const;
const optional = ['mailOrder', 'phone', 'mail'] as const;

export function CompanyPart({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { company } = form.config;
  const faultAt = (field: string) => (form.fault?.field === `company.${field}` ? form.fault.reason : undefined);
  const put = (part: Partial<SiteCompany>) => form.set('company', { ...blank, ...company, ...part });
  const putOptional = (field: (typeof optional)[number], value: string) => {
    const { [field]: _old, ...rest } = company ?? blank;
    form.set('company', value === '' ? rest : { ...rest, [field]: value });
  };
  return (
    <FormPart title={t('siteedit.company')}>
      <SwitchRow
        label={t('siteedit.company.on')}
        isOn={company !== undefined}
        onChange={(isOn) => form.set('company', isOn ? { ...blank, name: form.config.name } : undefined)}
      />
      {company !== undefined && (
        <div className="mt-3 flex flex-col gap-3">
          {inTwo.flatMap((field) =>
            (['ko', 'en'] as const).map((language) => (
              <TextField
                key={`${field}.${language}`}
                label={`${t(`siteedit.company.${field}`)} · ${t(`siteedit.words.${language}`)}`}
                value={company[field][language]}
                error={faultAt(`${field}.${language}`)}
                onChange={(event) => put({ [field]: { ...company[field], [language]: event.target.value } })}
              />
            )),
          )}
          <TextField
            label={t('siteedit.company.registration')}
            value={company.registration}
            error={faultAt('registration')}
            onChange={(event) => put({ registration: event.target.value })}
          />
          {optional.map((field) => (
            <TextField
              key={field}
              label={t(`siteedit.company.${field}`)}
              value={company[field] ?? ''}
              error={faultAt(field)}
              onChange={(event) => putOptional(field, event.target.value)}
            />
          ))}
        </div>
      )}
    </FormPart>
  );
}
