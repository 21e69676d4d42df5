// The desk of inquiries: the queue at the left, the longest waiting first, and the open inquiry beside it; both live.
import { listCsv } from '@maru/kit/contract/list.ts';
import { call, type CallOptions } from '@maru/kit/web/api-client.ts';
import { downloadCsv } from '@maru/kit/web/csv.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { MessageSquareText } from 'lucide-react';
import { exportInquiries, listDeskInquiries } from '../admin-contract.ts';
import { inquiryColumns, inquiryFileColumns, inquiryFilters } from '../inquiry-list-contract.ts';
import { contactDeskTexts } from './desk-texts.ts';
import { askerOf, Waited } from './inquiry-cells.tsx';
import { InquirySide } from './inquiry-side.tsx';

type FileQuery = CallOptions<typeof exportInquiries>['query'];

export const InquiriesPage = defineDeskPage({
  texts: contactDeskTexts,
  title: 'inq.title',
  note: 'inq.note',
  list: {
    route: listDeskInquiries,
    columns: inquiryColumns,
    filters: inquiryFilters,
    looks: {
      waited: { width: '104px', cell: (row) => <Waited row={row} /> },
      kind: { width: '80px', isQuiet: true },
      member: { namesRow: true, width: '140px', cell: askerOf },
      // Text stays text: what a member typed is never markup (CNT-04).
      words: (row) => <span className="line-clamp-1 break-all tablet:min-w-40">{row.lastLine}</span>,
      who: { width: '110px', cell: ({ claim }) => claim && <Badge tone={claim.isMine ? 'brand' : 'plain'}>{claim.name}</Badge> },
      time: { width: '128px' },
    },
    paging: 'pages',
    size: 30,
    keyOf: ({ id }) => id,
    label: 'inq.list',
    isTall: true,
    empty: ['inq.empty', 'inq.empty.words'],
    none: ['inq.none'],
    failed: ['inq.failed', 'inq.failed.words'],
  },
  actions: [
    { key: 'canned', label: 'inq.canned', icon: <MessageSquareText aria-hidden="true" size={14} />, to: () => '/inquiries/canned' },
  ],
  file: {
    label: 'inq.export',
    isAlways: true,
    right: exportInquiries.right,
    take: async ({ state, kind }, t, say) => {
      const lines = await call(exportInquiries, { query: { state, kind } as FileQuery });
      const name = `${t('inq.export.name')}-${fileMoment(Date.now()).slice(0, 10)}.csv`;
      downloadCsv(name, listCsv(inquiryFileColumns, lines, { say, moment: fileMoment }));
    },
  },
  side: { px: 520, Side: ({ open, onClose }) => <InquirySide id={Number(open)} onClose={onClose} /> },
});
