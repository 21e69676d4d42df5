// Rounds that had bets: narrowed by game, state, reason of a void and day, with their sums; one opens beside the list with bets and evidence.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { EXPORT_ROUNDS, exportRounds, listDeskRounds } from '../desk-contract.ts';
import { roundColumns, roundListFilters } from '../round-list-contract.ts';
import { gamesTexts } from './games-texts.ts';
import { byStart, saveRounds, useGames, useRoundLooks } from './past-cells.tsx';
import { RoundSide } from './round-side.tsx';
import { deskRoundsTexts } from './rounds-texts.ts';
import { RoundsTabs } from './rounds-tabs.tsx';

export const PastPage = defineDeskPage({
  texts: { ...gamesTexts, ...deskRoundsTexts },
  title: 'rd.title',
  line: 'rd.rule',
  tabs: <RoundsTabs view="past" />,
  list: {
    route: listDeskRounds,
    columns: roundColumns,
    filters: roundListFilters,
    useOptions: useGames,
    useLooks: (t, reply) => useRoundLooks(t, reply?.currency),
    shown: ['time', 'round', 'result', 'prices', 'bets', 'staked', 'paid', 'kept', 'evidence'],
    rows: ({ content }) => content.toSorted(byStart),
    paging: 'pages',
    keyOf: ({ tradeRoundId }) => tradeRoundId,
    label: 'rv.list',
    everyMs: 10_000,
    empty: ['rv.empty', 'rv.empty.words'],
    none: ['rv.empty.filtered', 'rv.empty.filtered.words'],
    failed: ['rv.failed', 'rv.failed.words'],
  },
  file: {
    label: 'rv.export',
    right: exportRounds.right,
    asks: {
      title: 'rv.export.title',
      words: (t) => t('rv.export.words', { limit: figure(String(EXPORT_ROUNDS)) }),
      confirm: 'rv.export.confirm',
    },
    takeFor: saveRounds,
  },
  side: {
    px: 440,
    Side: ({ open, reply, onClose }) => <RoundSide tradeRoundId={Number(open)} currency={reply?.currency ?? 'USDT'} onClose={onClose} />,
  },
});
