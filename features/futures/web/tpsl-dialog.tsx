// TP and SL of an open position: one pair for all of it, or orders of their own for a part.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { releasedCost } from '@maru/engine/futures/pnl.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { type ReactNode, useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { useAccount } from './account-store.ts';
import { shareOf } from './close-button.tsx';
import { futuresTexts } from './futures-texts.ts';
import { lotsOf, quantityText, ticksOf } from './instrument.ts';
import { tpslOf } from './position-tpsl.ts';
import { averageEntry, price, size } from './shown-figures.ts';
import { changeTpsl, placePartExits } from './trade-actions.ts';
import { TradeField } from './trade-field.tsx';
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
  const [isPart, setPart] = useState(false);
  const tabs = (
    <Segment
      isFull
      label={x('tpsl.howMuch')}
      value={isPart ? 'part' : 'whole'}
      onChange={(value) => setPart(value === 'part')}
      items={[
        { value: 'whole', label: x('tpsl.whole') },
        { value: 'part', label: x('tpsl.part') },
      ]}
    />
  );
  const changed = (leg: keyof TpslPrices) => Number(draft[leg] || 0) !== Number(was[leg]?.stopPrice ?? 0);
  const stop = ticksOf(i, draft.stopLoss) ?? 0;
  const isBeyond = stop > 0 && p.liquidation > 0 && side * (p.liquidation - stop) >= 0;
  if (isPart) return <PartDialog p={p} tabs={tabs} onClose={onClose} />;
  return (
    <TpslForm
      more={tabs}
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

const shares = [25, 50, 75] as const;

function PartDialog({ p, tabs, onClose }: { p: PositionNow; tabs: ReactNode; onClose(): void }) {
  const t = useText(futuresTexts);
  const x = useText(tpslTexts);
  const { instrument: i, held, position } = p;
  const { side, entryCost, leverage } = held;
  const [quantity, setQuantity] = useState(() => quantityText(i, shareOf(held.lots, 50)));
  const [draft, setDraft] = useState<TpslPrices>({ takeProfit: '', stopLoss: '' });
  const lots = Math.min(lotsOf(i, quantity) ?? 0, held.lots);
  const cost = releasedCost(i.units, side, entryCost, held.lots, lots);
  const mark = Math.round(p.mark / MARK_PER_TICK);
  const change = (part: Partial<TpslPrices>) => setDraft((now) => ({ ...now, ...part }));
  return (
    <TpslForm
      title={x('tpsl.title', { name: pairOf(position.symbol), side: t(position.tradeType === 'LONG' ? 'side.long' : 'side.short') })}
      lead={x('tpsl.partLead')}
      facts={[
        [t('col.entry'), averageEntry(i, entryCost, held.lots)],
        [t('col.mark'), price(i, mark)],
        [t('col.size'), size(i, held.lots)],
      ]}
      base={lots > 0 ? { side, lots, entryCost: cost, leverage } : undefined}
      from={mark}
      mayTurn
      {...{ i, side, draft, onClose }}
      onChange={change}
      isChanged={lots > 0 && (draft.takeProfit !== '' || draft.stopLoss !== '')}
      act={() => placePartExits(position, quantityText(i, lots), draft, (leg) => change({ [leg]: '' }))}
      more={
        <>
          {tabs}
          <TradeField
            label={t('ticket.quantity')}
            unit={i.option.base}
            value={quantity}
            onChange={setQuantity}
            rules={{ decimals: i.units.lotDecimals, max: position.quantity }}
            step={i.option.stepSize}
            data-testid="tpsl-quantity"
          />
          <div className="grid grid-cols-3 gap-2">
            {shares.map((share) => (
              <button
                key={share}
                type="button"
                disabled={shareOf(held.lots, share) === 0}
                aria-pressed={quantity === quantityText(i, shareOf(held.lots, share))}
                onClick={() => setQuantity(quantityText(i, shareOf(held.lots, share)))}
                className="touch h-9 rounded-4 bg-hover text-13 font-semibold aria-pressed:outline-2 aria-pressed:outline-text"
              >
                {share}%
              </button>
            ))}
          </div>
        </>
      }
    />
  );
}
