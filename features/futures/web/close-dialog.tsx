// Closing a position or part of it, at market or at a price, with the PnL it would realise.
import { percentOf as lotsPercent } from '@maru/engine/futures/max-open.ts';
import { releasedCost, realizedPnl } from '@maru/engine/futures/pnl.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RulerSlider } from '@maru/kit/web/ruler/ruler-slider.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { pairOf } from './trade-result.ts';
import { DialogError } from './dialog-error.tsx';
import { futuresTexts } from './futures-texts.ts';
import { lotsOf, priceText, quantityText, ticksOf } from './instrument.ts';
import { amount, directionOfAmount, size } from './shown-figures.ts';
import { closingOrder, sendOrder } from './trade-actions.ts';
import { TradeField } from './trade-field.tsx';

export function CloseDialog({
  p,
  isLimit: startsLimit,
  percent: startPercent,
  onClose,
}: {
  p: PositionNow;
  isLimit: boolean;
  percent: number;
  onClose(): void;
}) {
  const t = useText(futuresTexts);
  const { instrument: i, held, position } = p;
  const share = (percent: number) => quantityText(i, percent === 100 ? held.lots : lotsPercent(held.lots, percent));
  const [isLimit, setLimit] = useState(startsLimit);
  const [price, setPrice] = useState(() => priceText(i, Math.round(p.mark / MARK_PER_TICK)));
  const [quantity, setQuantity] = useState(() => share(startPercent));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const lots = Math.min(lotsOf(i, quantity) ?? 0, held.lots);
  const ticks = isLimit ? (ticksOf(i, price) ?? 0) : Math.round(p.mark / MARK_PER_TICK);
  const expected =
    lots > 0 && ticks > 0
      ? realizedPnl(i.units, held.side, ticks, lots, releasedCost(i.units, held.side, held.entryCost, held.lots, lots))
      : 0;
  const run = async () => {
    setBusy(true);
    const outcome = await sendOrder(
      closingOrder(position, quantityText(i, lots), isLimit ? priceText(i, ticks) : undefined),
      position.symbol,
    );
    setBusy(false);
    if (outcome.ok) onClose();
    else setError(outcome.failure.message);
  };
  const side = t(position.tradeType === 'LONG' ? 'side.long' : 'side.short');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('close.title', { name: pairOf(position.symbol), side })}
      foot={
        <Button look="ink" size={48} className="w-full" isBusy={isBusy} disabled={lots === 0 || ticks === 0} onClick={() => void run()}>
          {t('close.do', { quantity: `${size(i, lots)} ${i.option.base}` })}
        </Button>
      }
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
          step={i.option.stepSize}
        />
        <RulerSlider
          value={Math.round((lots / held.lots) * 100)}
          onChange={(percent) => setQuantity(share(percent))}
          label={t('close.share')}
        />
        <p className="flex justify-between text-13 text-mute">
          {t('close.expect')}
          <b className={`font-semibold ${directionClass(directionOfAmount(expected))}`}>{amount(expected, true)} USDT</b>
        </p>
        <DialogError message={error} />
      </div>
    </Dialog>
  );
}
