// The drawing tools the library lacks: a ruler between two points, and a note of one's own words.
import { type OverlayCreateFiguresCallbackParams, type OverlayFigure, registerOverlay } from 'klinecharts';
import { rulerWords } from './ruler-words.ts';

let registered = false;
export function registerOwnTools(): void {
  if (registered) return;
  registered = true;
  registerOverlay({ name: 'ruler', totalStep: 3, needDefaultPointFigure: true, createPointFigures: rulerFigures });
  registerOverlay<string>({ name: 'note', totalStep: 2, needDefaultPointFigure: true, createPointFigures: noteFigures });
}

/** Tints of the box, its arrows' heads, and how far its words stand from it. */
const TINT = '24';
const HEAD_PX = 4;
const GAP_PX = 6;
const LINE_PX = 16;
const plain = {
  backgroundColor: 'transparent',
  borderColor: 'transparent',
  paddingLeft: 0,
  paddingRight: 0,
  paddingTop: 0,
  paddingBottom: 0,
};

function rulerFigures({ chart, overlay, coordinates, bounding, xAxis }: OverlayCreateFiguresCallbackParams<unknown>): OverlayFigure[] {
  const [a, b] = coordinates;
  const [start, end] = overlay.points;
  if (!b || !xAxis || start?.value === undefined || end?.value === undefined || isBeside(coordinates, bounding.width)) return [];
  const rises = end.value >= start.value;
  const { upColor, downColor } = chart.getStyles().candle.bar;
  const color = rises ? upColor : downColor;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const words = rulerWords({
    from: start.value,
    to: end.value,
    decimals: chart.getSymbol()?.pricePrecision ?? 0,
    bars: xAxis.convertFromPixel(b.x) - xAxis.convertFromPixel(a.x),
    ms: (end.timestamp ?? 0) - (start.timestamp ?? 0),
  });
  const box = wordBox(chart, words);
  const top = rises ? Math.min(a.y, b.y) - GAP_PX - box.height : Math.max(a.y, b.y) + GAP_PX;
  const left = clamp(middle.x - box.width / 2, 2, bounding.width - box.width - 2);
  return [
    {
      type: 'rect',
      attrs: { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(b.x - a.x), height: Math.abs(b.y - a.y) },
      styles: { style: 'fill', color: `${color}${TINT}` },
    },
    ...arrow({ x: middle.x, y: a.y }, { x: middle.x, y: b.y }, color),
    ...arrow({ x: a.x, y: middle.y }, { x: b.x, y: middle.y }, color),
    ...box.figures(left, clamp(top, 2, bounding.height - box.height - 2), [color]),
  ];
}

function noteFigures({ chart, overlay, coordinates, bounding }: OverlayCreateFiguresCallbackParams<string>): OverlayFigure[] {
  if (!overlay.extendData || isBeside(coordinates, bounding.width)) return [];
  const box = wordBox(chart, overlay.extendData.split('\n'));
  const left = Math.min(coordinates[0].x + GAP_PX, Math.max(2, bounding.width - box.width - 2));
  return box.figures(left, coordinates[0].y - box.height / 2, []);
}

/** Left or right of the view with all its points: its words, which keep inside, would stand there alone. */
const isBeside = (points: readonly At[], width: number) => points.every(({ x }) => x < 0) || points.every(({ x }) => x > width);

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** Lines of words on the colour of what floats; `colors` are the first lines' own. */
function wordBox(chart: OverlayCreateFiguresCallbackParams<unknown>['chart'], lines: readonly string[]) {
  const { text } = chart.getStyles().overlay;
  const width = Math.max(...lines.map((line) => widthOf(line, `${text.weight} ${text.size}px ${text.family}`))) + 16;
  const height = lines.length * LINE_PX + 8;
  const figures = (x: number, y: number, colors: readonly string[]): OverlayFigure[] => [
    {
      type: 'rect',
      attrs: { x, y, width, height },
      styles: { style: 'stroke_fill', color: text.backgroundColor, borderColor: text.borderColor, borderSize: 1, borderRadius: 4 },
    },
    ...lines.map((line, i) => ({
      type: 'text',
      attrs: { x: x + 8, y: y + 4 + (i + 0.5) * LINE_PX, text: line, align: 'left', baseline: 'middle' },
      styles: { ...plain, color: colors[i] ?? text.color },
    })),
  ];
  return { width, height, figures };
}

let pen: CanvasRenderingContext2D | null;
/** The library's own measure would bring all of its tools for those who write indicators. */
function widthOf(line: string, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return line.length * LINE_PX;
  pen.font = font;
  return pen.measureText(line).width;
}

type At = { x: number; y: number };
function arrow(from: At, to: At, color: string): OverlayFigure[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 2 * HEAD_PX) return [];
  const along = { x: ((to.x - from.x) / length) * HEAD_PX, y: ((to.y - from.y) / length) * HEAD_PX };
  const back = { x: to.x - along.x, y: to.y - along.y };
  const wing = (way: 1 | -1) => ({ x: back.x - along.y * way, y: back.y + along.x * way });
  return [
    {
      type: 'line',
      attrs: [{ coordinates: [from, to] }, { coordinates: [wing(1), to, wing(-1)] }],
      styles: { style: 'solid', color, size: 1 },
    },
  ];
}
