// The desk's list of files: whose, how large, what they hang on, how much of a day's number is used; loose ones swept by hand.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { sizeWords } from '@maru/kit/web/desk/size-words.ts';
import { listDeskFiles, sweepFiles } from '../admin-contract.ts';
import { fileColumns, fileFilters } from '../file-list-contract.ts';
import { fileDeskTexts } from './desk-texts.ts';
import { FileName, FileOwner, usedToday } from './file-cells.tsx';
import { SweepDialog } from './sweep-dialog.tsx';

const tones = { HELD: 'plain', PUBLIC: 'brand', LOOSE: 'warn' } as const;

export const FilesPage = defineDeskPage({
  texts: fileDeskTexts,
  title: 'file.title',
  note: (t, { bytes, loose }) => t('file.note', { size: sizeWords(bytes), loose }),
  list: {
    route: listDeskFiles,
    columns: fileColumns,
    filters: fileFilters,
    looks: {
      name: (row) => <FileName row={row} />,
      state: { width: '112px', tone: ({ state }) => tones[state] },
      owner: { width: '160px', cell: (row) => <FileOwner row={row} /> },
      today: { width: '92px', cell: usedToday },
      type: { width: '110px', isQuiet: true },
      size: { width: '84px', cell: ({ size }) => sizeWords(size) },
      time: { width: '128px' },
    },
    paging: 'pages',
    size: 30,
    keyOf: ({ id }) => id,
    empty: ['file.empty', 'file.empty.words'],
    none: ['file.none'],
    failed: ['file.failed', 'file.failed.words'],
  },
  actions: [{ key: 'sweep', label: 'file.sweep', may: sweepFiles, isOff: (reply) => !reply?.totalElements, form: SweepDialog }],
});
