// How much of a pane stays free above its values, for a legend.

/**
 * What the library takes as a share of the values' own span, so that so many of a pane's pixels stay free: half of them at the most, for
 * from 1 on it takes the figure for pixels and leaves none.
 */
export function gapFor(px: number, height: number): number {
  const share = Math.min(px / height, 0.49);
  return share / (1 - share);
}
