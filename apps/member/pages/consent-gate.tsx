// A new version of the terms that asks for consent: read and agreed to before going on, or logged out.
import { logout } from '@maru/account/contract.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { fullMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { endSession } from '@maru/kit/web/session.ts';
import { Articles } from '@maru/kit/web/ui/articles.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { useState } from 'react';
import { acceptTerms, type DocumentText, listPendingTerms } from '@maru/site/contract.ts';

const texts = defineCatalog({
  'consent.title': ['약관이 바뀌었어요', 'The terms have changed'],
  'consent.words': ['계속 이용하려면 새 약관을 읽고 동의해 주세요.', 'Please read and agree to them to go on.'],
  'consent.term': ['{title} v{version} · {at} 시행', '{title} v{version} · from {at}'],
  'consent.agree': ['{title}에 동의합니다', 'I agree to: {title}'],
  'consent.go': ['동의하고 계속하기', 'Agree and go on'],
  'consent.missing': ['{count}개에 더 동의해 주세요', 'Agree to {count} more'],
  'consent.out': ['로그아웃', 'Log out'],
});

/** A version may come into force while the page is open; calls wait for consent a day later. */
const ASK_MS = 3_600_000;

export function ConsentGate() {
  const pending = useCall(listPendingTerms, { staleMs: Number.POSITIVE_INFINITY, everyMs: ASK_MS });
  return pending.data && pending.data.length > 0 ? <Ask terms={pending.data} /> : null;
}

async function leave(): Promise<void> {
  await call(logout).catch(() => undefined);
  endSession('/');
}

function Ask({ terms }: { terms: readonly DocumentText[] }) {
  const t = useText(texts);
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const left = terms.filter(({ kind }) => !agreed.has(kind)).length;
  const accept = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await call(acceptTerms, { body: { terms: terms.map(({ kind, version }) => ({ kind, version })) } });
    } catch (thrown) {
      setError(messageOf(thrown));
    }
    await refetch(listPendingTerms);
    setBusy(false);
  };
  const tick = (kind: string, isOn: boolean) => setAgreed(new Set([...agreed].filter((each) => each !== kind).concat(isOn ? [kind] : [])));
  return (
    <Dialog
      isOpen
      isFirm
      onClose={() => undefined}
      title={t('consent.title')}
      description={t('consent.words')}
      className="w-[min(560px,calc(100vw-16px))]"
      foot={
        <>
          <Button look="quiet" onClick={() => void leave()}>
            {t('consent.out')}
          </Button>
          <Button look="brand" disabled={left > 0} isBusy={isBusy} onClick={() => void accept()}>
            {left > 0 ? t('consent.missing', { count: left }) : t('consent.go')}
          </Button>
        </>
      }
    >
      {terms.map((term) => (
        <section key={term.kind} className="mb-5">
          <h3 className="text-13 font-semibold">
            {t('consent.term', { title: term.title, version: term.version, at: fullMoment(term.effectiveAt) })}
          </h3>
          <section
            aria-label={term.title}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
            tabIndex={0}
            className="scroll-thin my-2 max-h-56 overflow-y-auto rounded-8 border border-line px-4"
          >
            <Articles body={term.body} />
          </section>
          <Checkbox isOn={agreed.has(term.kind)} onChange={(isOn) => tick(term.kind, isOn)}>
            {t('consent.agree', { title: term.title })}
          </Checkbox>
        </section>
      ))}
      {error && (
        <p role="alert" className="text-13 text-danger">
          {error}
        </p>
      )}
    </Dialog>
  );
}
