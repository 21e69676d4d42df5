// What moved in the wallets, newest first, with the balance after each line; paged, refreshed when a wallet moves.
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Cell, HeadCell, Table } from '@maru/kit/web/ui/table.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { type LedgerEntry, listLedger, pointQueue } from '../contract.ts';
import { walletTexts } from './wallet-texts.ts';

const pageSize = 20;
/** A burst of fills moves a wallet many times; the list is fetched once after it. */
const settleMs = 600;

type Text = ReturnType<typeof useText<typeof walletTexts>>;

function reasonOf(t: Text, reason: string): string {
  const id = `asset.reason.${reason}`;
  return id in walletTexts ? t(id as keyof typeof walletTexts) : t('asset.reason.OTHER');
}
/** `BINANCE:BTCUSDT` → `BTCUSDT`. */
const pairOf = (symbol: string | null) => symbol?.split(':')[1];
// Money in and out is not direction: ink, with its sign.
const amountClass = (entry: LedgerEntry) => (directionOf(entry.amount) < 0 ? 'text-sub' : 'text-text');

function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }) {
  const t = useText(walletTexts);
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{t('asset.ledger.time')}</HeadCell>
          <HeadCell>{t('asset.ledger.what')}</HeadCell>
          <HeadCell isFigure>{t('asset.ledger.amount')}</HeadCell>
          <HeadCell isFigure>{t('asset.ledger.balance')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className="h-12">
            <Cell className="w-36 text-13 text-mute">{tableMoment(entry.time)}</Cell>
            <Cell>
              <span className="font-medium">{reasonOf(t, entry.reason)}</span>
              {entry.symbol && <span className="ml-2 text-12 text-mute">{pairOf(entry.symbol)}</span>}
            </Cell>
            <Cell isFigure>
              <Amount value={entry.amount} decimals={4} sign className={cx('font-semibold', amountClass(entry))} />
            </Cell>
            <Cell isFigure className="text-sub">
              <Amount value={entry.balance} decimals={4} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function LedgerRows({ entries }: { entries: readonly LedgerEntry[] }) {
  const t = useText(walletTexts);
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="flex h-14 items-center justify-between gap-3">
          <span className="min-w-0">
            <span className="block text-14 leading-5 font-semibold">{reasonOf(t, entry.reason)}</span>
            <span className="block text-12 leading-4 text-mute">
              {pairOf(entry.symbol) && `${pairOf(entry.symbol)} · `}
              {tableMoment(entry.time, false)}
            </span>
          </span>
          <span className="text-right">
            <Amount value={entry.amount} decimals={4} sign className={cx('block text-14 leading-5 font-semibold', amountClass(entry))} />
            <Amount value={entry.balance} decimals={4} className="block text-12 leading-4 text-mute" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Pager({ page, total, onPage }: { page: number; total: number; onPage(page: number): void }) {
  const t = useText(walletTexts);
  const from = page * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  return (
    <div className="flex items-center justify-end gap-1 pt-3 text-13 text-mute">
      <span className="mr-2">{t('asset.ledger.page', { from, to, total })}</span>
      <IconButton label={t('asset.ledger.newer')} disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} />
      </IconButton>
      <IconButton label={t('asset.ledger.older')} disabled={to >= total} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} />
      </IconButton>
    </div>
  );
}

export function LedgerList() {
  const t = useText(walletTexts);
  const isPhone = useIsPhone();
  const [page, setPage] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const {
    data,
    error,
    refetch: retry,
    isFetching,
  } = useCall(listLedger, { query: { page: String(page), size: String(pageSize) }, keepsOld: true });
  useTopic(pointQueue, {}, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refetch(listLedger), settleMs);
  });
  return (
    <section aria-labelledby="ledger" className="mt-8">
      <h2 id="ledger" className="mb-2 text-20 font-bold tracking-[-0.02em]">
        {t('asset.ledger')}
      </h2>
      {data === undefined ? (
        error ? (
          <FailingState title={t('asset.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching}>
            {t('asset.failed.words')}
          </FailingState>
        ) : (
          <PlankRows rows={5} rowClass="h-12" label={t('asset.loading')} />
        )
      ) : data.totalElements === 0 ? (
        <EmptyState title={t('asset.ledger.empty')}>{t('asset.ledger.empty.words')}</EmptyState>
      ) : (
        <>
          {isPhone ? <LedgerRows entries={data.content} /> : <LedgerTable entries={data.content} />}
          {data.totalElements > pageSize && <Pager page={page} total={data.totalElements} onPage={setPage} />}
        </>
      )}
    </section>
  );
}
