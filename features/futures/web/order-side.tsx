// Which way an order goes, with its flags: word and arrow, never colour alone.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { Order } from '@maru/futures/contract.ts';
import { openedTexts } from './opened-texts.ts';

export function OrderSide({ order }: { order: Pick<Order, 'side' | 'positionSide'> & { reduceOnly?: boolean } }) {
  const t = useText(openedTexts);
  const isBuy = order.side === 'BUY';
  return (
    <span className={`font-semibold ${isBuy ? 'text-rise' : 'text-fall'}`}>
      <span aria-hidden="true">{isBuy ? '↑' : '↓'}</span> {t(isBuy ? 'side.buy' : 'side.sell')}
      {order.positionSide !== 'BOTH' && (
        <span className="ml-1 font-normal text-sub">{t(order.positionSide === 'LONG' ? 'side.long' : 'side.short')}</span>
      )}
      {order.reduceOnly && <span className="ml-1.5 rounded-4 bg-hover px-1 text-11 font-normal text-sub">{t('line.reduce')}</span>}
    </span>
  );
}
