// The payouts under way: how far each is, and why one stands still.
import type { Say } from '@maru/kit/contract/list.ts';
import { ageWords } from '@maru/kit/web/desk/age.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import type { PayoutUnderWay } from '../custody-admin-contract.ts';
import { waitsWords } from '../withdrawal-list-contract.ts';
import { ChainEnds } from '../web/chain-text.tsx';
import { CoinFigure } from './coin-figure.tsx';
import { custodyTexts } from './custody-texts.ts';

export function Payouts({ payouts }: { payouts: readonly PayoutUnderWay[] }) {
  const t = useText(custodyTexts);
  const say = useWords();
  const canOpen = useCan('withdrawal.read');
  if (payouts.length === 0) return <EmptyState title={t('cu.payouts.none')} isLow />;
  return (
    <DataTable label={t('cu.payouts')} columns={columnsOf(t, say, canOpen)} rows={payouts} keyOf={({ withdrawalId }) => withdrawalId} />
  );
}

const columnsOf = (t: Text<typeof custodyTexts>, say: Say, canOpen: boolean): DeskColumn<PayoutUnderWay>[] => [
  {
    key: 'payout',
    head: t('cu.payout'),
    namesRow: true,
    cell: ({ withdrawalId, walletType }) => {
      const words = (
        <>
          <b className="font-semibold">{withdrawalId}</b> <span className="text-mute">{walletType}</span>
        </>
      );
      if (!canOpen) return words;
      return (
        <Link to="/withdrawals" search={{ show: 'ALL', open: String(withdrawalId) } as never} className="hover:underline">
          {words}
        </Link>
      );
    },
  },
  {
    key: 'state',
    head: t('cu.state'),
    cell: (row) => (
      <span className="inline-flex items-center gap-2">
        <Badge tone={row.waits === null ? 'brand' : 'warn'}>{t(`cu.payout.${row.state}`)}</Badge>
        {row.waits !== null && (
          <span className="text-12 text-warn" title={row.waits}>
            {waitsWords(row, say)}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'amount',
    head: t('cu.amount'),
    isFigure: true,
    cell: ({ arrives, currency }) => <CoinFigure value={arrives} currency={currency} />,
  },
  { key: 'since', head: t('cu.since'), isFigure: true, cell: ({ since }) => ageWords(since) },
  {
    key: 'confirmations',
    head: t('cu.confirmations'),
    isFigure: true,
    cell: ({ confirmations, settledAfter }) => `${Math.min(confirmations, settledAfter)}/${settledAfter}`,
  },
  { key: 'hash', head: t('cu.hash'), cell: ({ txHash }) => txHash !== null && <ChainEnds text={txHash} /> },
];
