// The member's own fills of the symbol on screen, newest first: what the page has seen since it opened over what was there before.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { type Fill, listHistory } from '@maru/futures/contract.ts';
import { useAccount } from './account-store.ts';
import { openedTexts } from './opened-texts.ts';
import type { Instrument } from './instrument.ts';

const SHOWN = 50;

/** Each fill once, newest first; a fill that both tell of is one. */
export function joinedFills(seen: readonly Fill[], listed: readonly Fill[], futuresOptionId: number): Fill[] {
  const known = new Map<string, Fill>();
  for (const fill of [...seen, ...listed]) if (fill.futuresOptionId === futuresOptionId) known.set(`${fill.tradeId}|${fill.orderId}`, fill);
  return [...known.values()].toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time) || b.tradeId - a.tradeId).slice(0, SHOWN);
}

export function MyTrades({ instrument: i }: { instrument: Instrument }) {
  const t = useText(openedTexts);
  const id = i.option.futuresOptionId;
  const seen = useAccount((s) => s.account.fills);
  const asked = useCall(listHistory, { query: { type: 'trade', futuresOptionId: String(id), size: String(SHOWN) }, staleMs: 0 });
  const rows = joinedFills(seen, (asked.data?.content ?? []) as readonly Fill[], id);
  if (rows.length === 0 && asked.isPending)
    return (
      <div className="px-3">
        <SkeletonRows rows={4} rowClass="h-9" label={t('loading.list')} />
      </div>
    );
  if (rows.length === 0 && asked.isError)
    return <FailingState title={t('my.failed')} onRetry={() => void asked.refetch()} isRetrying={asked.isFetching} />;
  if (rows.length === 0)
    return (
      <EmptyState isLow title={t('my.none')}>
        {t('my.noneNext')}
      </EmptyState>
    );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-6 shrink-0 items-center px-3 text-11 text-mute" aria-hidden="true">
        <span className="flex-1">{t('col.price')}</span>
        <span className="text-right">
          {t('col.size')} {i.option.base}
        </span>
        <span className="w-[68px] text-right">{t('col.time')}</span>
      </div>
      <ol aria-label={t('my.title')} className="scroll-thin min-h-0 flex-1 overflow-y-auto" data-testid="my-trades">
        {rows.map((fill) => (
          <Row key={`${fill.tradeId}|${fill.orderId}`} fill={fill} />
        ))}
      </ol>
    </div>
  );
}

function Row({ fill }: { fill: Fill }) {
  const t = useText(openedTexts);
  const isBuy = fill.side === 'BUY';
  const pnl = Number(fill.realizedPnl);
  return (
    <li className="border-b border-grid px-3 py-1 text-12 leading-[17px]">
      <p className="flex items-center">
        <span className={cx('flex-1 whitespace-nowrap', isBuy ? 'text-rise' : 'text-fall')}>
          <span className="mr-1 inline-block w-2.5">{isBuy ? '↑' : '↓'}</span>
          <span className="sr-only">{t(isBuy ? 'side.buy' : 'side.sell')}</span>
          {figure(fill.price)}
        </span>
        <span className="text-right">{figure(fill.quantity)}</span>
        <span className="w-[68px] text-right text-mute">{moment(fill.time, 'time')}</span>
      </p>
      <p className="flex justify-between pl-3.5 text-11 text-mute">
        <span>
          {t(`role.${fill.role}`)} · {t('col.fee')} {figure(fill.fee, { decimals: 4 })}
        </span>
        {pnl !== 0 && (
          <b className={cx('font-medium', pnl > 0 ? 'text-rise' : 'text-fall')}>{figure(fill.realizedPnl, { decimals: 2, sign: true })}</b>
        )}
      </p>
    </li>
  );
}
