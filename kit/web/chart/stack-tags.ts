// Where price tags stand on the axis: at their price, docked at the edge when it is out of view, never closer than a row apart.

export interface TagWish {
  id: string;
  /** y of the price; beyond [0, height] the tag docks. */
  y: number;
  /** Who yields: the higher rank keeps its place. */
  rank: number;
}
export interface TagPlace {
  id: string;
  /** y of the tag's middle. */
  y: number;
  /** y of the price itself, kept inside the plot. */
  lineY: number;
  docked: 'top' | 'bottom' | undefined;
  /** It stands more than a pixel from its price and wants a leader. */
  displaced: boolean;
}

/** Places tags with `pitch` between centres. Ranks decide who moves; ties go to the order given. */
export function stackTags(wishes: readonly TagWish[], height: number, pitch: number): TagPlace[] {
  const half = pitch / 2;
  const clamp = (y: number) => Math.min(Math.max(y, half), height - half);
  const placed: TagPlace[] = [];
  const order = wishes.map((wish, i) => ({ wish, i })).sort((a, b) => b.wish.rank - a.wish.rank || a.i - b.i);
  for (const { wish } of order) {
    const docked = wish.y < 0 ? 'top' : wish.y > height ? 'bottom' : undefined;
    const y = freePlace(clamp(wish.y), placed, pitch, half, height - half);
    const lineY = Math.min(Math.max(wish.y, 0), height);
    placed.push({ id: wish.id, y, lineY, docked, displaced: docked === undefined && Math.abs(y - wish.y) > 1 });
  }
  return placed;
}

/** The free place nearest to `y`; when the axis is full, `y` itself. */
function freePlace(y: number, placed: readonly TagPlace[], pitch: number, top: number, bottom: number): number {
  const free = (at: number) => at >= top && at <= bottom && placed.every((p) => Math.abs(p.y - at) >= pitch);
  if (free(y)) return y;
  let best: number | undefined;
  for (const p of placed) for (const at of [p.y - pitch, p.y + pitch]) if (free(at) && (best === undefined || Math.abs(at - y) < Math.abs(best - y))) best = at;
  return best ?? y;
}
