// 404: says so, shows the missing board, and leads on.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { EmptyArt } from '@maru/kit/web/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';

const texts = defineCatalog({
  'missing.title': ['찾으시는 페이지가 없어요', 'This page does not exist'],
  'missing.words': ['주소가 바뀌었거나 잘못 적혔을 수 있어요.', 'The address may have changed or been mistyped.'],
  'missing.home': ['홈으로', 'Home'],
});

export function NotFoundPage() {
  const t = useText(texts);
  return (
    <div className="flex min-h-[calc(100dvh-96px)] flex-col items-center justify-center px-4 text-center">
      <EmptyArt />
      <h1 className="mt-6 text-20 font-bold tracking-[-0.02em]">{t('missing.title')}</h1>
      <p className="mt-1.5 text-14 text-sub">{t('missing.words')}</p>
      <Link to={paths.home} className={buttonClass('brand', 40, 'mt-6')}>
        {t('missing.home')}
      </Link>
    </div>
  );
}
