// The picture of a share card: the trade's own prices as planks of a floor, or as a line.
import type { CardArt, CardColors } from './share-card.ts';

/** Where the picture stands on its canvas. */
export interface ArtBox {
  width: number;
  top: number;
  bottom: number;
}

export function scaleOf(path: readonly number[], box: ArtBox): (price: number) => number {
  const low = Math.min(...path);
  const high = Math.max(...path);
  const span = high - low || Math.max(high * 0.001, 1e-9);
  const room = box.bottom - box.top;
  return (price) => box.bottom - room * 0.17 - ((price - low) / span) * room * 0.76;
}

function drawPlanks(context: CanvasRenderingContext2D, path: readonly number[], c: CardColors, kind: CardArt, box: ArtBox): void {
  const y = scaleOf(path, box);
  const step = box.width / path.length;
  const joint = box.width > 100 ? 1.5 : 0.4;
  path.forEach((price, i) => {
    const top = y(price);
    // Boards of a floor: each is cut at another height, and the part beyond the entry is bright.
    const entryY = y(path[0]);
    const seam = box.bottom - ((((i * 37) % 60) + 12) * (box.bottom - box.top)) / 142;
    context.fillStyle = kind === 'paper' ? '#c9c4b8' : c.toneDeep;
    context.fillRect(i * step, top, step - joint, box.bottom - top);
    const bright = Math.min(top, entryY);
    context.fillStyle = kind === 'paper' ? c.text : c.tone;
    if (Math.abs(top - entryY) > 1) context.fillRect(i * step, bright, step - joint, Math.abs(top - entryY) * 0.6);
    context.fillStyle = c.ground;
    if (seam > top) context.fillRect(i * step, seam, step - joint, joint);
  });
}

function drawPath(context: CanvasRenderingContext2D, path: readonly number[], c: CardColors, box: ArtBox): void {
  const y = scaleOf(path, box);
  const step = box.width / (path.length - 1);
  context.beginPath();
  path.forEach((price, i) => context.lineTo(i * step, y(price)));
  context.strokeStyle = c.tone;
  context.lineWidth = box.width > 100 ? 3 : 2;
  context.lineJoin = 'round';
  context.stroke();
  context.lineTo(box.width, box.bottom);
  context.lineTo(0, box.bottom);
  context.globalAlpha = 0.14;
  context.fillStyle = c.tone;
  context.fill();
  context.globalAlpha = 1;
}

export function drawArt(context: CanvasRenderingContext2D, path: readonly number[], c: CardColors, kind: CardArt, box: ArtBox): void {
  if (kind === 'line') drawPath(context, path, c, box);
  else drawPlanks(context, path, c, kind, box);
}
