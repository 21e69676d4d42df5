// Closing a position or part of it, at market or at a price, with the PnL it would realise and what stays open.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RulerSlider } from '@maru/kit/web/ruler/ruler-slider.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { ActDialog } from './act-dialog.tsx';
import { shareOf } from './close-button.tsx';
import { closeOutlook, legsOf } from './close-outlook.ts';
import { Expected } from './expected.tsx';
import { openedTexts } from './opened-texts.ts';
import { lotsOf, priceText, quantityText, ticksOf } from './instrument.ts';
import { NowAfter } from './now-after.tsx';
import { amount, distanceOf, liquidation, percentOf, size } from './shown-figures.ts';
import { closingOrder, sendOrder } from './trade-actions.ts';
import type { AccountFigures } from './trade-context.tsx';
import { TradeField } from './trade-field.tsx';

export function CloseDialog({
  p,
  figures,
  isLimit: startsLimit,
  percent: startPercent,
  onClose,
}: {
  p: PositionNow;
  figures: AccountFigures;
  isLimit: boolean;
  percent: number;
  onClose(): void;
}) {
  const t = useText(openedTexts);
  const { instrument: i, held, position } = p;
  const share = (percent: number) => quantityText(i, shareOf(held.lots, percent));
  const [isLimit, setLimit] = useState(startsLimit);
  const [price, setPrice] = useState(() => priceText(i, Math.round(p.mark / MARK_PER_TICK)));
  const [quantity, setQuantity] = useState(() => share(startPercent));
  const [isClamped, setClamped] = useState(false);
  const lots = Math.min(lotsOf(i, quantity) ?? 0, held.lots);
  const ticks = isLimit ? (ticksOf(i, price) ?? 0) : Math.round(p.mark / MARK_PER_TICK);
  const isReady = lots > 0 && ticks > 0;
  const outlook = closeOutlook(p, legsOf(p, figures.positions), figures.purse, lots, ticks, isLimit);
  const rest = outlook.after.held;
  return (
    <ActDialog
      title={t('close.title', { name: pairOf(position.symbol), side: t(position.tradeType === 'LONG' ? 'side.long' : 'side.short') })}
      does={t('close.do', { quantity: `${size(i, lots)} ${i.option.base}`, amount: amount(outlook.after.realized - outlook.fee, true) })}
      why={ticks === 0 ? t('why.price') : lots === 0 ? t('why.quantity') : undefined}
      act={() => sendOrder(closingOrder(position, quantityText(i, lots), isLimit ? priceText(i, ticks) : undefined), position.symbol)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <Segment
          isFull
          label={t('close.how')}
          value={isLimit ? 'LIMIT' : 'MARKET'}
          onChange={(value) => setLimit(value === 'LIMIT')}
          items={[
            { value: 'MARKET', label: t('type.MARKET') },
            { value: 'LIMIT', label: t('type.LIMIT') },
          ]}
        />
        {isLimit && (
          <TradeField
            label={t('ticket.price')}
            unit="USDT"
            value={price}
            onChange={setPrice}
            rules={{ decimals: i.units.tickDecimals, wholeDigits: 9 }}
            step={i.option.tickSize}
          />
        )}
        <TradeField
          label={t('ticket.quantity')}
          unit={i.option.base}
          value={quantity}
          onChange={setQuantity}
          rules={{ decimals: i.units.lotDecimals, max: position.quantity }}
          onClamp={() => setClamped(true)}
          note={isClamped && lots === held.lots ? t('close.clamped') : undefined}
          step={i.option.stepSize}
        />
        <RulerSlider
          value={Math.round((lots / held.lots) * 100)}
          onChange={(percent) => setQuantity(share(percent))}
          label={t('close.share')}
        />
        <div className="grid grid-cols-4 gap-2">
          {[25, 50, 75, 100].map((percent) => (
            <button
              key={percent}
              type="button"
              aria-pressed={quantity === share(percent)}
              disabled={shareOf(held.lots, percent) === 0}
              onClick={() => setQuantity(share(percent))}
              className="touch flex h-11 flex-col items-center justify-center rounded-4 bg-hover leading-4 aria-pressed:outline-2 aria-pressed:outline-text"
            >
              <span className="text-13 font-semibold text-text">{percent}%</span>
              <span className="text-11 text-sub">{size(i, shareOf(held.lots, percent))}</span>
            </button>
          ))}
        </div>
        <NowAfter
          rows={[
            [t('col.size'), size(i, held.lots), isReady ? size(i, rest?.lots ?? 0) : '--'],
            [
              t('ticket.liquidation'),
              liquidation(i, outlook.now.liquidation, held.side),
              isReady && rest ? liquidation(i, outlook.later.liquidation, rest.side) : '--',
            ],
            [t('ticket.distance'), distanceOf(outlook.now.distance), isReady && rest ? distanceOf(outlook.later.distance) : '--'],
            [t('ticket.ratio'), percentOf(outlook.now.ratio), isReady ? percentOf(outlook.later.ratio) : '--'],
          ]}
        />
        <Expected realized={outlook.after.realized} fee={outlook.fee} />
      </div>
    </ActDialog>
  );
}
