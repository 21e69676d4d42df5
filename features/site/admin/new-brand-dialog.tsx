// A new brand asked for: template, names, code, hosts, languages, products, more if it is known already, and why; a second person makes it.
import { siteBits } from '@maru/kit/contract/site-config.ts';
import { useDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox, Select } from '@maru/kit/web/ui/choices.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import type { ReactNode } from 'react';
import { createBrand } from '../launch-contract.ts';
import { launchTexts } from './launch-texts.ts';
import { moreOf, NewBrandMore, noMore, useHalfOf } from './new-brand-more.tsx';

const products = [siteBits.futures, siteBits.binary, siteBits.powerball] as const;
const languages = [
  { code: 'ko', label: '한국어' },
  { code: 'en', label: 'English' },
] as const;

const first = {
  template: 'NEUTRAL' as 'NEUTRAL' | 'THIS',
  ko: '',
  en: '',
  code: '',
  hosts: '',
  timeZone: 'Asia/Seoul',
  languages: ['ko', 'en'] as ('ko' | 'en')[],
  type: siteBits.futures as number,
};

/** The first of what is wanted and not there, by its label. */
function emptyOf(
  { ko, en, code, timeZone, languages: chosen }: typeof first,
  hosts: readonly string[],
  t: Text<typeof launchTexts>,
): string | undefined {
  const wanted = [
    [ko, 'launch.new.name.ko'],
    [en, 'launch.new.name.en'],
    [code, 'launch.new.code'],
    [timeZone, 'launch.new.zone'],
    [hosts.join(''), 'launch.new.hosts'],
    [chosen.join(''), 'launch.new.languages'],
  ] as const;
  const empty = wanted.find(([typed]) => typed.trim() === '');
  return empty && t(empty[1]);
}

const hostsOf = (typed: string) => typed.split(/[\s,]+/).filter(Boolean);
const start = { ...first, ...noMore, reason: '' };
type Values = typeof start;

function useBrandForm() {
  const t = useText(launchTexts);
  return useCallForm({
    route: createBrand,
    start,
    labels: {
      ko: t('launch.new.name.ko'),
      en: t('launch.new.name.en'),
      code: t('launch.new.code'),
      timeZone: t('launch.new.zone'),
      hosts: t('launch.new.hosts'),
      template: t('launch.new.template'),
      type: t('launch.new.products'),
    },
    fields: { 'name.ko': 'ko', 'name.en': 'en' },
    otherwise: 'reason',
    body: ({ ko, en, hosts, code, reason, usedCoins, company, mail, sms, ...rest }) => ({
      ...rest,
      ...moreOf({ usedCoins, company, mail, sms }),
      code: code.trim(),
      name: { ko: ko.trim(), en: en.trim() },
      hosts: hostsOf(hosts),
      reason: reason.trim(),
    }),
  });
}

/** A second person makes it: what was asked for is told by the form itself. */
export function NewBrandDialog({ onClose }: { onClose(): void }) {
  const t = useText(launchTexts);
  const form = useBrandForm();
  const { values, refusal } = form;
  const halfOf = useHalfOf();
  const missing = emptyOf(values, hostsOf(values.hosts), t) ?? halfOf(values);
  return (
    <ReasonForm
      form={form}
      title={t('launch.new.title')}
      description={t('launch.new.words')}
      confirm={t('launch.new.send')}
      blocked={missing === undefined ? undefined : t('launch.new.missing', { field: missing })}
      onClose={onClose}
    >
      <NameFields form={form} />
      <ChoiceFields form={form} />
      <NewBrandMore
        more={values}
        name={{ ko: values.ko, en: values.en }}
        wrongAt={(path) => (refusal?.field === path ? refusal.message : undefined)}
        onChange={form.set}
      />
    </ReasonForm>
  );
}

function NameFields({ form }: { form: CallForm<Values> }) {
  const t = useText(launchTexts);
  const words = useWords();
  const site = useDeskSite();
  const { template, type } = form.values;
  const plain = { spellCheck: false, autoCapitalize: 'none' } as const;
  return (
    <>
      <Field label={t('launch.new.template')} error={form.at('template').error}>
        {({ id }) => (
          <Select
            id={id}
            label={t('launch.new.template')}
            value={template}
            onChange={(next) => form.set({ template: next, type: next === 'NEUTRAL' ? siteBits.futures : type })}
            options={[
              { value: 'NEUTRAL', label: t('launch.new.NEUTRAL') },
              { value: 'THIS', label: t('launch.new.THIS', { name: words(site.name) }) },
            ]}
          />
        )}
      </Field>
      <div className="grid gap-x-3 tablet:grid-cols-2">
        <TextField {...form.text('ko')} maxLength={30} />
        <TextField {...form.text('en')} maxLength={30} />
        <TextField
          {...form.text('code', (typed) => typed.toLowerCase().replace(/[^a-z0-9-]/g, ''))}
          {...plain}
          help={t('launch.new.code.help')}
          maxLength={32}
        />
        <TextField {...form.text('timeZone')} maxLength={60} spellCheck={false} />
      </div>
      <TextField {...form.text('hosts')} {...plain} help={t('launch.new.hosts.help')} />
    </>
  );
}

function ChoiceFields({ form }: { form: CallForm<Values> }) {
  const t = useText(launchTexts);
  const { languages: chosen, template, type } = form.values;
  const codes = languages.map(({ code }) => code);
  return (
    <>
      <Choices label={t('launch.new.languages')}>
        {languages.map(({ code, label }) => (
          <Checkbox
            key={code}
            isOn={chosen.includes(code)}
            onChange={(isOn) => form.set({ languages: codes.filter((one) => (one === code ? isOn : chosen.includes(one))) })}
          >
            {label}
          </Checkbox>
        ))}
      </Choices>
      <Choices label={t('launch.new.products')} error={form.at('type').error}>
        {products.map((bit) => (
          <Checkbox
            key={bit}
            isOn={(type & bit) !== 0}
            disabled={template === 'NEUTRAL' && bit !== siteBits.futures}
            onChange={(isOn) => form.set({ type: isOn ? type | bit : type & ~bit })}
          >
            {t(`launch.product.${bit}`)}
          </Checkbox>
        ))}
      </Choices>
    </>
  );
}

function Choices({ label, error, children }: { label: string; error?: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="mb-4">
      <legend className="mb-1.5 text-13 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">{children}</div>
      {error && (
        <p data-wrong="" className="pt-1.5 text-12 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
