// Asks before what was typed is lost: with another page of the app, with what closes over the page, and, in the browser's own words, with the tab.
import { useBlocker } from '@tanstack/react-router';
import { defineCatalog } from './i18n/language.ts';
import { useText } from './i18n/use-text.ts';
import { Button } from './ui/button.tsx';
import { Dialog } from './ui/overlays.tsx';
import { answerQuestion, askBefore, lostTypings, useUnsaved } from './unsaved.ts';

const texts = defineCatalog({
  'unsaved.title': ['적은 내용을 버릴까요?', 'Discard what you typed?'],
  'unsaved.words': ['아직 보내지 않았어요. 나가면 적은 내용은 사라져요.', 'It has not been sent. If you leave, it is gone.'],
  'unsaved.stay': ['계속 적기', 'Keep writing'],
  'unsaved.go': ['버리고 나가기', 'Discard and leave'],
});

interface Address {
  pathname: string;
  search: object;
}

/** On the same page only what says that it hangs on a part of the address that changes: `data-lost-with="open"`. */
function lostBetween(current: Address, next: Address) {
  const lost = lostTypings();
  if (current.pathname !== next.pathname) return lost;
  const [from, to] = [current.search, next.search] as Record<string, unknown>[];
  return lost.filter((typing) => {
    const name = typing.place()?.closest<HTMLElement>('[data-lost-with]')?.dataset['lostWith'];
    return name !== undefined && from?.[name] !== to?.[name];
  });
}

const shouldBlockFn = ({ current, next }: { current: Address; next: Address }) =>
  new Promise<boolean>((block) =>
    askBefore(
      lostBetween(current, next),
      () => block(false),
      () => block(true),
    ),
  );
const enableBeforeUnload = () => lostTypings().length > 0;

export function LeaveQuestion() {
  const t = useText(texts);
  const isAsked = useUnsaved(({ question }) => question !== undefined);
  // Only then: with somebody to ask no move of the router is done at once.
  const isIdle = useUnsaved(({ typings }) => typings.length === 0);
  useBlocker({ shouldBlockFn, enableBeforeUnload, disabled: isIdle });
  const stay = () => answerQuestion('stay');
  return (
    <Dialog
      isOpen={isAsked}
      onClose={stay}
      title={t('unsaved.title')}
      description={t('unsaved.words')}
      foot={
        <>
          <Button look="danger" onClick={() => answerQuestion('leave')}>
            {t('unsaved.go')}
          </Button>
          <Button look="ink" onClick={stay} data-focus-first>
            {t('unsaved.stay')}
          </Button>
        </>
      }
    />
  );
}
