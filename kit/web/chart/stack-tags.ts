// Where price tags stand on the axis: in the order of their prices, docked at the edge when out of view, never closer than a row apart.

export interface RequestedTag {
  id: string;
  /** y of the price; beyond [0, height] the tag docks. */
  y: number;
  /** Who yields: a higher rank hardly leaves its place. */
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

/** From here on a line has its tag whatever else there is: the last price, a position, what is being written. */
const OWN_TAG_RANK = 5;
/** Of those out of view, at each edge. */
const DOCKED_MOST = 2;

/**
 * Whose tags are shown: all of rank, and of the others those nearest to `near` while there is room. A hundred orders would else be a
 * wall over the newest candles; they keep their lines.
 */
export function taggedOf(requests: readonly RequestedTag[], height: number, pitch: number, near: number): ReadonlySet<string> {
  const own = requests.filter(({ rank }) => rank >= OWN_TAG_RANK);
  const others = requests
    .filter(({ rank }) => rank < OWN_TAG_RANK)
    .toSorted((a, b) => b.rank - a.rank || Math.abs(a.y - near) - Math.abs(b.y - near));
  const tagged = new Set(own.map(({ id }) => id));
  const space = Math.max(own.length + 2 * DOCKED_MOST, Math.floor(height / pitch));
  const docked = { above: 0, below: 0 };
  for (const { id, y } of others) {
    if (tagged.size >= space) break;
    const edge = y < 0 ? 'above' : y > height ? 'below' : undefined;
    if (edge && docked[edge] >= DOCKED_MOST) continue;
    if (edge) docked[edge] += 1;
    tagged.add(id);
  }
  return tagged;
}

/** A run of tags that touch: their common offset and weight. */
interface Run {
  first: number;
  count: number;
  weight: number;
  offset: number;
}

/**
 * Least displacement by weight with `pitch` between centres (isotonic regression on y - i x pitch), then kept inside the axis.
 * When there is no room for all, the pitch shrinks.
 */
export function stackTags(requests: readonly RequestedTag[], height: number, pitch: number): TagPlace[] {
  const order = requests.toSorted((a, b) => a.y - b.y);
  const half = Math.min(pitch / 2, height / 2);
  const step = order.length < 2 ? pitch : Math.min(pitch, (height - 2 * half) / (order.length - 1));
  const runs: Run[] = [];
  order.forEach((requested, i) => {
    const target = Math.min(Math.max(requested.y, half), height - half) - i * step;
    runs.push({ first: i, count: 1, weight: 4 ** requested.rank, offset: target });
    while (runs.length > 1 && runs[runs.length - 2].offset > runs[runs.length - 1].offset) {
      const last = runs.pop() as Run;
      const before = runs[runs.length - 1];
      before.offset = (before.offset * before.weight + last.offset * last.weight) / (before.weight + last.weight);
      before.weight += last.weight;
      before.count += last.count;
    }
  });
  const lowest = height - half - (order.length - 1) * step;
  return runs.flatMap((run) =>
    order
      .slice(run.first, run.first + run.count)
      .map((requested, k) => placeOf(requested, Math.min(Math.max(run.offset, half), lowest) + (run.first + k) * step, height)),
  );
}

function placeOf(requested: RequestedTag, y: number, height: number): TagPlace {
  const docked = requested.y < 0 ? 'top' : requested.y > height ? 'bottom' : undefined;
  return {
    id: requested.id,
    y,
    lineY: Math.min(Math.max(requested.y, 0), height),
    docked,
    displaced: docked === undefined && Math.abs(y - requested.y) > 1,
  };
}

/** Half of a tag's height, and of a figure's that the axis writes itself. */
const HALF_TAG_PX = 9;
const HALF_FIGURE_PX = 7;

/**
 * What of the axis' own figures would look out from behind a tag, above and below it: to be covered. Never into another tag.
 * `figures` and `tags`: y of their middles.
 */
export function coverOf(y: number, figures: readonly number[], tags: readonly number[]): { above: number; below: number } {
  const cover = { above: 0, below: 0 };
  for (const figure of figures) {
    if (Math.abs(figure - y) >= HALF_TAG_PX + HALF_FIGURE_PX) continue;
    cover.above = Math.max(cover.above, y - HALF_TAG_PX - (figure - HALF_FIGURE_PX));
    cover.below = Math.max(cover.below, figure + HALF_FIGURE_PX - (y + HALF_TAG_PX));
  }
  for (const tag of tags) {
    const space = Math.max(0, Math.abs(tag - y) - 2 * HALF_TAG_PX);
    if (tag < y) cover.above = Math.min(cover.above, space);
    if (tag > y) cover.below = Math.min(cover.below, space);
  }
  return cover;
}
