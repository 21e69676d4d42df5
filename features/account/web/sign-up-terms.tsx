// Terms, required and optional apart, never ticked beforehand; each legal one can be read in place.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { Articles } from '@maru/kit/web/ui/articles.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { type DocumentKind, getTerm } from '@maru/site/contract.ts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { accountTexts } from './account-texts.ts';
import { optionalTerms, requiredTerms } from '../account-rules.ts';
import type { Term } from './sign-up-rules.ts';
import type { SignUpForm } from './use-sign-up.ts';

const allTerms: readonly Term[] = [...requiredTerms, ...optionalTerms];
/** The document behind a term; age is a promise and has none. */
const documentOf: Readonly<Record<Term, DocumentKind | undefined>> = {
  service: 'service',
  privacy: 'privacy',
  risk: 'risk',
  age: undefined,
  news: 'marketing',
};

function TermRow({ term, form, onView }: { term: Term; form: SignUpForm; onView(term: Term): void }) {
  const t = useText(accountTexts);
  const { minAge = 19 } = useSite();
  const isRequired = (requiredTerms as readonly Term[]).includes(term);
  return (
    <li className="flex min-h-9 items-center gap-3 px-3">
      <Checkbox isOn={form.facts.agreed.has(term)} onChange={(isOn) => form.agree([term], isOn)}>
        <span className={isRequired ? 'mr-3 font-semibold' : 'mr-3 text-mute'}>
          {t(isRequired ? 'signup.terms.required' : 'signup.terms.optional')}
        </span>
        {t(`signup.terms.${term}`, { age: minAge })}
      </Checkbox>
      {documentOf[term] && (
        <button
          type="button"
          onClick={() => onView(term)}
          aria-label={`${t(`signup.terms.${term}`)} ${t('signup.terms.view')}`}
          className="touch ml-auto flex min-h-8 shrink-0 items-center gap-0.5 text-13 text-mute hover:text-text"
        >
          {t('signup.terms.view')}
          <ChevronRight aria-hidden="true" size={14} />
        </button>
      )}
    </li>
  );
}

function TermWords({ kind }: { kind: DocumentKind }) {
  const t = useText(accountTexts);
  const { data, isError } = useCall(getTerm, { query: { kind } });
  if (isError) return <p className="text-14 text-mute">{t('signup.terms.failed')}</p>;
  return data ? <Articles body={data.body} /> : null;
}

export function SignUpTerms({ form }: { form: SignUpForm }) {
  const t = useText(accountTexts);
  const [viewed, setViewed] = useState<Term>();
  const count = allTerms.filter((term) => form.facts.agreed.has(term)).length;
  return (
    <>
      <div className="flex h-11 items-center justify-between rounded-4 bg-field px-3">
        <Checkbox
          isOn={count === allTerms.length ? true : count > 0 ? 'some' : false}
          onChange={() => form.agree(allTerms, count < allTerms.length)}
        >
          <span className="font-semibold">{t('signup.terms.all')}</span>
        </Checkbox>
        <span className="text-12 text-mute">{t('signup.terms.left', { count: allTerms.length - count })}</span>
      </div>
      <ul className="mt-2">
        {allTerms.map((term) => (
          <TermRow key={term} term={term} form={form} onView={setViewed} />
        ))}
      </ul>
      <Dialog
        isOpen={viewed !== undefined}
        onClose={() => setViewed(undefined)}
        title={viewed && t(`signup.terms.${viewed}`)}
        className="w-[min(560px,calc(100vw-16px))]"
        foot={
          <Button look="ink" onClick={() => setViewed(undefined)}>
            {t('signup.terms.ok')}
          </Button>
        }
      >
        {viewed && documentOf[viewed] && <TermWords kind={documentOf[viewed]} />}
      </Dialog>
    </>
  );
}
