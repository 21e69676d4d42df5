// The room right of the newest bar: as much as what stands there needs, so that no chip covers the newest candles.
import type { Chart } from 'klinecharts';

/** More of the plot than this is not kept free. */
const MOST_OF_PLOT = 0.4;
/** Smaller changes of what stands there do not move the bars. */
const STEP_PX = 14;

export interface RightSpace {
  /** Width of a bar with its gap, and the least room kept right of the newest one. */
  setBarSpace(space: number, leastRight: number): void;
  /** Keeps so much free right of the newest bar, within reason; who has scrolled away is left alone. */
  keepSpaceRight(px: number): void;
}

export function rightSpace(chart: Chart, paneId: string, changed: () => void): RightSpace {
  let least = 0;
  let now = 0;
  return {
    setBarSpace(space, leastRight) {
      chart.setBarSpace(space);
      least = leastRight;
      now = Math.max(now, least);
      chart.setOffsetRightDistance(now);
    },
    keepSpaceRight(px) {
      const width = chart.getSize(paneId, 'main')?.width ?? 0;
      const wanted = Math.max(least, Math.min(px, width * MOST_OF_PLOT));
      if (width === 0 || Math.abs(wanted - now) < STEP_PX) return;
      const isAtNewest = Math.abs(chart.getOffsetRightDistance() - now) < STEP_PX;
      now = wanted;
      if (isAtNewest) chart.setOffsetRightDistance(wanted);
      changed();
    },
  };
}
