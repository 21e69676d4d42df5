// A new brand asked for: template, names, code, hosts, languages, products, more if it is known already, and why; a second person makes it.
import { siteBits } from '@maru/kit/contract/site-config.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { useDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox, Select } from '@maru/kit/web/ui/choices.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { type ReactNode, useState } from 'react';
import { createBrand } from '../launch-contract.ts';
import { launchTexts } from './launch-texts.ts';
import { type BrandMore, moreFields, moreOf, NewBrandMore, noMore, useHalfOf } from './new-brand-more.tsx';

const products = [siteBits.futures, siteBits.binary, siteBits.powerball] as const;
const languages = [
  { code: 'ko', label: '한국어' },
  { code: 'en', label: 'English' },
] as const;
const fields = ['template', 'name.ko', 'name.en', 'code', 'hosts', 'timeZone', 'type', ...moreFields] as const;

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

export function NewBrandDialog({ onClose }: { onClose(): void }) {
  const t = useText(launchTexts);
  const words = useWords();
  const site = useDeskSite();
  const [typed, setTyped] = useState(first);
  const [more, setMore] = useState<BrandMore>(noMore);
  const put = (part: Partial<typeof first>) => setTyped({ ...typed, ...part });
  const hosts = typed.hosts.split(/[\s,]+/).filter(Boolean);
  const halfOf = useHalfOf();
  const missing = emptyOf(typed, hosts, t) ?? halfOf(more);
  const bound = (name: 'ko' | 'en' | 'code' | 'hosts' | 'timeZone') => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => put({ [name]: event.target.value }),
  });
  return (
    <ReasonDialog
      title={t('launch.new.title')}
      description={t('launch.new.words')}
      confirm={t('launch.new.send')}
      blocked={missing === undefined ? undefined : t('launch.new.missing', { field: missing })}
      fields={fields}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { ko, en, ...rest } = typed;
        const name = { ko: ko.trim(), en: en.trim() };
        await call(createBrand, { body: { ...rest, ...moreOf(more), code: typed.code.trim(), name, hosts, reason } });
      }}
    >
      {(wrongAt) => (
        <>
          <Field label={t('launch.new.template')} error={wrongAt('template')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('launch.new.template')}
                value={typed.template}
                onChange={(template) => put({ template, type: template === 'NEUTRAL' ? siteBits.futures : typed.type })}
                options={[
                  { value: 'NEUTRAL', label: t('launch.new.NEUTRAL') },
                  { value: 'THIS', label: t('launch.new.THIS', { name: words(site.name) }) },
                ]}
              />
            )}
          </Field>
          <div className="grid gap-x-3 tablet:grid-cols-2">
            <TextField label={t('launch.new.name.ko')} maxLength={30} error={wrongAt('name.ko')} {...bound('ko')} />
            <TextField label={t('launch.new.name.en')} maxLength={30} error={wrongAt('name.en')} {...bound('en')} />
            <TextField
              label={t('launch.new.code')}
              help={t('launch.new.code.help')}
              maxLength={32}
              spellCheck={false}
              autoCapitalize="none"
              error={wrongAt('code')}
              {...bound('code')}
              onChange={(event) => put({ code: event.target.value.toLowerCase().replace(/[^a-z0-9-]/g, '') })}
            />
            <TextField label={t('launch.new.zone')} maxLength={60} spellCheck={false} error={wrongAt('timeZone')} {...bound('timeZone')} />
          </div>
          <TextField
            label={t('launch.new.hosts')}
            help={t('launch.new.hosts.help')}
            spellCheck={false}
            autoCapitalize="none"
            error={wrongAt('hosts')}
            {...bound('hosts')}
          />
          <Choices label={t('launch.new.languages')}>
            {languages.map(({ code, label }) => (
              <Checkbox
                key={code}
                isOn={typed.languages.includes(code)}
                onChange={(isOn) =>
                  put({
                    languages: languages.map((one) => one.code).filter((one) => (one === code ? isOn : typed.languages.includes(one))),
                  })
                }
              >
                {label}
              </Checkbox>
            ))}
          </Choices>
          <Choices label={t('launch.new.products')} error={wrongAt('type')}>
            {products.map((bit) => (
              <Checkbox
                key={bit}
                isOn={(typed.type & bit) !== 0}
                disabled={typed.template === 'NEUTRAL' && bit !== siteBits.futures}
                onChange={(isOn) => put({ type: isOn ? typed.type | bit : typed.type & ~bit })}
              >
                {t(`launch.product.${bit}`)}
              </Checkbox>
            ))}
          </Choices>
          <NewBrandMore
            more={more}
            name={{ ko: typed.ko, en: typed.en }}
            wrongAt={wrongAt}
            onChange={(part) => setMore({ ...more, ...part })}
          />
        </>
      )}
    </ReasonDialog>
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
