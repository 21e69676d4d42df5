// The liquidation meter's alarm: sound, vibration and words when a position's price comes within 10 and then 5 percent of the meter.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { useEffect, useRef } from 'react';
import type { PositionNow } from './account-now.ts';
import { futuresTexts } from './futures-texts.ts';
import { distanceOf } from './shown-figures.ts';

/** The meter's whole length, hundredths of a percent of the price. */
export const METER_SPAN = 3_300;
const STEPS = [0.1, 0.05] as const;
/** A step is left only this much of the meter above it: a price that trembles on it alarms once. */
const REARM = 0.02;

/** How many of the steps a price this far away is under, given how many it was under before. */
export function alarmLevel(distance: number | undefined, before: number): number {
  if (distance === undefined) return 0;
  const share = Math.abs(distance) / METER_SPAN;
  const under = STEPS.filter((step) => share <= step).length;
  const stays = STEPS.filter((step) => share <= step + REARM).length;
  return Math.max(under, Math.min(before, stays));
}

const t = textOf(futuresTexts);

/** What a position shows when it is first seen is no news: somebody opened it so, or saw it before a reload. */
export function useLiquidationAlarm(positions: readonly PositionNow[]): void {
  const levels = useRef(new Map<number, number>());
  useEffect(() => {
    const next = new Map<number, number>();
    for (const p of positions) {
      const id = p.position.futuresPositionId;
      const before = levels.current.get(id);
      const level = alarmLevel(p.liquidation === 0 ? undefined : p.distance, before ?? 0);
      next.set(id, level);
      if (before === undefined || level <= before) continue;
      const name = pairOf(p.position.symbol);
      const side = t(p.position.tradeType === 'LONG' ? 'side.long' : 'side.short');
      toast({
        title: t('risk.nearTitle', { name, side }),
        line: t('risk.nearLine', { distance: distanceOf(p.distance) }),
        kind: 'danger',
        stay: 'notice',
      });
      playNotification('alarm');
    }
    levels.current = next;
  }, [positions]);
}
