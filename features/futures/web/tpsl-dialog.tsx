// TP and SL of an open position: one pair for all of it.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import { ticksOf } from './instrument.ts';
import { tpslOf } from './position-tpsl.ts';
import { averageEntry, price } from './shown-figures.ts';
import { changeTpsl } from './trade-actions.ts';
import { TpslForm, type TpslPrices } from './tpsl-form.tsx';
import { tpslTexts } from './tpsl-texts.ts';

export function TpslDialog({ p, onClose }: { p: PositionNow; onClose(): void }) {
  const t = useText(futuresTexts);
  const x = useText(tpslTexts);
  const { instrument: i, held, position } = p;
  const { side, lots, entryCost, leverage } = held;
  const [was] = useState(() => tpslOf(position, useAccount.getState().account.orders.values()));
  const [draft, setDraft] = useState<TpslPrices>({ takeProfit: was.takeProfit?.stopPrice ?? '', stopLoss: was.stopLoss?.stopPrice ?? '' });
  const mark = Math.round(p.mark / MARK_PER_TICK);
  const changed = (leg: keyof TpslPrices) => Number(draft[leg] || 0) !== Number(was[leg]?.stopPrice ?? 0);
  const stop = ticksOf(i, draft.stopLoss) ?? 0;
  const isBeyond = stop > 0 && p.liquidation > 0 && side * (p.liquidation - stop) >= 0;
  return (
    <TpslForm
      title={x('tpsl.title', { name: pairOf(position.symbol), side: t(position.tradeType === 'LONG' ? 'side.long' : 'side.short') })}
      lead={x('tpsl.lead')}
      facts={[
        [t('col.entry'), averageEntry(i, entryCost, lots)],
        [t('col.mark'), price(i, mark)],
        [t('ticket.liquidation'), p.liquidation === 0 ? '--' : price(i, p.liquidation)],
      ]}
      base={{ side, lots, entryCost, leverage }}
      from={mark}
      mayTurn
      {...{ i, side, draft, onClose }}
      onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
      isChanged={changed('takeProfit') || changed('stopLoss')}
      act={() =>
        changeTpsl(position, {
          ...(changed('takeProfit') ? { takeProfit: draft.takeProfit } : {}),
          ...(changed('stopLoss') ? { stopLoss: draft.stopLoss } : {}),
        })
      }
      notes={
        <>
          {isBeyond && <p className="mt-2 text-13 text-warn">{x('tpsl.beyond')}</p>}
          {was.partial.length > 0 && <p className="mt-2 text-12 text-mute">{x('tpsl.partial', { count: was.partial.length })}</p>}
        </>
      }
    />
  );
}
