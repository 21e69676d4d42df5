// TP and SL that a resting entry will bring: written by price, return or money, at market or at a limit, changed in one amendment.
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { costOf } from '@maru/engine/money/cost.ts';
import type { Order } from '@maru/futures/contract.ts';
import { useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { useAccount } from './account-store.ts';
import { exitFigures, isOnItsSide, rewardToRisk } from './entry-tpsl.ts';
import { type ExitDraft, ExitLimits } from './exit-limits.tsx';
import { futuresTexts } from './futures-texts.ts';
import { type Instrument, lotsOf, ticksOf } from './instrument.ts';
import { errorText } from './order-errors.ts';
import { tpslChange, tpslDraftOf } from './order-tpsl.ts';
import { price } from './shown-figures.ts';
import { amendOne } from './trade-actions.ts';
import { pairOf } from './trade-result.ts';
import { TpslRows } from './tpsl-rows.tsx';
import { tpslTexts } from './tpsl-texts.ts';

export function OrderTpslDialog({ order, instrument: i, onClose }: { order: Order; instrument: Instrument; onClose(): void }) {
  const t = useText(futuresTexts);
  const x = useText(tpslTexts);
  const language = useLanguage();
  const leverage = useAccount((s) => s.settings.get(order.futuresOptionId)?.leverage ?? 20);
  const [draft, setDraft] = useState<ExitDraft>(() => tpslDraftOf(order));
  const side = order.side === 'BUY' ? 1 : -1;
  // What waits for a price and then goes to market is measured where it fires.
  const entry = ticksOf(i, order.price) || ticksOf(i, order.stopPrice ?? '') || 0;
  const lots = lotsOf(i, order.quantity) ?? 0;
  const base =
    lots > 0 && entry > 0 ? { side: side as 1 | -1, lots, entryCost: costOf(entry, lots, i.units.costNum), leverage } : undefined;
  const ticks = { takeProfit: ticksOf(i, draft.takeProfit) ?? 0, stopLoss: ticksOf(i, draft.stopLoss) ?? 0 };
  const wrong = (['takeProfit', 'stopLoss'] as const).find((leg) => draft[leg] !== '' && !isOnItsSide(leg, side, ticks[leg], entry));
  const change = tpslChange(order, draft);
  const ratio = base && rewardToRisk(exitFigures(i, base, ticks.takeProfit), exitFigures(i, base, ticks.stopLoss));
  return (
    <ActDialog
      title={x('tpsl.orderTitle', { name: pairOf(order.symbol), side: t(side > 0 ? 'side.long' : 'side.short') })}
      description={x('tpsl.orderLead')}
      does={x('tpsl.do')}
      isReady={wrong === undefined && change !== undefined}
      act={() => amendOne(order, change ?? {})}
      onClose={onClose}
      className="w-[min(480px,calc(100vw-16px))]"
    >
      <dl className="mb-3 flex gap-6 text-13">
        {[
          [t('col.price'), price(i, entry)],
          [t('col.size'), order.quantity],
        ].map(([label, value]) => (
          <div key={label}>
            <dt className="text-12 text-mute">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-col gap-2">
        <TpslRows
          {...{ i, base }}
          takeProfit={draft.takeProfit}
          stopLoss={draft.stopLoss}
          onChange={(next) => setDraft((now) => ({ ...now, ...next }))}
          wrong={
            wrong && {
              field: wrong,
              text: errorText({ code: wrong === 'takeProfit' ? 'TAKE_PROFIT_WRONG_SIDE' : 'STOP_LOSS_WRONG_SIDE' }, language),
            }
          }
          isRoomy
        />
        <ExitLimits i={i} draft={draft} onChange={(next) => setDraft((now) => ({ ...now, ...next }))} />
      </div>
      {ratio !== undefined && (
        <p className="mt-2 text-13 text-mute">
          {x('tpsl.ratio')} <b className="font-semibold text-text">{(ratio / 100).toFixed(2)}</b>
        </p>
      )}
    </ActDialog>
  );
}
