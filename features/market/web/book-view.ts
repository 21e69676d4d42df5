// Which sides of the order book a person looks at, kept on the device.
import { type BookView, bookViews } from '@maru/kit/web/book/book-layout.ts';
import { setLayout, usePrefs } from '@maru/kit/web/prefs.ts';

/** Both sides of the book, or the one that was chosen. */
export const useBookView = (): BookView => {
  const kept = usePrefs((prefs) => prefs.layout['book.view']);
  return bookViews.find((view) => view === kept) ?? 'both';
};
export const setBookView = (view: BookView): void => setLayout('book.view', view);
