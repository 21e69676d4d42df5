// Recent bets of others on an option, their names masked.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { othersBets, type TradeOption } from '../contract.ts';
import { pointMath } from './bet-figures.ts';
import { roundsTexts } from './rounds-texts.ts';

export function OthersBets({ option }: { option: TradeOption }) {
  const t = useText(roundsTexts);
  const list = useCall(othersBets, { query: { tradeOptionId: String(option.tradeOptionId) }, everyMs: 5_000 });
  const { data } = list;
  const math = pointMath(option);
  if (data === undefined && list.isError)
    return (
      <FailingState title={t('others.failed')} error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} isLow />
    );
  if (data === undefined) return <SkeletonRows rows={4} label={t('bet.past.others')} />;
  if (data.length === 0) return <EmptyState title={t('others.none')} isLow />;
  return (
    <ul className="text-12 tabular-nums">
      {data.map((bet, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- masked rows have no identity but their place
        <li key={i} className="flex h-7 items-center gap-3 border-b border-grid">
          <span className="w-16 text-mute">{moment(bet.betAt, 'time')}</span>
          <span className="w-16">{bet.name}</span>
          <span className={bet.type === 'UP' ? 'text-rise' : 'text-fall'}>
            {bet.type === 'UP' ? '↑' : '↓'} {t(`side.${bet.type === 'UP' ? 'UP' : 'DOWN'}`)}
          </span>
          <span className="ml-auto font-semibold">{math.shown(bet.point)}</span>
          <span className="w-20 text-right text-mute">
            {bet.status === 0
              ? t('rounds.running')
              : bet.status === 1
                ? `+${math.brief(math.minus(bet.payout ?? '0', bet.point))}`
                : bet.status === 2
                  ? t('bets.lost')
                  : t('side.VOID')}
          </span>
        </li>
      ))}
    </ul>
  );
}
