// The next version of a legal document: both languages side by side, from when, and whether members must agree again.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import type { CallForm, OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
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

const languages = ['ko', 'en'] as const;
type Draft = Record<`${(typeof languages)[number]}${'Title' | 'Body'}`, string> & { day: string; needsConsent: boolean };

const wordsOf = (draft: Draft): Both => ({
  ko: { title: draft.koTitle, body: draft.koBody },
  en: { title: draft.enTitle, body: draft.enBody },
});

function useWriting({ kind, follows, onDone, first: { ko, en } }: DocumentFormProps & { first: Both }) {
  const t = useText(texts);
  const [isAsking, setAsking] = useState(false);
  // Whoever wants news says so itself: nobody is ever made to.
  const mayAsk = kind !== 'marketing';
  const form = useCallForm<OpenForm, Draft, void>({
    start: { koTitle: ko.title, koBody: ko.body, enTitle: en.title, enBody: en.body, day: '', needsConsent: mayAsk },
    labels: {},
  });
  const { day, needsConsent } = form.values;
  const publish = async (reason: string) => {
    const effectiveAt = (day === '' ? new Date() : new Date(day)).toISOString();
    const body = { kind, follows, ...wordsOf(form.values), effectiveAt, needsConsent, ...(reason ? { reason } : {}) };
    await call(publishDocument, { body });
    toast({ title: t('document.published', { kind: t(`document.kind.${kind}`), version: follows + 1 }), stay: 'notice' });
    onDone();
    await refetch(listSiteDocuments);
  };
  return { form, mayAsk, publish, isAsking, ask: () => setAsking(true), close: () => setAsking(false) };
}

function Writing(props: DocumentFormProps & { first: Both }) {
  const t = useText(texts);
  const { form, mayAsk, publish, isAsking, ask, close } = useWriting(props);
  const { needsConsent } = form.values;
  const version = props.follows + 1;
  const name = t(`document.kind.${props.kind}`);
  const isReady = isWhole(wordsOf(form.values));
  return (
    <>
      <form
        {...form.form}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <h2 className="mb-4 text-16 font-bold">{t('document.next.title', { kind: name, version })}</h2>
        <div className="grid gap-4 tablet:grid-cols-2">
          {languages.map((language) => (
            <WordsFields key={language} language={language} form={form} />
          ))}
        </div>
        <div className="flex flex-wrap items-start gap-6">
          <TextField {...form.text('day')} label={t('document.date')} type="datetime-local" help={t('document.date.help')} />
          {mayAsk && (
            <div className="pt-7">
              <Checkbox isOn={needsConsent} onChange={form.at('needsConsent').onChange}>
                {t('document.needs')}
              </Checkbox>
              <p className="mt-1 text-12 text-mute">{t('document.needs.help')}</p>
            </div>
          )}
        </div>
        <Button type="submit" look="brand" disabled={!isReady}>
          {isReady ? t('document.publish') : t('document.missing')}
        </Button>
      </form>
      {/* Beside the form: what its own form submits would submit this one too. */}
      {isAsking && (
        <ReasonDialog
          title={t('document.next.title', { kind: name, version })}
          description={needsConsent ? t('document.needs.help') : undefined}
          confirm={t('document.publish')}
          isOptional
          sends={form}
          onConfirm={publish}
          onClose={close}
        />
      )}
    </>
  );
}

function WordsFields({ language, form }: { language: (typeof languages)[number]; form: CallForm<Draft> }) {
  const t = useText(texts);
  const note = t(`siteedit.words.${language}`);
  const body = form.text(`${language}Body`);
  return (
    <div lang={language}>
      <TextField {...form.text(`${language}Title`)} label={t('document.name')} note={note} maxLength={80} />
      <Field label={t('document.body')} note={note} help={t('document.body.help')}>
        {({ id, describedBy }) => (
          <textarea
            id={id}
            aria-describedby={describedBy}
            rows={18}
            value={body.value}
            onChange={body.onChange}
            className="w-full rounded-4 border border-edge/70 bg-surface px-3 py-2 text-13"
          />
        )}
      </Field>
    </div>
  );
}
