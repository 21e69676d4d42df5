// Deposit claims: what waits for a person at the left, the longest first, and the open one with all it is decided by beside it.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { LoadingRows } from '@maru/kit/web/desk/loaded.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { listDeskDepositClaims } from '../deposit-claim-admin-contract.ts';
import { depositClaimColumns, depositClaimFilters } from '../deposit-claim-list-contract.ts';
import { claimTones } from './claim-tones.ts';
import { deskClaimTexts } from './claim-texts.ts';
import { CoinFigure, coinName } from './coin-figure.tsx';
import { useCoinOptions } from './coin-options.ts';

const ASK_MS = 10_000;
const ClaimSide = lazyArea<{ id: number; onClose(): void }>(() => import('./claim-side.tsx').then((m) => m.ClaimSide), {
  waiting: <LoadingRows rows={8} />,
});

export const ClaimsPage = defineDeskPage({
  texts: deskClaimTexts,
  title: 'dq.title',
  note: (t, { totalElements }) => t('dq.note', { count: totalElements }),
  list: {
    route: listDeskDepositClaims,
    columns: depositClaimColumns,
    filters: depositClaimFilters,
    useOptions: useCoinOptions,
    looks: {
      time: { width: '128px', isFigure: false },
      member: { namesRow: true },
      coin: coinName,
      point: ({ point, currency }) => <CoinFigure value={point} currency={currency} />,
      state: { tone: ({ state }) => claimTones[state] },
    },
    paging: 'pages',
    size: 30,
    keyOf: ({ claimId }) => claimId,
    everyMs: ASK_MS,
    isTall: true,
    empty: ['dq.empty', 'dq.empty.words'],
    none: ['dq.none'],
    failed: ['dq.failed', 'dq.failed.words'],
  },
  file: { label: 'dq.file', name: 'deposit-claims' },
  side: { px: 720, Side: ({ open, onClose }) => <ClaimSide id={Number(open)} onClose={onClose} /> },
});
