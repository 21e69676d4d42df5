// Popups over the page: those that are open at the start, and what is announced while it is open. Three side by side where there is room, else one over the other.
import { call } from '@maru/kit/web/api-client.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { useMedia } from '@maru/kit/web/use-width.ts';
import { type PopupMessage, sitePopupTopic } from '@maru/site/contract.ts';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { listPopups, type Popup } from '../contract.ts';
import { hideForToday, isHiddenToday } from './not-today.ts';
import { noticeTexts } from './notice-texts.ts';
import { PopupCard, type ShownPopup } from './popup-card.tsx';

/** Specification section 9. */
const listSize = 50;
const besideAtMost = 3;

const ofStart = (popup: Popup): ShownPopup => ({ ...popup, key: `start-${popup.id}`, isRealtime: false, at: 0 });

function ofTopic(message: PopupMessage): ShownPopup {
  const words = currentLanguage() === 'en' && message.en ? message.en : message;
  const at = message.createdAt === undefined ? serverNow() : Date.parse(message.createdAt);
  return { ...message, title: words.title, content: words.content, key: `live-${message.id}-${at}`, isRealtime: true, at };
}

function usePopups() {
  const { id } = useSite();
  const [popups, setPopups] = useState<readonly ShownPopup[]>([]);
  useEffect(() => {
    const aborter = new AbortController();
    const query = { resultType: 'ClientList', status: 'open', size: String(listSize) } as const;
    call(listPopups, { query, signal: aborter.signal }).then(
      ({ content }) => setPopups((was) => [...was, ...content.filter((popup) => !isHiddenToday(popup.id)).map(ofStart)]),
      // A page without popups is a page.
      () => undefined,
    );
    return () => aborter.abort();
  }, []);
  // What was just announced stands first.
  useTopic(sitePopupTopic, { siteId: String(id) }, (message) => setPopups((was) => [ofTopic(message), ...was]));
  const close = (key: string) => setPopups((was) => was.filter((popup) => popup.key !== key));
  return { popups, close };
}

/** Not over the site editor's preview, the one place that frames a page: there the draft is looked at. */
export const Popups = () => (self === top ? <OpenPopups /> : null);

function OpenPopups() {
  const t = useText(noticeTexts);
  const { popups, close } = usePopups();
  const isWide = useMedia('(min-width: 1200px)');
  const shown = popups.slice(0, isWide ? besideAtMost : 1);
  return (
    <Dialog.Root open={shown.length > 0} onOpenChange={(isOpen) => !isOpen && shown[0] && close(shown[0].key)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center gap-4 p-4 outline-none"
          onPointerDownOutside={(event) => event.preventDefault()}
          // The box itself, not its first button: nobody has chosen anything yet.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
        >
          <Dialog.Title className="sr-only">{shown[0]?.title ?? t('popup.notice')}</Dialog.Title>
          {shown.map((popup) => (
            <PopupCard
              key={popup.key}
              popup={popup}
              onClose={() => close(popup.key)}
              onNotToday={() => {
                hideForToday(popup.id);
                close(popup.key);
              }}
            />
          ))}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
