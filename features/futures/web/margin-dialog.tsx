// Adding to or taking from an isolated position's margin, with the liquidation price it leads to.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { DialogError } from './dialog-error.tsx';
import { futuresTexts } from './futures-texts.ts';
import { micro, microText } from './instrument.ts';
import { riskOf } from './position-math.ts';
import { amount, distanceOf, liquidation, percentOf } from './shown-figures.ts';
import { adjustMargin } from './trade-actions.ts';
import { TradeField } from './trade-field.tsx';

export function MarginDialog({ p, available, onClose }: { p: PositionNow; available: number; onClose(): void }) {
  const t = useText(futuresTexts);
  const [type, setType] = useState<'1' | '2'>('1');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const most = type === '1' ? available : micro(p.position.removableMargin);
  const change = Math.min(micro(value || '0'), most) * (type === '1' ? 1 : -1);
  const none = { wallet: 0, pnl: 0, maintenance: 0 };
  const now = riskOf(p.instrument, [p.held], p.mark, true, none);
  const then = riskOf(p.instrument, [{ ...p.held, isolatedWallet: p.held.isolatedWallet + change }], p.mark, true, none);
  const run = async () => {
    setBusy(true);
    const outcome = await adjustMargin(p.position, value, type === '1' ? 1 : 2);
    setBusy(false);
    if (outcome.ok) onClose();
    else setError(outcome.failure.message);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('margin.title')}
      foot={
        <Button look="ink" size={48} className="w-full" isBusy={isBusy} disabled={change === 0} onClick={() => void run()}>
          {t(type === '1' ? 'margin.do.1' : 'margin.do.2', { amount: amount(Math.abs(change)) })}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Segment
          isFull
          label={t('margin.title')}
          value={type}
          onChange={setType}
          items={[
            { value: '1', label: t('margin.add') },
            { value: '2', label: t('margin.remove') },
          ]}
        />
        <TradeField
          label={t('margin.amount')}
          unit="USDT"
          value={value}
          onChange={setValue}
          rules={{ decimals: 6, max: microText(most) }}
          step="1"
          note={t('margin.most', { amount: amount(most) })}
        />
        <dl className="grid grid-cols-[1fr_auto_auto_auto] gap-y-1 text-13">
          {[
            [
              t('ticket.liquidation'),
              liquidation(p.instrument, now.liquidation, p.held.side),
              liquidation(p.instrument, then.liquidation, p.held.side),
            ],
            [t('ticket.distance'), distanceOf(now.distance), distanceOf(then.distance)],
            [t('ticket.ratio'), percentOf(now.ratio), percentOf(then.ratio)],
          ].map(([label, was, becomes]) => (
            <div key={label} className="contents">
              <dt className="text-mute">{label}</dt>
              <dd className="text-right text-mute">{was}</dd>
              <dd className="px-2 text-mute" aria-hidden="true">
                →
              </dd>
              <dd className="text-right font-semibold">{becomes}</dd>
            </div>
          ))}
        </dl>
        <DialogError message={error} />
      </div>
    </Dialog>
  );
}
