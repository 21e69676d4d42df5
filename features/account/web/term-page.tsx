// /myinfo/term/{service|privacy}: the version in force and the earlier ones, in the form of records.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { fullMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Articles } from '@maru/kit/web/ui/articles.tsx';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { type DocumentKind, getTerm } from '@maru/site/contract.ts';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';

const texts = defineCatalog({
  'termpage.service': ['이용약관', 'Terms of service'],
  'termpage.privacy': ['개인정보 처리방침', 'Privacy policy'],
  'termpage.risk': ['위험 고지', 'Risks'],
  'termpage.kinds': ['약관', 'Terms'],
  'termpage.missing': ['찾으시는 약관이 없어요', 'There are no such terms'],
  'termpage.failed': ['약관을 불러오지 못했어요', 'The terms could not be loaded'],
  'termpage.version': ['버전', 'Version'],
  'termpage.since': ['{at} 시행', 'In force from {at}'],
  'termpage.now': ['v{version} · {at} 시행 중', 'v{version} · in force since {at}'],
  'termpage.other': ['v{version} · {at}', 'v{version} · {at}'],
  'termpage.old': ['지금 시행 중인 버전이 아닙니다.', 'This is not the version in force.'],
});

const shown = ['service', 'privacy', 'risk'] as const satisfies readonly DocumentKind[];
type Shown = (typeof shown)[number];

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
  const { param } = useParams({ strict: false }) as { param: string };
  const term = shown.find((each) => each === param);
  return (
    <div className="max-w-[800px] px-4 py-6 laptop:px-8 laptop:py-8">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t(term ? `termpage.${term}` : 'termpage.kinds')}</h1>
      <Tabs current={param} />
      {term ? (
        <Document key={term} kind={term} />
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

function Document({ kind }: { kind: Shown }) {
  const t = useText(texts);
  const [version, setVersion] = useState<string>();
  const query = useCall(getTerm, { query: { kind, ...(version && { version }) }, keepsOld: true });
  const { data } = query;
  if (query.isError && !data)
    return (
      <FailingState title={t('termpage.failed')} error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  if (!data) return <SkeletonRows rows={6} label={t('termpage.kinds')} />;
  const past = data.versions.filter((each) => each.version <= data.inForce);
  return (
    <article className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-13 text-mute">{t('termpage.since', { at: fullMoment(data.effectiveAt) })}</p>
        {past.length > 1 && (
          <div className="w-80 max-w-full">
            <Select
              label={t('termpage.version')}
              value={String(data.version)}
              onChange={setVersion}
              options={past.map((each) => ({
                value: String(each.version),
                label: t(each.version === data.inForce ? 'termpage.now' : 'termpage.other', {
                  version: each.version,
                  at: fullMoment(each.effectiveAt),
                }),
              }))}
            />
          </div>
        )}
      </div>
      {data.version !== data.inForce && <p className="mt-3 rounded-8 bg-warn-tint px-4 py-2 text-13">{t('termpage.old')}</p>}
      <h2 className="mt-4 text-16 font-bold">{data.title}</h2>
      <Articles body={data.body} />
    </article>
  );
}
