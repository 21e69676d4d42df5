// Adding to or taking from an isolated position's margin, with the liquidation price it leads to.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { ActDialog } from './act-dialog.tsx';
import { openedTexts } from './opened-texts.ts';
import { micro, microText } from './instrument.ts';
import { NowAfter } from './now-after.tsx';
import { riskOf } from './position-math.ts';
import { amount, distanceOf, liquidation, percentOf } from './shown-figures.ts';
import { adjustMargin } from './trade-actions.ts';
import { TradeField } from './trade-field.tsx';

export function MarginDialog({ p, available, onClose }: { p: PositionNow; available: number; onClose(): void }) {
  const t = useText(openedTexts);
  const [type, setType] = useState<'1' | '2'>('1');
  const [value, setValue] = useState('');
  const most = type === '1' ? available : micro(p.position.removableMargin);
  const change = Math.min(micro(value || '0'), most) * (type === '1' ? 1 : -1);
  const none = { wallet: 0, pnl: 0, maintenance: 0 };
  const now = riskOf(p.instrument, [p.held], p.mark, true, none);
  const then = riskOf(p.instrument, [{ ...p.held, isolatedWallet: p.held.isolatedWallet + change }], p.mark, true, none);
  const does = t(type === '1' ? 'margin.do.1' : 'margin.do.2', { amount: amount(Math.abs(change)) });
  return (
    <ActDialog
      title={t('margin.title')}
      does={does}
      why={most === 0 ? t(`margin.none.${type}`) : change === 0 ? t('why.amount') : undefined}
      act={() => adjustMargin(p.position, microText(Math.abs(change)), type === '1' ? 1 : 2)}
      onClose={onClose}
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
        <NowAfter
          rows={[
            [
              t('ticket.liquidation'),
              liquidation(p.instrument, now.liquidation, p.held.side),
              liquidation(p.instrument, then.liquidation, p.held.side),
            ],
            [t('ticket.distance'), distanceOf(now.distance), distanceOf(then.distance)],
            [t('ticket.ratio'), percentOf(now.ratio), percentOf(then.ratio)],
          ]}
        />
      </div>
    </ActDialog>
  );
}
