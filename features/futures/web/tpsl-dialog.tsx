// TP and SL of an open position: one pair for all of it, written by price, return or money.
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { useAccount } from './account-store.ts';
import { ActDialog } from './act-dialog.tsx';
import { exitFigures, isOnItsSide, rewardToRisk } from './entry-tpsl.ts';
import { futuresTexts } from './futures-texts.ts';
import { ticksOf } from './instrument.ts';
import { errorText } from './order-errors.ts';
import { tpslOf } from './position-tpsl.ts';
import { averageEntry, price } from './shown-figures.ts';
import { changeTpsl } from './trade-actions.ts';
import { pairOf } from './trade-result.ts';
import { TpslRows } from './tpsl-rows.tsx';
import { tpslTexts } from './tpsl-texts.ts';

export function TpslDialog({ p, onClose }: { p: PositionNow; onClose(): void }) {
  const t = useText(futuresTexts);
  const x = useText(tpslTexts);
  const language = useLanguage();
  const { instrument: i, held, position } = p;
  const [was] = useState(() => tpslOf(position, useAccount.getState().account.orders.values()));
  const [draft, setDraft] = useState({ takeProfit: was.takeProfit?.stopPrice ?? '', stopLoss: was.stopLoss?.stopPrice ?? '' });
  const base = { side: held.side, lots: held.lots, entryCost: held.entryCost, leverage: held.leverage };
  const mark = Math.round(p.mark / MARK_PER_TICK);
  const ticks = { takeProfit: ticksOf(i, draft.takeProfit) ?? 0, stopLoss: ticksOf(i, draft.stopLoss) ?? 0 };
  const wrong = (['takeProfit', 'stopLoss'] as const).find(
    (kind) => draft[kind] !== '' && !isOnItsSide(kind, held.side, ticks[kind], mark),
  );
  const changed = (kind: 'takeProfit' | 'stopLoss') => Number(draft[kind] || 0) !== Number(was[kind]?.stopPrice ?? 0);
  const ratio = rewardToRisk(exitFigures(i, base, ticks.takeProfit), exitFigures(i, base, ticks.stopLoss));
  const isBeyond = ticks.stopLoss > 0 && p.liquidation > 0 && held.side * (p.liquidation - ticks.stopLoss) >= 0;
  return (
    <ActDialog
      title={x('tpsl.title', { name: pairOf(position.symbol), side: t(position.tradeType === 'LONG' ? 'side.long' : 'side.short') })}
      description={x('tpsl.lead')}
      does={x('tpsl.do')}
      isReady={wrong === undefined && (changed('takeProfit') || changed('stopLoss'))}
      act={() =>
        changeTpsl(position, {
          ...(changed('takeProfit') ? { takeProfit: draft.takeProfit } : {}),
          ...(changed('stopLoss') ? { stopLoss: draft.stopLoss } : {}),
        })
      }
      onClose={onClose}
      className="w-[min(480px,calc(100vw-16px))]"
    >
      <dl className="mb-3 flex gap-6 text-13">
        {[
          [t('col.entry'), averageEntry(i, held.entryCost, held.lots)],
          [t('col.mark'), price(i, mark)],
          [t('ticket.liquidation'), p.liquidation === 0 ? '--' : price(i, p.liquidation)],
        ].map(([label, value]) => (
          <div key={label}>
            <dt className="text-12 text-mute">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <TpslRows
        {...{ i, base }}
        takeProfit={draft.takeProfit}
        stopLoss={draft.stopLoss}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
        wrong={
          wrong && {
            field: wrong,
            text: errorText({ code: wrong === 'takeProfit' ? 'TAKE_PROFIT_WRONG_SIDE' : 'STOP_LOSS_WRONG_SIDE' }, language),
          }
        }
        isRoomy
      />
      {ratio !== undefined && (
        <p className="mt-2 text-13 text-mute">
          {x('tpsl.ratio')} <b className="font-semibold text-text">{(ratio / 100).toFixed(2)}</b>
        </p>
      )}
      {isBeyond && <p className="mt-2 text-13 text-warn">{x('tpsl.beyond')}</p>}
      {was.partial.length > 0 && <p className="mt-2 text-12 text-mute">{x('tpsl.partial', { count: was.partial.length })}</p>}
    </ActDialog>
  );
}
