// An order's line was let go where it would trade at once: what that means, asked before it is done; closing leaves it where it was.
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useAccount } from './account-store.ts';
import { ActDialog } from './act-dialog.tsx';
import { openedTexts } from './opened-texts.ts';
import type { Instrument } from './instrument.ts';
import { NowAfter } from './now-after.tsx';
import { price as priceOf } from './shown-figures.ts';
import { amendOne } from './trade-actions.ts';
import { useMarketNow } from './trade-context.tsx';

export function MoveDialog({ i, id, price, onClose }: { i: Instrument; id: number; price: string; onClose(): void }) {
  const t = useText(openedTexts);
  const order = useAccount((s) => s.account.orders.get(id));
  const market = useMarketNow(i);
  if (!order) return null;
  const isBuy = order.side === 'BUY';
  const best = isBuy ? market.ask : market.bid;
  const to = figure(price);
  const quantity = `${figure(order.quantity)} ${i.option.base}`;
  return (
    <ActDialog
      title={t('move.title')}
      description={`${pairOf(order.symbol)} · ${t('move.body', { side: t(isBuy ? 'side.buy' : 'side.sell'), quantity, price: to })}`}
      does={t('move.do', { price: to })}
      look={isBuy ? 'long' : 'short'}
      act={() => amendOne(order, { price })}
      onClose={onClose}
    >
      <NowAfter rows={[[t('col.price'), figure(order.price), to]]} />
      <p className="mt-2 flex justify-between text-13 text-mute">
        {t('move.best')} <b className="font-semibold text-text">{best > 0 ? priceOf(i, best) : '--'}</b>
      </p>
    </ActDialog>
  );
}
