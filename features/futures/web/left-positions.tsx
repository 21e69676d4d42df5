// Where the site has given up futures: a member who still holds a position is shown the way to close it.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { openPositions } from '../contract.ts';

const texts = defineCatalog({
  'left.title': ['열린 선물 포지션이 {count}개 있어요', '{count} futures positions are still open'],
  'left.words': [
    '새 주문은 받지 않지만 포지션은 언제든 닫을 수 있어요.',
    'New orders are not taken, but positions can be closed at any time.',
  ],
  'left.go': ['포지션 정리하기', 'Close positions'],
});

export function LeftPositions() {
  const t = useText(texts);
  const { isFutures } = useTypeStatus();
  const { data } = useCall(openPositions, { query: {}, isOn: !isFutures });
  if (isFutures || !data || data.length === 0) return null;
  return (
    <section className="mb-6 flex flex-wrap items-center gap-3 rounded-12 bg-warn-tint px-4 py-3">
      <p className="min-w-0 flex-1 text-13">
        <b className="block font-semibold">{t('left.title', { count: data.length })}</b>
        <span className="text-sub">{t('left.words')}</span>
      </p>
      <Link to="/future" className={buttonClass('line', 36)}>
        {t('left.go')}
      </Link>
    </section>
  );
}
