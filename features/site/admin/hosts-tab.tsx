// 도메인·메일: hosts, who mails come from, languages, time zone, the company behind it.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox, Select } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { CompanyPart } from './company-part.tsx';
import { FormPart } from './form-part.tsx';
import { LinesField } from './lines-field.tsx';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

const zones = [
  'Asia/Seoul',
  'Asia/Tokyo',
  'Asia/Singapore',
  'Asia/Dubai',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
];

export function HostsTab({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { config, set } = form;
  const faultAt = (field: string) => (form.fault?.field.startsWith(field) ? form.fault.reason : undefined);
  const setSender = (part: Partial<NonNullable<SiteConfig['senders']>>) => {
    const senders = { mail: '', ...config.senders, ...part };
    if (!senders.sms) delete senders.sms;
    set('senders', senders.mail === '' && senders.sms === undefined ? undefined : senders);
  };
  const known = zones.includes(config.timeZone) ? zones : [config.timeZone, ...zones];
  return (
    <>
      <FormPart title={t('siteedit.hosts')}>
        <LinesField
          label={t('siteedit.hosts')}
          help={t('siteedit.hosts.help')}
          error={faultAt('hosts')}
          lines={config.hosts}
          rows={4}
          onChange={(hosts) => set('hosts', [...new Set(hosts.map((host) => host.toLowerCase()))])}
        />
      </FormPart>
      <FormPart title={t('siteedit.preview.mail')}>
        <TextField
          label={t('siteedit.mail')}
          type="email"
          value={config.senders?.mail ?? ''}
          error={faultAt('senders.mail')}
          onChange={(event) => setSender({ mail: event.target.value.trim() })}
        />
        <TextField
          label={t('siteedit.sms')}
          inputMode="numeric"
          value={config.senders?.sms ?? ''}
          help={t('siteedit.sms.help')}
          error={faultAt('senders.sms')}
          onChange={(event) => setSender({ sms: event.target.value.replace(/\D/g, '') })}
        />
      </FormPart>
      <FormPart title={t('siteedit.languages')}>
        <div className="flex gap-6">
          {(['ko', 'en'] as const).map((language) => (
            <Checkbox
              key={language}
              isOn={config.languages.includes(language)}
              disabled={config.languages.length === 1 && config.languages[0] === language}
              onChange={(isOn) =>
                set(
                  'languages',
                  (['ko', 'en'] as const).filter((each) => (each === language ? isOn : config.languages.includes(each))),
                )
              }
            >
              {t(`siteedit.words.${language}`)}
            </Checkbox>
          ))}
        </div>
        <h3 className="mt-4 mb-1.5 text-13 font-semibold">{t('siteedit.zone')}</h3>
        <Select
          label={t('siteedit.zone')}
          value={config.timeZone}
          options={known.map((zone) => ({ value: zone, label: zone }))}
          onChange={(zone) => set('timeZone', zone)}
        />
      </FormPart>
      <CompanyPart form={form} />
    </>
  );
}
