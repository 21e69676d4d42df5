// Drawings on the chart: which tools there are, and what of them is kept.

export const drawingTools = [
  'segment',
  'horizontalStraightLine',
  'parallelStraightLine',
  'fibonacciLine',
  'brush',
  'ruler',
  'note',
] as const;
export type DrawingTool = (typeof drawingTools)[number];
export interface Drawing {
  tool: DrawingTool;
  points: { timestamp?: number; value?: number }[];
  /** What a note says. */
  text?: string;
}
export const NOTE_MOST = 200;

/** What storage holds, checked: anything else is dropped. */
export function parseDrawings(stored: unknown): Drawing[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter((d): d is Drawing => {
    const { tool, points, text } = (d ?? {}) as Partial<Drawing>;
    if (!drawingTools.includes(tool as DrawingTool) || !Array.isArray(points) || points.length === 0) return false;
    if (tool === 'note' && (typeof text !== 'string' || text === '' || text.length > NOTE_MOST)) return false;
    return points.every((p) => typeof p?.value === 'number');
  });
}
