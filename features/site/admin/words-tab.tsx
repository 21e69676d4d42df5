// 글: every text of the pages and every message of the server, found by words or name, each with the site's own wording in its place.
import type { OwnText } from '@maru/kit/contract/site-config.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { type ChangeEvent, useDeferredValue, useMemo, useState } from 'react';
import { allTexts, type UsualText } from 'virtual:maru-texts';
import { specTexts } from '@maru/sites/spec-texts.ts';
import { FormPart } from './form-part.tsx';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

const shownAtMost = 40;

export function WordsTab({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const own = useMemo(() => form.config.texts ?? {}, [form.config.texts]);
  const [which, setWhich] = useState<'own' | 'all'>('all');
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim().toLowerCase());
  const found = useMemo(
    () =>
      allTexts.filter(
        ({ id, ko, en }) =>
          (which === 'all' || id in own) &&
          (wanted === '' || [id, ko, en, own[id]?.ko ?? '', own[id]?.en ?? ''].some((text) => text.toLowerCase().includes(wanted))),
      ),
    [wanted, which, own],
  );
  const put = (id: string, words: OwnText | undefined) => {
    const next = { ...own, ...(words && { [id]: words }) };
    if (words === undefined || (!words.ko && !words.en)) delete next[id];
    form.set('texts', Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <FormPart
      title={t('siteedit.words')}
      aside={
        <Segment
          label={t('siteedit.words.which')}
          value={which}
          onChange={setWhich}
          items={[
            { value: 'all', label: t('siteedit.words.all', { count: allTexts.length }) },
            { value: 'own', label: t('siteedit.words.own', { count: Object.keys(own).length }) },
          ]}
        />
      }
    >
      <input
        type="search"
        aria-label={t('siteedit.words.find')}
        placeholder={t('siteedit.words.find')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className="h-9 rounded-8 border border-edge/70 bg-surface px-3 text-13"
      />
      <Button size={32} look="quiet" className="mt-2 -ml-3 self-start" onClick={() => form.set('texts', { ...own, ...specTexts })}>
        {t('siteedit.words.preset')}
      </Button>
      {found.length > shownAtMost && (
        <p className="mt-2 text-12 text-mute">{t('siteedit.words.more', { count: found.length, shown: shownAtMost })}</p>
      )}
      {found.length === 0 && <p className="mt-4 text-13 text-mute">{t('siteedit.words.none')}</p>}
      <ul className="mt-2">
        {found.slice(0, shownAtMost).map((usual) => (
          <TextRow key={usual.id} usual={usual} own={own[usual.id]} onChange={(words) => put(usual.id, words)} />
        ))}
      </ul>
    </FormPart>
  );
}

function TextRow({ usual, own, onChange }: { usual: UsualText; own: OwnText | undefined; onChange(words: OwnText | undefined): void }) {
  const t = useText(texts);
  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex items-center justify-between gap-2">
        <code className="text-12 break-all text-mute">{usual.id}</code>
        {own && (
          <button type="button" className="shrink-0 text-12 font-semibold text-brand hover:underline" onClick={() => onChange(undefined)}>
            {t('siteedit.words.back')}
          </button>
        )}
      </div>
      {(['ko', 'en'] as const).map((language) => (
        <WordField
          key={language}
          language={language}
          label={`${usual.id} ${t(`siteedit.words.${language}`)}`}
          usual={usual[language]}
          value={own?.[language] ?? ''}
          onChange={(text) => {
            const next = { ...own, [language]: text };
            if (text === '') delete next[language];
            onChange(next);
          }}
        />
      ))}
    </li>
  );
}

interface WordFieldProps {
  language: 'ko' | 'en';
  label: string;
  usual: string;
  value: string;
  onChange(text: string): void;
}

/** Mails have paragraphs; everything else is one line. */
function WordField({ language, label, usual, value, onChange }: WordFieldProps) {
  const t = useText(texts);
  const common = {
    lang: language,
    'aria-label': label,
    value,
    placeholder: usual,
    title: t('siteedit.words.usual', { text: usual }),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
  };
  const look = 'mt-1 w-full rounded-4 border border-edge/70 bg-surface px-2 text-13';
  return usual.includes('\n') ? (
    <textarea {...common} rows={6} className={`${look} py-1.5`} />
  ) : (
    <input {...common} className={`${look} h-8`} />
  );
}
