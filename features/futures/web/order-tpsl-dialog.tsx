// TP and SL that a resting entry will bring: at market or at a limit, changed in one amendment.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { costOf } from '@maru/engine/money/cost.ts';
import type { Order } from '@maru/futures/contract.ts';
import { useState } from 'react';
import { useAccount } from './account-store.ts';
import { type ExitDraft, ExitLimits } from './exit-limits.tsx';
import { openedTexts } from './opened-texts.ts';
import { type Instrument, lotsOf, ticksOf } from './instrument.ts';
import { tpslChange, tpslDraftOf } from './order-tpsl.ts';
import { price } from './shown-figures.ts';
import { amendOne } from './trade-actions.ts';
import { TpslForm } from './tpsl-form.tsx';
import { tpslTexts } from './tpsl-texts.ts';

export function OrderTpslDialog({ order, instrument: i, onClose }: { order: Order; instrument: Instrument; onClose(): void }) {
  const t = useText(openedTexts);
  const x = useText(tpslTexts);
  const leverage = useAccount((s) => s.settings.get(order.futuresOptionId)?.leverage ?? 20);
  const [draft, setDraft] = useState<ExitDraft>(() => tpslDraftOf(order));
  const write = (next: Partial<ExitDraft>) => setDraft((now) => ({ ...now, ...next }));
  const side = order.side === 'BUY' ? 1 : -1;
  // What waits for a price and then goes to market is measured where it fires.
  const entry = ticksOf(i, order.price) || ticksOf(i, order.stopPrice ?? '') || 0;
  const lots = lotsOf(i, order.quantity) ?? 0;
  const change = tpslChange(order, draft);
  return (
    <TpslForm
      title={x('tpsl.orderTitle', { name: pairOf(order.symbol), side: t(side > 0 ? 'side.long' : 'side.short') })}
      lead={x('tpsl.orderLead')}
      facts={[
        [t('col.price'), price(i, entry)],
        [t('col.size'), order.quantity],
      ]}
      base={lots > 0 && entry > 0 ? { side, lots, entryCost: costOf(entry, lots, i.units.costNum), leverage } : undefined}
      from={entry}
      {...{ i, side, draft, onClose }}
      onChange={write}
      isChanged={change !== undefined}
      act={() => amendOne(order, change ?? {})}
      more={<ExitLimits i={i} draft={draft} onChange={write} />}
    />
  );
}
