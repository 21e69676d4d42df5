// Arrow keys over a board whose rows have different numbers of cells: to the nearest cell on the side that the arrow points to.
import type { KeyboardEvent } from 'react';

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Spot {
  x: number;
  y: number;
}

/** Which of the spots is nearest to `from` on the side of the arrow; a step aside counts three times. -1: none lies there. */
export function nearestSpot(from: Spot, spots: readonly Spot[], [dx, dy]: readonly [number, number]): number {
  let best = -1;
  let bestWay = Number.POSITIVE_INFINITY;
  spots.forEach(({ x, y }, i) => {
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    const way = along + 3 * aside;
    // Along a row, what lies more aside than ahead is another row.
    const isRow = dy !== 0 || aside <= along;
    if (along > 1 && isRow && way < bestWay) [best, bestWay] = [i, way];
  });
  return best;
}

const middleOf = (cell: Element): Spot => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

/** On a key of a cell: the focus goes where the arrow points, and stays at the board's edge. */
export function walkBoard(event: KeyboardEvent<HTMLElement>): void {
  const direction = directions[event.key];
  const board = event.currentTarget.closest('[data-testid="board"]');
  if (direction === undefined || board === null) return;
  event.preventDefault();
  const cells = [...board.querySelectorAll<HTMLElement>('button[data-market]:enabled')];
  cells[nearestSpot(middleOf(event.currentTarget), cells.map(middleOf), direction)]?.focus();
}
