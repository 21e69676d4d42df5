// Cells of the queue of withdrawals: whose, and how long it waits or when it was asked for, how much, and where it stands with whom.
import { ageMs, shortSpan } from '@maru/kit/web/desk/age.ts';
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import type { DeskWithdrawal } from '../withdraw-admin-contract.ts';
import type { WithdrawalState } from '../withdraw-contract.ts';
import { CoinFigure, coinName } from './coin-figure.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

const LATE_MS = 30 * 60_000;

export const withdrawalTones: Readonly<Record<WithdrawalState, Tone>> = {
  REQUESTED: 'plain',
  HELD: 'plain',
  REVIEW: 'warn',
  APPROVED: 'brand',
  SIGNED: 'brand',
  SENT: 'brand',
  CONFIRMED: 'good',
  REFUSED: 'plain',
  CANCELLED: 'plain',
  FAILED: 'danger',
};

const isOver: ReadonlySet<WithdrawalState> = new Set(['CONFIRMED', 'REFUSED', 'CANCELLED', 'FAILED']);

function Whose({ row }: { row: DeskWithdrawal }) {
  const t = useText(deskWithdrawalTexts);
  const isLate = row.state === 'REVIEW' && ageMs(row.askedAt) > LATE_MS;
  return (
    <span className="flex flex-col leading-tight">
      <span className="font-semibold">{row.username}</span>
      <span className="text-12 whitespace-nowrap text-mute">
        {coinName(row)}
        <span className={cx(isLate && 'font-semibold text-warn')}>
          {' · '}
          {isOver.has(row.state) ? tableMoment(row.askedAt, false) : t('dw.waits', { age: shortSpan(ageMs(row.askedAt)) })}
        </span>
      </span>
    </span>
  );
}

function HowMuch({ row }: { row: DeskWithdrawal }) {
  const t = useText(deskWithdrawalTexts);
  return (
    <span className="flex flex-col leading-tight">
      <CoinFigure value={row.point} currency={row.currency} className="font-semibold" />
      {row.currency !== 'USDT' && (
        <span className="text-12 whitespace-nowrap text-mute">{t('dw.about', { value: figure(row.value, { decimals: 2 }) })}</span>
      )}
    </span>
  );
}

function Stands({ row, text }: { row: DeskWithdrawal; text: string }) {
  const t = useText(deskWithdrawalTexts);
  const { claim } = row;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge tone={withdrawalTones[row.state]}>{text}</Badge>
      {row.isOwn && row.state === 'REVIEW' && <span className="text-12 font-semibold text-warn">{t('dw.own')}</span>}
      {row.state === 'REVIEW' && claim && (
        <span className={cx('text-12 whitespace-nowrap', claim.isMine ? 'font-semibold text-brand' : 'text-mute')}>
          {claim.isMine ? t('dw.claimed.mine') : t('dw.claimed', { person: claim.person })}
        </span>
      )}
    </span>
  );
}

export const withdrawalLooks: Looks<DeskWithdrawal> = {
  member: { namesRow: true, cell: (row) => <Whose row={row} /> },
  point: { width: '150px', cell: (row) => <HowMuch row={row} /> },
  state: { width: '130px', cell: (row, text) => <Stands row={row} text={text} /> },
};
