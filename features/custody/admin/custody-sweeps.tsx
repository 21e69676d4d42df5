// What lies at members' addresses, and how it is gathered at the hot one: each transfer with its state, fee and hash.
import { ageMs, ageWords, shortSpan } from '@maru/kit/web/desk/age.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import type { ReactNode } from 'react';
import { type DeskSweep, listDeskSweeps, type Ungathered } from '../sweep-admin-contract.ts';
import { ChainEnds } from '../web/chain-text.tsx';
import { CoinFigure, coinName } from './coin-figure.tsx';
import { RefusalLine } from './refusal-line.tsx';
import { sweepTexts } from './sweep-texts.ts';

const ASK_MS = 10_000;
const dash = <span className="text-mute">–</span>;
const tones: Readonly<Record<DeskSweep['state'], Tone>> = {
  PREPARED: 'brand',
  SIGNED: 'brand',
  SENT: 'brand',
  DONE: 'good',
  FAILED: 'danger',
  DROPPED: 'warn',
};

export function Sweeps() {
  const t = useText(sweepTexts);
  const query = useCall(listDeskSweeps, { everyMs: ASK_MS });
  return (
    <section className="border-t border-line">
      <div className="px-4 pt-5 pb-2 laptop:px-6">
        <h2 className="text-14 font-bold">{t('sw.title')}</h2>
        <p className="text-13 text-sub">{t('sw.line')}</p>
      </div>
      <Loaded query={query} title={t('sw.failed')} rows={6}>
        {({ coins, sweeps }) => (
          <>
            <DataTable label={t('sw.title')} columns={coinColumns(t)} rows={coins} keyOf={({ walletType }) => walletType} />
            <h3 className="px-4 pt-5 pb-2 text-13 font-bold laptop:px-6">{t('sw.list')}</h3>
            {sweeps.length === 0 ? (
              <EmptyState title={t('sw.none')} isLow />
            ) : (
              <DataTable label={t('sw.list')} columns={sweepColumns(t)} rows={sweeps} keyOf={({ sweepId }) => sweepId} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Before the first read nothing is claimed. */
const read = ({ readAt }: Ungathered, value: ReactNode) => (readAt === null ? dash : value);

const coinColumns = (t: Text<typeof sweepTexts>): DeskColumn<Ungathered>[] => [
  { key: 'coin', head: t('sw.coin'), namesRow: true, cell: (row) => <b className="font-semibold">{coinName(row)}</b> },
  {
    key: 'there',
    head: t('sw.there'),
    isFigure: true,
    cell: (row) => read(row, <CoinFigure value={row.amount} currency={row.currency} />),
  },
  { key: 'addresses', head: t('sw.addresses'), isFigure: true, cell: (row) => read(row, figure(String(row.addresses))) },
  { key: 'from', head: t('sw.from'), isFigure: true, cell: ({ from, currency }) => <CoinFigure value={from} currency={currency} /> },
  {
    key: 'read',
    head: t('sw.readAt'),
    isFigure: true,
    cell: ({ readAt }) => (readAt === null ? dash : t('sw.ago', { age: shortSpan(ageMs(readAt)) })),
  },
];

const sweepColumns = (t: Text<typeof sweepTexts>): DeskColumn<DeskSweep>[] => [
  {
    key: 'sweep',
    head: t('sw.sweep'),
    namesRow: true,
    cell: ({ sweepId, kind, walletType }) => (
      <>
        <b className="font-semibold">{sweepId}</b> {t(`sw.kind.${kind}`)} <span className="text-mute">{walletType}</span>
      </>
    ),
  },
  {
    key: 'state',
    head: t('sw.state'),
    cell: ({ state, reason }) => (
      <span className="inline-flex items-center gap-2">
        <Badge tone={tones[state]}>{t(`sw.state.${state}`)}</Badge>
        {reason !== null && <RefusalLine text={reason} />}
      </span>
    ),
  },
  {
    key: 'amount',
    head: t('sw.amount'),
    isFigure: true,
    cell: ({ amount, currency }) => <CoinFigure value={amount} currency={currency} />,
  },
  {
    key: 'from',
    head: t('sw.leaves'),
    cell: ({ from, addresses }) => (
      <span className="inline-flex items-baseline gap-1.5">
        <ChainEnds text={from} />
        {addresses > 1 && <span className="text-12 text-mute">{t('sw.more', { n: addresses - 1 })}</span>}
      </span>
    ),
  },
  {
    key: 'fee',
    head: t('sw.fee'),
    isFigure: true,
    cell: ({ fee }) => (fee === null ? dash : <CoinFigure value={fee.amount} currency={fee.currency} />),
  },
  {
    key: 'confirmations',
    head: t('sw.confirmations'),
    isFigure: true,
    cell: ({ confirmations, settledAfter }) => `${Math.min(confirmations, settledAfter)}/${settledAfter}`,
  },
  { key: 'since', head: t('sw.since'), isFigure: true, cell: ({ madeAt }) => ageWords(madeAt) },
  { key: 'hash', head: t('sw.hash'), cell: ({ txHash }) => txHash !== null && <ChainEnds text={txHash} /> },
];
