// Taking whole lists away: what, of which days and why; then how far each is, and its file.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { listExports } from '../export-contract.ts';
import { exportColumns } from '../export-list-contract.ts';
import { asksAgainAfter, endExport, ExportKinds, ExportProgress, exportTones, isOpenExport, takeExport } from './export-parts.tsx';
import { exportTexts } from './export-texts.ts';

export const ExportsPage = defineDeskPage({
  texts: exportTexts,
  title: 'ex.title',
  line: 'ex.words',
  Above: ExportKinds,
  list: {
    route: listExports,
    columns: exportColumns,
    looks: {
      at: { width: '130px', isFigure: false },
      name: { namesRow: true },
      reason: { isProse: true },
      state: { tone: ({ state }) => exportTones[state] },
      progress: (job) => <ExportProgress job={job} />,
    },
    rows: ({ jobs }) => jobs,
    everyMs: asksAgainAfter,
    keyOf: ({ id }) => id,
    label: 'ex.list',
    isTall: true,
    empty: ['ex.none', 'ex.none.words'],
    failed: ['ex.failed'],
  },
  acts: [
    {
      key: 'take',
      label: 'ex.take',
      look: 'brand',
      when: ({ state, expiresAt }) => state === 'DONE' && expiresAt !== null,
      does: takeExport,
    },
    {
      key: 'end',
      label: (t, job) => t(isOpenExport(job) ? 'ex.cancel' : 'ex.delete'),
      look: 'line',
      when: (job) => isOpenExport(job) || job.expiresAt !== null,
      does: endExport,
    },
  ],
});
