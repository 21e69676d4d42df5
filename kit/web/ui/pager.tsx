// Page buttons under a list: at most five numbers around where one is, with the way to the pages before and after.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { defineCatalog } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { IconButton } from './button.tsx';
import { cx } from './classes.ts';

const texts = defineCatalog({
  'pager.label': ['쪽', 'Pages'],
  'pager.page': ['{page}쪽', 'Page {page}'],
  'pager.before': ['이전 쪽', 'Previous page'],
  'pager.after': ['다음 쪽', 'Next page'],
});
const shownAtMost = 5;

/** Pages count from 0; nothing is drawn for a single one. */
export function Pager({ page, size, total, onPage }: { page: number; size: number; total: number; onPage(page: number): void }) {
  const t = useText(texts);
  const pages = Math.ceil(total / size);
  if (pages < 2) return null;
  const first = Math.max(0, Math.min(page - 2, pages - shownAtMost));
  const numbers = Array.from({ length: Math.min(shownAtMost, pages) }, (_, i) => first + i);
  return (
    <nav aria-label={t('pager.label')} className="flex items-center justify-center gap-1 py-5">
      <IconButton label={t('pager.before')} disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} />
      </IconButton>
      {numbers.map((number) => (
        <button
          key={number}
          type="button"
          aria-label={t('pager.page', { page: number + 1 })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          className={cx('touch size-8 rounded-6 text-14', number === page ? 'bg-hover font-bold' : 'text-sub hover:bg-hover')}
        >
          {number + 1}
        </button>
      ))}
      <IconButton label={t('pager.after')} disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} />
      </IconButton>
    </nav>
  );
}
