// Ready answers of a site: listed, written in both languages, taken away.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { listCannedAnswers, saveCannedAnswer } from '../admin-contract.ts';
import { cannedColumns } from '../canned-list-contract.ts';
import { CannedForm } from './canned-form.tsx';
import { contactDeskTexts } from './desk-texts.ts';

export const CannedPage = defineDeskPage({
  texts: contactDeskTexts,
  title: 'inq.canned',
  list: {
    route: listCannedAnswers,
    columns: cannedColumns,
    looks: {
      title: { width: '200px', namesRow: true },
      words: (row) => <span className="line-clamp-1 text-sub tablet:min-w-40">{row.contentKo}</span>,
    },
    keyOf: ({ id }) => id,
    empty: ['inq.canned.empty', 'inq.canned.empty.words'],
    failed: ['inq.canned.failed'],
  },
  actions: [
    { key: 'back', label: 'inq.back', to: () => '/inquiries' },
    { key: 'new', label: 'inq.canned.new', may: saveCannedAnswer, look: 'brand', opens: 'new' },
  ],
  side: { isOfRow: true, Side: ({ row, onClose }) => <CannedForm answer={row} onClose={onClose} /> },
});
