// Where prices come from, above the list of symbols: each source with its state, and a word where symbols rest on one alone.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { shortSpan } from '@maru/kit/web/desk/age.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { listPriceSources, type PriceSource } from '../admin-contract.ts';
import { priceTexts } from './price-texts.ts';

const ASK_MS = 5_000;
/** News older than this has an age worth reading. */
const OLD_MS = 3_000;
/** Names shown before the rest is left to the list below. */
const NAMED = 5;
/** Sources without a connection: they run. */
const unconnected: readonly string[] = ['replay', 'synthetic'];
const tones: Readonly<Record<PriceSource['state'], Tone>> = { live: 'good', starting: 'plain', down: 'danger', stopped: 'plain' };

/** Beside the list it is about: while it cannot be asked nothing is shown of it. */
export function PriceSources() {
  const t = useText(priceTexts);
  const { data } = useCall(listPriceSources, { everyMs: ASK_MS, keepsOld: true });
  const columns = useColumns();
  if (data === undefined) return null;
  return (
    <section aria-label={t('px.from')} className="border-b border-line">
      {data.sources.length === 0 && <output className="block px-4 py-3 text-13 text-danger laptop:px-6">{t('px.notPlayed')}</output>}
      {data.alone.length > 0 && (
        <output className="block px-4 pt-3 text-13 text-warn laptop:px-6">
          {t('px.alone', {
            count: data.alone.length,
            names: data.alone.slice(0, NAMED).map(pairOf).join(', ') + (data.alone.length > NAMED ? ' …' : ''),
          })}
        </output>
      )}
      {data.sources.length > 0 && <DataTable label={t('px.from')} columns={columns} rows={data.sources} keyOf={({ name }) => name} />}
    </section>
  );
}

function useColumns(): DeskColumn<PriceSource>[] {
  const t = useText(priceTexts);
  const count = (value: number) => figure(String(value));
  return [
    {
      key: 'name',
      head: t('px.from'),
      cell: ({ name }) => <b className="font-semibold whitespace-nowrap">{t(`px.from.${name as 'okx'}`)}</b>,
    },
    { key: 'kind', head: t('px.gives'), cell: ({ kind }) => <span className="whitespace-nowrap text-sub">{t(`px.gives.${kind}`)}</span> },
    {
      key: 'state',
      head: t('px.state'),
      cell: ({ name, state }) => (
        <Badge tone={tones[state]}>{t(state === 'live' && unconnected.includes(name) ? 'px.line.runs' : `px.line.${state}`)}</Badge>
      ),
    },
    {
      key: 'news',
      head: t('px.news'),
      cell: ({ newsAgeMs }) =>
        newsAgeMs === null ? (
          <span className="text-warn">{t('px.news.none')}</span>
        ) : (
          <span className={cx('whitespace-nowrap', newsAgeMs < OLD_MS ? 'text-sub' : 'text-warn')}>
            {newsAgeMs < OLD_MS ? t('px.news.now') : t('px.news.ago', { age: shortSpan(newsAgeMs) })}
          </span>
        ),
    },
    { key: 'speaking', head: t('px.speaking'), isFigure: true, cell: ({ speaking, symbols }) => `${count(speaking)} / ${count(symbols)}` },
    { key: 'refused', head: t('px.refused'), isFigure: true, cell: ({ refused }) => count(refused) },
    { key: 'reconnects', head: t('px.reconnects'), isFigure: true, cell: ({ reconnects }) => count(reconnects) },
    {
      key: 'unlisted',
      head: t('px.unlisted'),
      cell: ({ unlisted }) => <span className="text-12 text-sub">{unlisted.length === 0 ? '–' : unlisted.map(pairOf).join(', ')}</span>,
    },
  ];
}
