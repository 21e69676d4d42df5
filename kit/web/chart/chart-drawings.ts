// Drawings on the chart: which tools there are, and how what was drawn is kept and brought back.
import type { Chart, OverlayCreate, OverlayMode, Point } from 'klinecharts';

export const drawingTools = ['segment', 'horizontalStraightLine', 'parallelStraightLine', 'fibonacciLine', 'brush'] as const;
export type DrawingTool = (typeof drawingTools)[number];
export interface Drawing {
  tool: DrawingTool;
  points: { timestamp?: number; value?: number }[];
}
const GROUP = 'drawings';

function readDrawings(chart: Chart): Drawing[] {
  return chart.getOverlays({ groupId: GROUP }).map((overlay) => ({
    tool: overlay.name as DrawingTool,
    points: overlay.points.map(({ timestamp, value }: Partial<Point>) => ({ timestamp, value })),
  }));
}

export interface DrawingDesk {
  /** `ended` is told when the figure stands. */
  start(tool: DrawingTool, magnet: boolean, ended: () => void): void;
  /** Takes back a figure that is not finished. */
  cancel(): void;
  restore(drawings: readonly Drawing[]): void;
  show(visible: boolean): void;
  clear(): void;
}

export function openDrawingDesk(chart: Chart, changed: (drawings: Drawing[]) => void): DrawingDesk {
  let quiet = false;
  let unfinished: string | null = null;
  const tell = () => {
    // The library tells before its own list is up to date.
    if (!quiet) queueMicrotask(() => changed(readDrawings(chart)));
  };
  const overlay = (tool: DrawingTool, mode: OverlayMode): OverlayCreate => ({
    name: tool,
    groupId: GROUP,
    mode,
    modeSensitivity: 8,
    onDrawEnd: tell,
    onPressedMoveEnd: tell,
    onRemoved: tell,
  });
  const cancel = () => {
    if (unfinished) chart.removeOverlay({ id: unfinished });
    unfinished = null;
  };
  return {
    start(tool: DrawingTool, magnet: boolean, ended: () => void) {
      cancel();
      const onDrawEnd = () => {
        unfinished = null;
        tell();
        ended();
      };
      unfinished = chart.createOverlay({ ...overlay(tool, magnet ? 'weak_magnet' : 'normal'), onDrawEnd }) as string | null;
    },
    cancel,
    restore(drawings: readonly Drawing[]) {
      quiet = true;
      chart.removeOverlay({ groupId: GROUP });
      for (const drawing of drawings) chart.createOverlay({ ...overlay(drawing.tool, 'normal'), points: drawing.points });
      quiet = false;
    },
    show(visible: boolean) {
      for (const { id } of chart.getOverlays({ groupId: GROUP })) chart.overrideOverlay({ id, visible });
    },
    clear() {
      chart.removeOverlay({ groupId: GROUP });
    },
  };
}

/** What storage holds, checked: anything else is dropped. */
export function parseDrawings(stored: unknown): Drawing[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter((d): d is Drawing => {
    const tool = (d as Drawing | null)?.tool;
    const points = (d as Drawing | null)?.points;
    return drawingTools.includes(tool as DrawingTool) && Array.isArray(points) && points.every((p) => typeof p?.value === 'number');
  });
}
