// Drawings on the chart: which tools there are, and how what was drawn is kept and brought back.
import type { Chart, OverlayCreate, Point } from 'klinecharts';

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
/** A note whose words are being written. */
export interface WrittenNote {
  id: string;
  text: string;
}
export const NOTE_MOST = 200;
const GROUP = 'drawings';
const PANE = 'candle_pane';
/** The library has no such tools: ours come in a chunk of their own, when one is taken or was kept. */
const isOwn = (tool: DrawingTool) => tool === 'ruler' || tool === 'note';
const fetchOwn = (): Promise<boolean> =>
  import('./own-tools.ts').then(
    ({ registerOwnTools }) => registerOwnTools(),
    () => false,
  );

function readDrawings(chart: Chart): Drawing[] {
  return chart.getOverlays({ groupId: GROUP }).flatMap(({ name, points, extendData }) => {
    // A note without words is still being written.
    if (name === 'note' && !extendData) return [];
    const drawing: Drawing = {
      tool: name as DrawingTool,
      points: points.map(({ timestamp, value }: Partial<Point>) => ({ timestamp, value })),
    };
    return name === 'note' ? { ...drawing, text: String(extendData) } : drawing;
  });
}

export interface DrawingDesk {
  /** True once the tool is in the hand: presses are its own from then on. `ended` is told when the figure stands. */
  start(tool: DrawingTool, magnet: boolean, ended: () => void): Promise<boolean>;
  /** Takes back a figure that is not finished. */
  cancel(): void;
  restore(drawings: readonly Drawing[]): void;
  show(visible: boolean): void;
  clear(): void;
  /** Removes the figure that was pressed last. */
  removeChosen(): void;
  /** Told of the note whose words are wanted: one just set down, or pressed twice. */
  onWrite(listener: (note: WrittenNote) => void): () => void;
  /** Where a note stands in the chart's element. */
  placeOf(id: string): { x: number; y: number } | undefined;
  /** Without words a note goes. */
  write(id: string, text: string): void;
}

type NoteDesk = Pick<DrawingDesk, 'onWrite' | 'placeOf' | 'write'> & { ask(id: string): void };

function openNoteDesk(chart: Chart, tell: () => void): NoteDesk {
  const writers = new Set<(note: WrittenNote) => void>();
  return {
    ask(id) {
      const text = String(chart.getOverlays({ id })[0]?.extendData ?? '');
      for (const writer of writers) writer({ id, text });
    },
    onWrite(listener) {
      writers.add(listener);
      return () => writers.delete(listener);
    },
    placeOf(id) {
      const point = chart.getOverlays({ id })[0]?.points[0];
      const at = point && (chart.convertToPixel(point, { paneId: PANE }) as { x?: number; y?: number });
      return at?.x === undefined || at.y === undefined ? undefined : { x: at.x, y: at.y };
    },
    write(id, text) {
      if (text === '') chart.removeOverlay({ id });
      else chart.overrideOverlay({ id, extendData: text });
      tell();
    },
  };
}

type Figures = (tool: DrawingTool) => OverlayCreate;

/** One figure at a time is under the hand. */
function openHand(chart: Chart, figure: Figures, wantsWords: (id: string) => void): Pick<DrawingDesk, 'start' | 'cancel'> {
  let taken: object | undefined;
  let unfinished: string | null = null;
  const cancel = () => {
    taken = undefined;
    if (unfinished) chart.removeOverlay({ id: unfinished });
    unfinished = null;
  };
  const begin = (tool: DrawingTool, magnet: boolean, ended: () => void) => {
    const made = figure(tool);
    const onDrawEnd: OverlayCreate['onDrawEnd'] = (event) => {
      unfinished = null;
      made.onDrawEnd?.(event);
      if (tool === 'note') wantsWords(event.overlay.id);
      ended();
    };
    unfinished = chart.createOverlay({ ...made, mode: magnet ? 'weak_magnet' : 'normal', visible: true, onDrawEnd }) as string | null;
  };
  return {
    cancel,
    async start(tool, magnet, ended) {
      cancel();
      const mine = (taken = {});
      const isHere = !isOwn(tool) || (await fetchOwn());
      if (!isHere || taken !== mine) return false;
      begin(tool, magnet, ended);
      return true;
    },
  };
}

export function openDrawingDesk(chart: Chart, changed: (drawings: Drawing[]) => void): DrawingDesk {
  let quiet = false;
  let isShown = true;
  let chosen: string | undefined;
  /** Kept figures whose tools are on their way. */
  let awaited: readonly Drawing[] = [];
  const tell = () => {
    // The library tells before its own list is up to date.
    if (!quiet) queueMicrotask(() => changed([...readDrawings(chart), ...awaited]));
  };
  const { ask, ...notes } = openNoteDesk(chart, tell);
  const figure = (tool: DrawingTool): OverlayCreate => ({
    name: tool,
    groupId: GROUP,
    modeSensitivity: 8,
    visible: isShown,
    onDrawEnd: tell,
    onPressedMoveEnd: tell,
    onRemoved: tell,
    onSelected: ({ overlay }) => (chosen = overlay.id),
    onDeselected: () => (chosen = undefined),
    onDoubleClick: tool === 'note' ? ({ overlay }) => ask(overlay.id) : null,
  });
  const quietly = (work: () => void) => {
    quiet = true;
    work();
    quiet = false;
  };
  const lay = (drawings: readonly Drawing[]) =>
    quietly(() => {
      for (const { tool, points, text } of drawings) chart.createOverlay({ ...figure(tool), points, extendData: text });
    });
  return {
    ...notes,
    ...openHand(chart, figure, ask),
    restore(drawings) {
      quietly(() => chart.removeOverlay({ groupId: GROUP }));
      const own = drawings.filter(({ tool }) => isOwn(tool));
      lay(drawings.filter(({ tool }) => !isOwn(tool)));
      awaited = own;
      if (own.length === 0) return;
      void fetchOwn().then((isHere) => {
        // What cannot be shown now stays kept.
        if (!isHere || awaited !== own) return;
        awaited = [];
        lay(own);
      });
    },
    show(visible) {
      isShown = visible;
      for (const { id } of chart.getOverlays({ groupId: GROUP })) chart.overrideOverlay({ id, visible });
    },
    clear() {
      awaited = [];
      chart.removeOverlay({ groupId: GROUP });
      tell();
    },
    removeChosen: () => void (chosen && chart.removeOverlay({ id: chosen })),
  };
}

/** What storage holds, checked: anything else is dropped. */
export function parseDrawings(stored: unknown): Drawing[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter((d): d is Drawing => {
    const { tool, points, text } = (d ?? {}) as Partial<Drawing>;
    if (!drawingTools.includes(tool as DrawingTool) || !Array.isArray(points)) return false;
    if (tool === 'note' && (typeof text !== 'string' || text === '' || text.length > NOTE_MOST)) return false;
    return points.every((p) => typeof p?.value === 'number');
  });
}
