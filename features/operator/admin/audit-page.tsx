// The audit log: filters in the address, each line with what changed, and the state of its chain.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { exportAudit, listAudit } from '../audit-contract.ts';
import { auditColumns, auditFilters } from '../audit-list-contract.ts';
import { ChainState, useAuditLooks } from './audit-cells.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { auditTexts } from './audit-texts.ts';

export const AuditPage = defineDeskPage({
  texts: auditTexts,
  title: 'au.title',
  note: 'au.note',
  Lead: ChainState,
  list: {
    route: listAudit,
    columns: auditColumns,
    filters: auditFilters,
    useLooks: useAuditLooks,
    paging: 'pages',
    keyOf: ({ seq }) => seq,
    empty: ['au.empty', 'au.empty.words'],
    failed: ['au.failed', 'au.failed.words'],
  },
  file: {
    label: 'au.export',
    right: exportAudit.right,
    isAlways: true,
    asks: { title: 'au.export.title', words: 'au.export.words', confirm: 'au.export.go' },
    takeFor: async (asked, reason) => saveFile('audit.csv', await fetchFile(exportAudit, { ...asked, reason })),
  },
  side: { isOfRow: true, Side: ({ row, onClose }) => row && <AuditDetail entry={row} onClose={onClose} /> },
});
