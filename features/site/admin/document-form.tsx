// The next version of a legal document: both languages side by side, from when, and whether members must agree again.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import type { DocumentKind } from '../contract.ts';
import { type DocumentWords, getSiteDocument, listSiteDocuments, publishDocument } from '../document-contract.ts';
import { texts } from './texts.ts';

interface DocumentFormProps {
  kind: DocumentKind;
  follows: number;
  onDone(): void;
}

export function DocumentForm(props: DocumentFormProps) {
  const t = useText(texts);
  const query = useCall(getSiteDocument, { query: { kind: props.kind, version: String(props.follows) } });
  return (
    <Loaded query={query} title={t('document.failed')} rows={6}>
      {({ ko, en }) => <Writing {...props} first={{ ko, en }} />}
    </Loaded>
  );
}

type Both = Record<'ko' | 'en', DocumentWords>;
const isWhole = (words: Both) => [words.ko, words.en].every(({ title, body }) => title.trim().length >= 2 && body.trim().length >= 10);

function Writing({ kind, follows, onDone, first }: DocumentFormProps & { first: Both }) {
  const t = useText(texts);
  const [words, setWords] = useState(first);
  const [day, setDay] = useState('');
  // Whoever wants news says so itself: nobody is ever made to.
  const mayAsk = kind !== 'marketing';
  const [needsConsent, setConsent] = useState(mayAsk);
  const [isAsking, setAsking] = useState(false);
  const version = follows + 1;
  const name = t(`document.kind.${kind}`);
  const publish = async (reason: string) => {
    const effectiveAt = (day === '' ? new Date() : new Date(day)).toISOString();
    await call(publishDocument, { body: { kind, follows, ...words, effectiveAt, needsConsent, ...(reason ? { reason } : {}) } });
    toast({ title: t('document.published', { kind: name, version }), stay: 'notice' });
    onDone();
    await refetch(listSiteDocuments);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <h2 className="mb-4 text-16 font-bold">{t('document.next.title', { kind: name, version })}</h2>
      <div className="grid gap-4 tablet:grid-cols-2">
        {(['ko', 'en'] as const).map((language) => (
          <WordsFields
            key={language}
            language={language}
            words={words[language]}
            onChange={(next) => setWords({ ...words, [language]: next })}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-start gap-6">
        <TextField
          label={t('document.date')}
          type="datetime-local"
          value={day}
          help={t('document.date.help')}
          onChange={(event) => setDay(event.target.value)}
        />
        {mayAsk && (
          <div className="pt-7">
            <Checkbox isOn={needsConsent} onChange={setConsent}>
              {t('document.needs')}
            </Checkbox>
            <p className="mt-1 text-12 text-mute">{t('document.needs.help')}</p>
          </div>
        )}
      </div>
      <Button type="submit" look="brand" disabled={!isWhole(words)}>
        {isWhole(words) ? t('document.publish') : t('document.missing')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t('document.next.title', { kind: name, version })}
          description={needsConsent ? t('document.needs.help') : undefined}
          confirm={t('document.publish')}
          isOptional
          onConfirm={publish}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

function WordsFields({ language, words, onChange }: { language: 'ko' | 'en'; words: DocumentWords; onChange(words: DocumentWords): void }) {
  const t = useText(texts);
  const label = t(`siteedit.words.${language}`);
  return (
    <div lang={language}>
      <TextField
        label={t('document.name')}
        note={label}
        value={words.title}
        maxLength={80}
        onChange={(event) => onChange({ ...words, title: event.target.value })}
      />
      <Field label={t('document.body')} note={label} help={t('document.body.help')}>
        {({ id, describedBy }) => (
          <textarea
            id={id}
            aria-describedby={describedBy}
            rows={18}
            value={words.body}
            onChange={(event) => onChange({ ...words, body: event.target.value })}
            className="w-full rounded-4 border border-edge/70 bg-surface px-3 py-2 text-13"
          />
        )}
      </Field>
    </div>
  );
}
