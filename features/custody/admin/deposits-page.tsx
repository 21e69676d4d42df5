// Deposits of a site: what is under way, how deep its block lies, and everything that was.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { listDeskDeposits } from '../deposit-admin-contract.ts';
import { depositColumns, depositFilters } from '../deposit-list-contract.ts';
import { ChainEnds } from '../web/chain-text.tsx';
import { CoinFigure, coinName } from './coin-figure.tsx';
import { useCoinOptions } from './coin-options.ts';
import { DepositSide } from './deposit-side.tsx';
import { deskDepositTexts } from './deposit-texts.ts';
import { depositTones } from './deposit-tones.ts';

const ASK_MS = 5_000;

export const DepositsPage = defineDeskPage({
  texts: deskDepositTexts,
  title: 'dd.title',
  list: {
    route: listDeskDeposits,
    columns: depositColumns,
    filters: depositFilters,
    useOptions: useCoinOptions,
    looks: {
      time: { width: '128px', isFigure: false },
      member: { namesRow: true },
      coin: coinName,
      point: ({ point, currency }) => <CoinFigure value={point} currency={currency} />,
      state: { tone: ({ state }) => depositTones[state] },
      hash: ({ txHash }) => <ChainEnds text={txHash} />,
    },
    paging: 'pages',
    keyOf: ({ depositId }) => depositId,
    everyMs: ASK_MS,
    isTall: true,
    empty: ['dd.empty', 'dd.empty.words'],
    none: ['dd.none'],
    failed: ['dd.failed', 'dd.failed.words'],
  },
  file: { label: 'dd.file', name: 'deposits' },
  side: { px: 440, isOfRow: true, Side: ({ row, onClose }) => <DepositSide row={row} onClose={onClose} /> },
});
