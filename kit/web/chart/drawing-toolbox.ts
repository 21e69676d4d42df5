// Draws with the chart library: figures begun and ended, told when they change, brought back; notes ask for their words.
import type { Chart, OverlayCreate, Point } from 'klinecharts';
import { type Drawing, type DrawingTool, NOTE_MOST } from './chart-drawings.ts';
import { registerOwnTools } from './own-tools.ts';

/** A note whose words are being written. */
export interface WrittenNote {
  id: string;
  text: string;
  /** Where it stands in the chart's element. */
  at(): { x: number; y: number } | undefined;
  /** Without words a note goes. */
  write(text: string): void;
}
export interface DrawingToolbox {
  /** `ended` is told when the figure stands, or others take its place before. */
  start(tool: DrawingTool, magnet: boolean, ended: () => void): void;
  /** Takes back a figure that is not finished. */
  cancel(): void;
  restore(drawings: readonly Drawing[]): void;
  show(visible: boolean): void;
  clear(): void;
  /** Removes the figure that was pressed last. */
  removeChosen(): void;
}
export interface DrawingListener {
  onDrawings(drawings: Drawing[]): void;
  /** The note whose words are wanted: one just set down, or pressed twice. */
  onNote(note: WrittenNote): void;
}

const GROUP = 'drawings';
const PANE = 'candle_pane';

function readDrawings(chart: Chart, unfinished: string | null): Drawing[] {
  return chart.getOverlays({ groupId: GROUP }).flatMap(({ id, name, points, extendData }) => {
    // The library lists what is begun too; a note without words is still being written.
    if (id === unfinished || (name === 'note' && !extendData)) return [];
    const drawing: Drawing = {
      tool: name as DrawingTool,
      points: points.map(({ timestamp, value }: Partial<Point>) => ({ timestamp, value })),
    };
    return name === 'note' ? { ...drawing, text: String(extendData) } : drawing;
  });
}

function noteOf(chart: Chart, id: string, tell: () => void): WrittenNote {
  return {
    id,
    text: String(chart.getOverlays({ id })[0]?.extendData ?? ''),
    at() {
      const point = chart.getOverlays({ id })[0]?.points[0];
      const at = point && (chart.convertToPixel(point, { paneId: PANE }) as { x?: number; y?: number });
      return at?.x === undefined || at.y === undefined ? undefined : { x: at.x, y: at.y };
    },
    write(text) {
      if (text === '') chart.removeOverlay({ id });
      // An input method may write past the field's most.
      else chart.overrideOverlay({ id, extendData: text.slice(0, NOTE_MOST) });
      tell();
    },
  };
}

export function openDrawingToolbox(chart: Chart, { onDrawings, onNote }: DrawingListener): DrawingToolbox {
  registerOwnTools();
  let quiet = false;
  let isShown = true;
  let chosen: string | undefined;
  let unfinished: string | null = null;
  let putAway: (() => void) | undefined;
  const tell = () => {
    // The library tells before its own list is up to date.
    if (!quiet) queueMicrotask(() => onDrawings(readDrawings(chart, unfinished)));
  };
  const ask = (id: string) => onNote(noteOf(chart, id, tell));
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
  const cancel = () => {
    if (unfinished) chart.removeOverlay({ id: unfinished });
    unfinished = null;
  };
  return {
    start(tool, magnet, ended) {
      cancel();
      putAway = ended;
      const onDrawEnd: OverlayCreate['onDrawEnd'] = ({ overlay }) => {
        unfinished = null;
        tell();
        if (tool === 'note') ask(overlay.id);
        ended();
      };
      const mode = magnet ? 'weak_magnet' : 'normal';
      unfinished = chart.createOverlay({ ...figure(tool), mode, visible: true, onDrawEnd }) as string | null;
    },
    cancel,
    restore(drawings) {
      if (unfinished) putAway?.();
      unfinished = null;
      quiet = true;
      chart.removeOverlay({ groupId: GROUP });
      for (const { tool, points, text } of drawings) chart.createOverlay({ ...figure(tool), points, extendData: text });
      quiet = false;
    },
    show(visible) {
      isShown = visible;
      for (const { id } of chart.getOverlays({ groupId: GROUP })) chart.overrideOverlay({ id, visible });
    },
    clear() {
      chart.removeOverlay({ groupId: GROUP });
      tell();
    },
    removeChosen: () => void (chosen && chart.removeOverlay({ id: chosen })),
  };
}
