// Positions near their liquidation, nearest first, each with its member.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Link } from '@tanstack/react-router';
import type { NearLiquidation } from '../desk-contract.ts';
import { futuresDeskTexts } from './desk-texts.ts';

/** From here on the distance is amber. */
const closePercent = 2;

export function NearTable({ near }: { near: readonly NearLiquidation[] }) {
  const t = useText(futuresDeskTexts);
  if (near.length === 0) return <p className="py-6 text-center text-13 text-mute">{t('fd.near.none')}</p>;
  return <DataTable label={t('fd.near')} columns={columnsOf(t)} rows={near} keyOf={({ futuresPositionId }) => futuresPositionId} />;
}

const columnsOf = (t: Text<typeof futuresDeskTexts>): DeskColumn<NearLiquidation>[] => [
  {
    key: 'member',
    head: t('fd.member'),
    cell: ({ playerId, username }) =>
      playerId === null ? (
        username
      ) : (
        <Link to={`/members/${playerId}`} className="font-medium hover:underline">
          {username}
        </Link>
      ),
  },
  {
    key: 'position',
    head: t('fd.position'),
    cell: ({ base, tradeType, leverage }) => (
      <span
        className={cx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', tradeType === 'LONG' ? 'text-rise' : 'text-fall')}
      >
        <CoinMark base={base} size={15} />
        {base} {t(tradeType === 'LONG' ? 'fd.near.long' : 'fd.near.short', { leverage })}
      </span>
    ),
  },
  { key: 'size', head: t('fd.size'), isFigure: true, cell: ({ notional }) => `${figure(notional, { decimals: 0 })} USDT` },
  {
    key: 'distance',
    head: t('fd.distance'),
    isFigure: true,
    cell: ({ distance }) => (
      <b className={cx('font-bold', Number(distance) < closePercent && 'text-warn')}>{figure(distance, { decimals: 1 })}%</b>
    ),
  },
];
