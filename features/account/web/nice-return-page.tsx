// /nice/return: where the identity window leads back to; hands its answer to the page that asked, and closes itself.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { useEffect } from 'react';
import { identityTexts } from './identity-texts.ts';
import { answerIn, NICE_CHANNEL } from './nice-answer.ts';

export function NiceReturnPage() {
  const t = useText(identityTexts);
  const answer = answerIn(location.search);
  useEffect(() => {
    const found = answerIn(location.search);
    if (found === undefined) return;
    const channel = new BroadcastChannel(NICE_CHANNEL);
    channel.postMessage(found);
    channel.close();
    // The answer must not stay in the history of this browser.
    history.replaceState(null, '', location.pathname);
    window.close();
  }, []);
  return (
    <PageSheet className="flex min-h-[60dvh] flex-col items-center justify-center px-4 text-center">
      <h1 className="text-20 font-bold">{t(answer === undefined ? 'identity.return.none' : 'identity.return')}</h1>
      <p className="mt-2 max-w-[44ch] text-14 text-sub">{t('identity.return.words')}</p>
      <Button className="mt-6" onClick={() => window.close()}>
        {t('identity.return.close')}
      </Button>
    </PageSheet>
  );
}
