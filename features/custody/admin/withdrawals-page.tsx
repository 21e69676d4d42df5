// The queue of withdrawals: what waits for a person at the left, the longest first, and the open one with all it is decided by beside it.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { LoadingRows } from '@maru/kit/web/desk/loaded.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { listDeskWithdrawals } from '../withdraw-admin-contract.ts';
import { withdrawalColumns, withdrawalFilters } from '../withdrawal-list-contract.ts';
import { useCoinOptions } from './coin-options.ts';
import { withdrawalLooks } from './withdrawal-cells.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

const ASK_MS = 10_000;
const WithdrawalSide = lazyArea<{ id: number; onClose(): void }>(() => import('./withdrawal-side.tsx').then((m) => m.WithdrawalSide), {
  waiting: <LoadingRows rows={8} />,
});

export const WithdrawalsPage = defineDeskPage({
  texts: deskWithdrawalTexts,
  title: 'dw.title',
  note: (t, { totalElements }) => t('dw.note', { count: totalElements }),
  list: {
    route: listDeskWithdrawals,
    columns: withdrawalColumns,
    filters: withdrawalFilters,
    useOptions: useCoinOptions,
    looks: withdrawalLooks,
    paging: 'pages',
    size: 30,
    keyOf: ({ withdrawalId }) => withdrawalId,
    everyMs: ASK_MS,
    isTall: true,
    empty: ['dw.empty', 'dw.empty.words'],
    none: ['dw.none'],
    failed: ['dw.failed', 'dw.failed.words'],
  },
  file: { label: 'dw.file', name: 'withdrawals' },
  side: { px: 720, Side: ({ open, onClose }) => <WithdrawalSide id={Number(open)} onClose={onClose} /> },
});
