// The header's search: a field where there is room for one, else its icon; '/' opens it from anywhere. What it opens comes when asked for.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Popover } from '@maru/kit/web/ui/overlays.tsx';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { texts } from '../texts.ts';

/** As high as the list, so that nothing jumps when it comes. */
const waiting = <div aria-busy="true" className="h-[520px]" />;
const SearchPanel = lazyArea(() => import('./search-panel.tsx').then((m) => m.SearchPanel), { waiting });

/** Who types means the character; what lies over the page has its own keys. */
const fields = 'input, textarea, select, [contenteditable]';
const overlays = '[role=dialog], [role=menu], [role=listbox]';

/** The trade pages have the field; beside a side menu the icon alone keeps the header calm, and on phones too. */
export function HeaderSearch({ isTrading }: { isTrading: boolean }) {
  const t = useText(texts);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      // On a phone's trade pages there is none.
      if (!button.current?.offsetWidth || document.querySelector(overlays) || (event.target as Element).closest(fields)) return;
      event.preventDefault();
      button.current.click();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <div className={cx('@container', isTrading ? 'hidden max-w-[188px] min-w-8 flex-1 laptop:block' : 'w-8')}>
      <Popover
        align="end"
        className="w-[420px] max-w-[calc(100vw-24px)]"
        trigger={
          <button
            ref={button}
            type="button"
            aria-label={t('header.search')}
            aria-keyshortcuts="/"
            title={t('header.search')}
            onPointerEnter={SearchPanel.preload}
            onFocus={SearchPanel.preload}
            className="touch ml-auto flex size-8 items-center justify-center gap-2 rounded-6 text-13 whitespace-nowrap text-sub hover:bg-hover @min-[188px]:w-full @min-[188px]:border @min-[188px]:border-line @min-[188px]:bg-field @min-[188px]:px-2.5 @min-[188px]:text-mute"
          >
            <Search aria-hidden="true" className="size-4 shrink-0" />
            <span className="hidden flex-1 text-left @min-[188px]:block">{t('header.search')}</span>
            <kbd className="hidden size-[18px] rounded-4 border border-line text-11 leading-4 @min-[188px]:block">/</kbd>
          </button>
        }
      >
        {(close) => <SearchPanel close={close} />}
      </Popover>
    </div>
  );
}
