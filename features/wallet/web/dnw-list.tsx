// Lines of the asset history: what, in which wallet, how much, and what the wallet held afterwards; a table, on phones a list.
import { pointDecimals, shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { timeHead } from '@maru/kit/web/csv.ts';
import { directionOf, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { fileMoment, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { type MemberColumn, MemberTable, partsOf } from '@maru/kit/web/member-list.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { useState } from 'react';
import type { DnwEntry } from '../contract.ts';
import { DnwDetail } from './dnw-detail.tsx';
import { walletName } from './wallet-name.ts';
import { walletTexts } from './wallet-texts.ts';

/** Of a transfer the other wallet, of trading the posting's own name, else nothing more than its code says. */
function reasonOf(t: Text<typeof walletTexts>, { reason, otherWalletType, type }: DnwEntry): string {
  const id = `asset.reason.${reason}`;
  const words = id in walletTexts ? t(id as keyof typeof walletTexts) : t('asset.reason.OTHER');
  if (otherWalletType === null) return words;
  const way = `${type === 'TO' || type === 'CO' ? '→' : '←'} ${walletName(t, otherWalletType)}`;
  // Not what was converted, but what it cost.
  return reason === 'CONVERSION_FEE' || reason === 'CONVERSION_DUST' ? `${way} · ${words}` : way;
}
// Money in and out is not direction: ink, with its sign.
const amountClass = (entry: DnwEntry) => (directionOf(entry.point) < 0 ? 'text-sub' : 'text-text');

type Words = Text<typeof walletTexts>;

/** Table and file; on a phone the same in two lines. */
export function dnwColumns(t: Words, onOpen?: (entry: DnwEntry) => void): MemberColumn<DnwEntry>[] {
  return [
    {
      key: 'time',
      head: t('asset.ledger.time'),
      fileHead: timeHead(t('asset.ledger.time')),
      text: ({ time }) => fileMoment(time),
      cell: ({ time }) => <TableTime at={time} />,
      className: 'w-36 text-13 text-mute',
    },
    {
      key: 'wallet',
      head: t('walletHistory.wallet'),
      text: ({ walletType }) => walletName(t, walletType),
      cell: ({ walletType }) => walletName(t, walletType),
      className: 'text-13',
    },
    {
      key: 'type',
      head: t('walletHistory.type'),
      text: ({ type }) => `${type} ${t(`dnw.${type}`)}`,
      cell: ({ type }) => <Badge tone="plain">{t(`dnw.${type}`)}</Badge>,
    },
    {
      key: 'what',
      head: t('asset.ledger.what'),
      text: (entry) => [reasonOf(t, entry), entry.symbol && pairOf(entry.symbol)].filter(Boolean).join(' '),
      cell: (entry) => <What entry={entry} words={reasonOf(t, entry)} onOpen={() => onOpen?.(entry)} />,
    },
    {
      key: 'point',
      head: t('asset.ledger.amount'),
      isFigure: true,
      text: ({ point }) => point,
      cell: (entry) => (
        <Amount
          value={entry.point}
          {...shownOf(entry.currency)}
          sign
          unit={entry.currency}
          className={cx('font-semibold', amountClass(entry))}
        />
      ),
    },
    {
      key: 'balance',
      head: t('asset.ledger.balance'),
      isFigure: true,
      text: ({ balance }) => balance,
      cell: ({ balance, currency }) => <Amount value={balance} {...shownOf(currency)} />,
      className: 'text-sub',
    },
    { key: 'currency', head: t('walletHistory.col.currency'), text: ({ currency }) => currency },
    { key: 'id', head: t('walletHistory.col.id'), text: ({ dnwHistoryId }) => String(dnwHistoryId) },
    { key: 'sequence', head: t('walletHistory.col.sequence'), text: ({ sequence }) => String(sequence) },
  ];
}

/** Money to four places; of a coin all of them, since the last may be much. */
const shownOf = (currency: string): { decimals?: number } =>
  currency === 'USDT' || pointDecimals(currency) === 0 ? { decimals: shownDecimals(currency, 4) } : {};

function What({ entry, words, onOpen }: { entry: DnwEntry; words: string; onOpen(): void }) {
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={onOpen} className="touch font-medium underline-offset-4 hover:underline">
        {words}
      </button>
      {entry.symbol && <span className="ml-2 text-12 text-mute">{pairOf(entry.symbol)}</span>}
    </>
  );
}

export function DnwList({ entries }: { entries: readonly DnwEntry[] }) {
  const [opened, setOpened] = useState<DnwEntry>();
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone ? <DnwRows entries={entries} onOpen={setOpened} /> : <DnwTable entries={entries} onOpen={setOpened} />}
      {opened && <DnwDetail entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface LinesProps {
  entries: readonly DnwEntry[];
  onOpen(entry: DnwEntry): void;
}

function DnwTable({ entries, onOpen }: LinesProps) {
  const t = useText(walletTexts);
  return (
    <MemberTable columns={dnwColumns(t, onOpen)} rows={entries} keyOf={(entry) => entry.dnwHistoryId} rowClass="h-12 hover:bg-hover" />
  );
}

function DnwRows({ entries, onOpen }: LinesProps) {
  const t = useText(walletTexts);
  const columns = dnwColumns(t, onOpen);
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => {
        const { cell, text } = partsOf(columns, entry);
        const shown = shownOf(entry.currency);
        return (
          <li key={entry.dnwHistoryId} className="flex min-h-[60px] items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(entry)}
                className="touch block text-left text-14 leading-5 font-semibold"
              >
                {t(`dnw.${entry.type}`)} <span className="font-normal text-sub">{reasonOf(t, entry)}</span>
              </button>
              <span className="block text-12 leading-4 text-mute">
                {cell('wallet')}
                {entry.symbol && ` · ${pairOf(entry.symbol)}`} · {tableMoment(entry.time, false)}
              </span>
            </span>
            <span className="shrink-0 text-right">
              <Amount value={text('point')} {...shown} sign className={cx('block text-14 leading-5 font-semibold', amountClass(entry))} />
              <Amount value={text('balance')} {...shown} className="block text-12 leading-4 text-mute" />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
