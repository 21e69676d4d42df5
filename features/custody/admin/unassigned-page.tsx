// What is nobody's: arrivals at shared addresses without the number of any member, and what became of them.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { listUnassigned } from '../deposit-claim-admin-contract.ts';
import { unassignedColumns, unassignedFilters } from '../deposit-claim-list-contract.ts';
import { ChainEnds } from '../web/chain-text.tsx';
import { deskClaimTexts } from './claim-texts.ts';
import { CoinFigure, coinName } from './coin-figure.tsx';
import { useCoinOptions } from './coin-options.ts';

const ASK_MS = 10_000;

export const UnassignedPage = defineDeskPage({
  texts: deskClaimTexts,
  title: 'du.title',
  line: 'du.line',
  list: {
    route: listUnassigned,
    columns: unassignedColumns,
    filters: unassignedFilters,
    useOptions: useCoinOptions,
    looks: {
      time: { width: '128px', isFigure: false },
      coin: coinName,
      point: ({ point, currency }) => <CoinFigure value={point} currency={currency} />,
      sender: ({ sender }) => (sender === null ? null : <ChainEnds text={sender} />),
      hash: ({ txHash }) => <ChainEnds text={txHash} />,
      state: { tone: ({ state, isSmall }) => (state === 'CREDITED' ? 'good' : state === 'CLAIMED' && !isSmall ? 'warn' : 'plain') },
    },
    paging: 'pages',
    keyOf: ({ arrivalId }) => arrivalId,
    everyMs: ASK_MS,
    isTall: true,
    empty: ['du.empty', 'du.empty.words'],
    none: ['du.none'],
    failed: ['dq.failed', 'dq.failed.words'],
  },
  file: { label: 'dq.file', name: 'unassigned-deposits' },
});
