// Which of the bars in view reach highest and lowest.

/** Indices of the first bar at each extreme; undefined when none is in view. */
export function extremesOf(
  bars: readonly { high: number; low: number }[],
  from: number,
  to: number,
): { highest: number; lowest: number } | undefined {
  const first = Math.max(0, from);
  const end = Math.min(to, bars.length);
  if (first >= end) return undefined;
  let highest = first;
  let lowest = first;
  for (let i = first + 1; i < end; i++) {
    if (bars[i].high > bars[highest].high) highest = i;
    if (bars[i].low < bars[lowest].low) lowest = i;
  }
  return { highest, lowest };
}
