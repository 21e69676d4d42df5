// /myinfo/term/{service|privacy}: the terms a member agreed to, in the form of records.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { Link, useParams } from '@tanstack/react-router';
import { termTexts } from './terms.ts';

const texts = defineCatalog({
  'termpage.service': ['이용약관', 'Terms of service'],
  'termpage.privacy': ['개인정보 처리방침', 'Privacy policy'],
  'termpage.kinds': ['약관', 'Terms'],
  'termpage.article': ['제{n}조', 'Article {n}'],
  'termpage.missing': ['찾으시는 약관이 없어요', 'There are no such terms'],
});

const shown = ['service', 'privacy'] as const;
const articles = [1, 2, 3] as const;

function Tabs({ current }: { current: string }) {
  const t = useText(texts);
  return (
    <nav aria-label={t('termpage.kinds')} className="mt-4 flex gap-2">
      {shown.map((term) => (
        <Link
          key={term}
          to="/myinfo/term/$param"
          params={{ param: term }}
          aria-current={term === current ? 'page' : undefined}
          className={cx(
            'touch inline-flex h-8 items-center rounded-full border px-3 text-13 font-medium',
            term === current ? 'border-transparent bg-ink text-on-ink' : 'border-line text-sub hover:bg-hover',
          )}
        >
          {t(`termpage.${term}`)}
        </Link>
      ))}
    </nav>
  );
}

export function TermPage() {
  const t = useText(texts);
  const words = useText(termTexts);
  const { param } = useParams({ strict: false }) as { param: string };
  const term = shown.find((each) => each === param);
  return (
    <div className="max-w-[800px] px-4 py-6 floor:px-8 floor:py-8">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t(term ? `termpage.${term}` : 'termpage.kinds')}</h1>
      <Tabs current={param} />
      {term ? (
        <ol className="mt-6 divide-y divide-line border-y border-line">
          {articles.map((n) => (
            <li key={n} className="grid gap-x-6 gap-y-1 py-4 tablet:grid-cols-[72px_1fr]">
              <h2 className="text-13 font-semibold text-mute">{t('termpage.article', { n })}</h2>
              <p className="text-14">{words(`term.${term}.${n}`)}</p>
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState
          title={t('termpage.missing')}
          actions={
            <Link to="/myinfo/term/$param" params={{ param: 'service' }} className={buttonClass('line', 40)}>
              {t('termpage.service')}
            </Link>
          }
        />
      )}
    </div>
  );
}
