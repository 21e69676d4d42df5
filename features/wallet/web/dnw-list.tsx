// Lines of the asset history: what, in which wallet, how much, and what the wallet held afterwards; a table, on phones a list.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { directionOf, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Cell, HeadCell, Table } from '@maru/kit/web/ui/table.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { useState } from 'react';
import type { DnwEntry } from '../contract.ts';
import { DnwDetail } from './dnw-detail.tsx';
import { walletName } from './wallet-name.ts';
import { walletTexts } from './wallet-texts.ts';

/** Of a transfer the other wallet, of trading the posting's own name, else nothing more than its code says. */
export function reasonOf(t: Text<typeof walletTexts>, { reason, otherWalletType, type }: DnwEntry): string {
  if (otherWalletType !== null) return `${type === 'TO' || type === 'CO' ? '→' : '←'} ${walletName(t, otherWalletType)}`;
  const id = `asset.reason.${reason}`;
  return id in walletTexts ? t(id as keyof typeof walletTexts) : t('asset.reason.OTHER');
}
// Money in and out is not direction: ink, with its sign.
const amountClass = (entry: DnwEntry) => (directionOf(entry.point) < 0 ? 'text-sub' : 'text-text');

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
    <Table>
      <thead>
        <tr>
          <HeadCell>{t('asset.ledger.time')}</HeadCell>
          <HeadCell>{t('walletHistory.wallet')}</HeadCell>
          <HeadCell>{t('walletHistory.type')}</HeadCell>
          <HeadCell>{t('asset.ledger.what')}</HeadCell>
          <HeadCell isFigure>{t('asset.ledger.amount')}</HeadCell>
          <HeadCell isFigure>{t('asset.ledger.balance')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.dnwHistoryId} className="h-12 hover:bg-hover">
            <Cell className="w-36 text-13 text-mute">
              <TableTime at={entry.time} />
            </Cell>
            <Cell className="text-13">{walletName(t, entry.walletType)}</Cell>
            <Cell>
              <Badge tone="plain">{t(`dnw.${entry.type}`)}</Badge>
            </Cell>
            <Cell>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(entry)}
                className="touch font-medium underline-offset-4 hover:underline"
              >
                {reasonOf(t, entry)}
              </button>
              {entry.symbol && <span className="ml-2 text-12 text-mute">{pairOf(entry.symbol)}</span>}
            </Cell>
            <Cell isFigure>
              <Amount
                value={entry.point}
                decimals={shownDecimals(entry.currency, 4)}
                sign
                unit={entry.currency}
                className={cx('font-semibold', amountClass(entry))}
              />
            </Cell>
            <Cell isFigure className="text-sub">
              <Amount value={entry.balance} decimals={shownDecimals(entry.currency, 4)} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function DnwRows({ entries, onOpen }: LinesProps) {
  const t = useText(walletTexts);
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
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
              {walletName(t, entry.walletType)}
              {entry.symbol && ` · ${pairOf(entry.symbol)}`} · {tableMoment(entry.time, false)}
            </span>
          </span>
          <span className="shrink-0 text-right">
            <Amount
              value={entry.point}
              decimals={shownDecimals(entry.currency, 4)}
              sign
              className={cx('block text-14 leading-5 font-semibold', amountClass(entry))}
            />
            <Amount value={entry.balance} decimals={shownDecimals(entry.currency, 4)} className="block text-12 leading-4 text-mute" />
          </span>
        </li>
      ))}
    </ul>
  );
}
