// The desk of popups: what stands open at a start, what is drafted, and what was sent in real time.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { listDeskPopups, savePopup } from '../admin-contract.ts';
import { popupColumns, popupFilters } from '../content-list-contract.ts';
import { contentDeskTexts } from './desk-texts.ts';
import { DraftedTitle, stateTone } from './state-badge.tsx';

export const PopupsPage = defineDeskPage({
  texts: contentDeskTexts,
  title: 'pop.title',
  note: 'pop.note',
  list: {
    route: listDeskPopups,
    columns: popupColumns,
    filters: popupFilters,
    looks: {
      state: { width: '92px', tone: stateTone },
      type: { width: '100px' },
      title: { namesRow: true, cell: (row) => <DraftedTitle row={row} /> },
      order: { width: '64px' },
      sent: { width: '128px' },
      who: { width: '104px', isQuiet: true },
      updated: { width: '128px' },
    },
    paging: 'pages',
    size: 30,
    keyOf: ({ id }) => id,
    leads: ({ id }) => `/popups/${id}`,
    empty: ['pop.empty', 'pop.empty.words'],
    none: ['con.none'],
    failed: ['con.failed', 'con.failed.words'],
  },
  actions: [{ key: 'new', label: 'pop.new', may: savePopup, look: 'brand', to: () => '/popups/new' }],
});
