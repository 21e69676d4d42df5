// The conversions that a member made, newest first: what was given, what came, and at which rate.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { type MemberColumn, MemberTable } from '@maru/kit/web/member-list.tsx';
import { foldNewest } from '@maru/kit/web/newest-pages.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import type { ReplyOf } from '@maru/kit/web/api-client.ts';
import { listConversions } from '../../convert-contract.ts';
import { useFresh } from '../use-fresh-dnw.ts';
import { convertTexts } from './convert-texts.ts';

type Line = ReplyOf<typeof listConversions>['content'][number];

/** The list as it is after one's own: its answer is enough. */
export function takeConversion(line: Line): void {
  foldNewest(listConversions, line.time, (page: ReplyOf<typeof listConversions>) => {
    if (page.content.some(({ quoteId }) => quoteId === line.quoteId)) return page;
    return { ...page, content: [line, ...page.content].slice(0, page.size), totalElements: page.totalElements + 1 };
  });
}

export function RecentConversions() {
  const t = useText(convertTexts);
  const { data, error, isFetching, refetch } = useCall(listConversions, { query: { size: '10' }, keepsOld: true });
  useFresh([listConversions]);
  return (
    <section aria-label={t('cv.recent')} className="border-t border-line px-4 py-6 laptop:px-8">
      <h2 className="mb-2 text-16 font-bold">{t('cv.recent')}</h2>
      {data === undefined ? (
        error ? (
          <FailingState title={t('cv.recent.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <SkeletonRows hasMark={false} rows={3} rowClass="h-12" label={t('cv.recent')} />
        )
      ) : data.content.length === 0 ? (
        <EmptyState title={t('cv.recent.none')}>{t('cv.recent.words')}</EmptyState>
      ) : (
        <Lines lines={data.content} />
      )}
    </section>
  );
}

const said = (amount: string, coin: string) => `${figure(canonicalDecimal(amount) || '0')} ${unitOf(coin)}`;

const percentOf = (spread: string) => `${figure(spread, { decimals: 2 })}%`;

type Words = Text<typeof convertTexts>;

function conversionColumns(t: Words): MemberColumn<Line>[] {
  return [
    { key: 'time', head: t('cv.col.time'), cell: ({ time }) => <TableTime at={time} />, className: 'text-13 text-mute' },
    { key: 'gave', head: t('cv.col.gave'), cell: ({ give, from }) => <Amount amount={give} coin={from} /> },
    { key: 'got', head: t('cv.col.got'), cell: ({ receive, to }) => <Amount amount={receive} coin={to} />, className: 'font-semibold' },
    { key: 'rate', head: t('cv.col.rate'), isFigure: true, cell: ({ rate }) => figure(rate) },
    { key: 'spread', head: t('cv.apart'), isFigure: true, cell: ({ spread }) => percentOf(spread) },
    {
      key: 'took',
      head: t('cv.col.took'),
      isFigure: true,
      cell: ({ tookMs }) => t('cv.took', { seconds: (tookMs / 1_000).toFixed(1) }),
      className: 'text-mute',
    },
  ];
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const t = useText(convertTexts);
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.quoteId} className="py-2">
            <p className="text-14 font-semibold">
              {said(line.give, line.from)} → {said(line.receive, line.to)}
            </p>
            <p className="text-12 text-mute">
              {tableMoment(line.time, false)} · {figure(line.rate)} · {percentOf(line.spread)}
            </p>
          </li>
        ))}
      </ul>
    );
  return <MemberTable columns={conversionColumns(t)} rows={lines} keyOf={({ quoteId }) => quoteId} rowClass="h-12 hover:bg-hover" />;
}

function Amount({ amount, coin }: { amount: string; coin: string }) {
  return (
    <span className="flex items-center gap-2">
      <CoinMark base={unitOf(coin)} size={20} />
      {said(amount, coin)}
    </span>
  );
}
