// Rounds that had bets: narrowed by game, state, reason of a void and day, with their sums; one opens beside the list with bets and evidence.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { downloadCsv } from '@maru/kit/web/csv.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { SplitView } from '@maru/kit/web/desk/detail-side.tsx';
import { ExportFile } from '@maru/kit/web/desk/export-file.tsx';
import { FilterBar, FilterSelect } from '@maru/kit/web/desk/filter-bar.tsx';
import { ListFilters, type Looks, useListColumns } from '@maru/kit/web/desk/list-columns.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { fileMoment, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { useMemo } from 'react';
import { listDeskOptions } from '../admin-contract.ts';
import { type DeskRound, EXPORT_ROUNDS, exportRounds, listDeskRounds, type roundStates } from '../desk-contract.ts';
import { roundColumns, roundListFilters } from '../round-list-contract.ts';
import type { voidReasons } from '../shapes.ts';
import { roundNumber } from '../web/round-board.ts';
import { useGameName } from './game-words.ts';
import { gamesTexts } from './games-texts.ts';
import { pricesOf, ResultBadge } from './result-badge.tsx';
import { RoundSide } from './round-side.tsx';
import { deskRoundsTexts } from './rounds-texts.ts';
import { RoundsTabs } from './rounds-tabs.tsx';

const SIZE = 50;
const ASK_MS = 10_000;
const noFilters = { game: 0, state: '', reason: '', days: '', page: 0, open: 0 };
type Filters = { [Key in keyof typeof noFilters]: (typeof noFilters)[Key] extends number ? number : string };

/** What list and export are asked with; empty choices ask nothing. */
function filterQuery({ state, reason, days: period }: Filters) {
  const since = period === '' ? undefined : fileMoment(serverNow() - (Number(period) - 1) * DAY_MS).slice(0, 10);
  return {
    ...(state && { state: state as (typeof roundStates)[number] }),
    ...(reason && { voidReason: reason as (typeof voidReasons)[number] }),
    ...(since && { startDate: since }),
  };
}

export function PastPage() {
  const t = useText(deskRoundsTexts);
  const g = useText(gamesTexts);
  const [filters, setFilters] = useUrlState(noFilters);
  const asked = filterQuery(filters);
  const game = filters.game > 0 ? { tradeOptionId: String(filters.game) } : {};
  const query = { ...game, ...asked, page: String(filters.page), size: String(SIZE) };
  const list = useCall(listDeskRounds, { query, keepsOld: true, everyMs: ASK_MS });
  const currency = list.data?.currency ?? 'USDT';
  const columns = useColumns(currency);
  const isNarrow = filters.game > 0 || Object.keys(asked).length > 0;
  return (
    <DeskPage title={g('rd.title')} line={g('rd.rule')} actions={<RoundsExport filters={filters} isOff={!list.data?.totalElements} />}>
      <RoundsTabs view="past" />
      <SplitView
        sidePx={440}
        list={
          <>
            <FilterRow filters={filters} onChange={setFilters} />
            <PagedList
              query={list}
              rows={(data) => data.content.toSorted(byStart)}
              total={(data) => data.totalElements}
              page={filters.page}
              size={SIZE}
              onPage={(page) => setFilters({ page })}
              empty={{
                title: t(isNarrow ? 'rv.empty.filtered' : 'rv.empty'),
                words: t(isNarrow ? 'rv.empty.filtered.words' : 'rv.empty.words'),
              }}
              failing={{ title: t('rv.failed'), words: t('rv.failed.words') }}
            >
              {(rows) => (
                <DataTable
                  label={t('rv.list')}
                  columns={columns}
                  rows={rows}
                  keyOf={({ tradeRoundId }) => tradeRoundId}
                  openKey={filters.open}
                  onOpen={({ tradeRoundId }) => setFilters({ open: tradeRoundId, page: filters.page })}
                />
              )}
            </PagedList>
          </>
        }
        side={
          filters.open > 0 && (
            <RoundSide
              key={filters.open}
              tradeRoundId={filters.open}
              currency={currency}
              onClose={() => setFilters({ open: 0, page: filters.page })}
            />
          )
        }
      />
    </DeskPage>
  );
}

/** As the first column reads: the server lists them as they took their first bet. */
const byStart = (a: DeskRound, b: DeskRound) => Date.parse(b.startAt) - Date.parse(a.startAt) || b.tradeRoundId - a.tradeRoundId;

function FilterRow({ filters, onChange }: { filters: Filters; onChange(change: Partial<Filters>): void }) {
  const t = useText(deskRoundsTexts);
  const nameOf = useGameName();
  const games = useCall(listDeskOptions);
  return (
    <FilterBar>
      <FilterSelect
        label={t('rv.filter.game')}
        value={String(filters.game)}
        onChange={(value) => onChange({ game: Number(value) })}
        options={[
          { value: '0', label: t('rv.filter.all') },
          ...(games.data?.options.map((each) => ({ value: String(each.tradeOptionId), label: nameOf(each) })) ?? []),
        ]}
      />
      <ListFilters filters={roundListFilters} values={filters} onChange={onChange} />
    </FilterBar>
  );
}

const shown = ['time', 'round', 'result', 'prices', 'bets', 'staked', 'paid', 'kept'];

function useColumns(currency: string): DeskColumn<DeskRound>[] {
  const t = useText(deskRoundsTexts);
  const nameOf = useGameName();
  const looks = useMemo(() => looksOf(t, nameOf, shownDecimals(currency)), [t, nameOf, currency]);
  const columns = useListColumns(roundColumns, looks, shown);
  return [
    ...columns,
    {
      key: 'evidence',
      head: t('rv.col.evidence'),
      isFigure: true,
      cell: ({ hasEvidence, status }) =>
        status === 0 ? '' : <span className="text-12 text-mute">{t(hasEvidence ? 'rv.evidence.yes' : 'rv.evidence.no')}</span>,
    },
  ];
}

function looksOf(t: Text<typeof deskRoundsTexts>, nameOf: ReturnType<typeof useGameName>, decimals: number): Looks<DeskRound> {
  const none = <span className="text-mute">–</span>;
  const amount = (value: string | null) => (value === null ? none : <Figure value={value} decimals={decimals} />);
  return {
    time: { isFigure: false, width: '128px' },
    round: {
      namesRow: true,
      cell: (round) => (
        <span className="whitespace-nowrap">
          <b className="font-semibold">{nameOf(round)}</b> <span className="text-mute">{t('rv.number', { n: roundNumber(round) })}</span>
        </span>
      ),
    },
    result: (round) => <ResultBadge round={round} />,
    prices: pricesOf,
    bets: ({ bets }) => figure(String(bets)),
    staked: ({ staked }) => amount(staked),
    paid: ({ paid }) => amount(paid),
    kept: ({ kept }) =>
      kept === null ? none : <Figure value={kept} decimals={decimals} sign className={kept.startsWith('-') ? 'text-danger' : ''} />,
  };
}

function RoundsExport({ filters, isOff }: { filters: Filters; isOff: boolean }) {
  const t = useText(deskRoundsTexts);
  const save = async (reason: string) => {
    const game = filters.game > 0 ? { tradeOptionId: filters.game } : {};
    const file = await call(exportRounds, { body: { ...game, ...filterQuery(filters), reason } });
    downloadCsv(file.name, file.csv);
    toast({ title: t('rv.export.done', { count: file.rows }), kind: 'done', ...(file.isCut && { line: t('rv.export.cut') }) });
  };
  return (
    <ExportFile
      right="rounds.export"
      label={t('rv.export')}
      title={t('rv.export.title')}
      description={t('rv.export.words', { limit: figure(String(EXPORT_ROUNDS)) })}
      confirm={t('rv.export.confirm')}
      isOff={isOff}
      onExport={save}
    />
  );
}
