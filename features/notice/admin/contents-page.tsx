// The desk of contents: every board's entries with their state, drafts among them; an entry opens in its form.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { listDeskContents, saveNotice } from '../admin-contract.ts';
import { contentColumns, contentFilters } from '../content-list-contract.ts';
import { contentDeskTexts } from './desk-texts.ts';
import { DraftedTitle, stateTone } from './state-badge.tsx';

const day = (at: string | null) => (at === null ? '' : tableMoment(at, false));

export const ContentsPage = defineDeskPage({
  texts: contentDeskTexts,
  title: 'con.title',
  note: 'con.note',
  list: {
    route: listDeskContents,
    columns: contentColumns,
    filters: contentFilters,
    looks: {
      state: { width: '92px', tone: stateTone },
      category: { width: '92px' },
      title: { namesRow: true, cell: (row) => <DraftedTitle row={row} isPinned={row.isPinned} /> },
      shown: {
        width: '190px',
        cell: ({ startDate, endDate }) =>
          startDate === null && endDate === null ? (
            <span className="text-mute">–</span>
          ) : (
            <span className="whitespace-nowrap text-sub">{`${day(startDate)} – ${day(endDate)}`}</span>
          ),
      },
      order: { width: '64px' },
      helpful: { width: '76px' },
      views: { width: '76px' },
      who: { width: '104px', isQuiet: true },
      updated: { width: '128px' },
    },
    paging: 'pages',
    size: 30,
    keyOf: ({ id }) => id,
    leads: ({ id }) => `/contents/${id}`,
    empty: ['con.empty', 'con.empty.words'],
    none: ['con.none'],
    failed: ['con.failed', 'con.failed.words'],
  },
  actions: [{ key: 'new', label: 'con.new', may: saveNotice, look: 'brand', to: (_, asked) => `/contents/new-${asked['board']}` }],
});
