// Which sides of the order book are shown: both, bids or asks alone.
import { type BookView, bookViews } from '@maru/kit/web/book/book-layout.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { setBookView, useBookView } from './book-view.ts';
import { bookViewTexts } from './book-view-texts.ts';

export function BookViewSwitch() {
  const t = useText(bookViewTexts);
  const view = useBookView();
  return (
    <Select
      label={t('bookView.label', { view: t(`bookView.${view}`) })}
      value={view}
      onChange={setBookView}
      options={bookViews.map((each) => ({
        value: each,
        label: (
          <span className="flex items-center gap-2">
            <ViewMark view={each} />
            <span data-word="">{t(`bookView.${each}`)}</span>
          </span>
        ),
      }))}
      className="touch flex size-7 items-center justify-center rounded-6 text-sub hover:bg-hover hover:text-text [&_[data-word]]:sr-only [&>svg]:hidden"
    />
  );
}

/** A book with two halves; the side that is shown alone is filled where it stands. */
function ViewMark({ view }: { view: BookView }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-none stroke-current" strokeWidth="1.3">
      {view !== 'both' && (
        <rect x="2.5" y={view === 'bid' ? 8 : 2.5} width="11" height="5.5" rx="1" stroke="none" style={{ fill: `var(--${view})` }} />
      )}
      <rect x="2" y="2" width="12" height="12" rx="1.5" />
      <path d={view === 'both' ? 'M8 2v12' : 'M2 8h12'} />
    </svg>
  );
}
