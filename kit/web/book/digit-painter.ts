// Numbers on a canvas with tabular figures: a 2D context knows no font features, so each glyph is set on its own column.

export interface DigitPainter {
  /** `right` is the right edge; glyphs before `from` take the muted style. */
  draw(text: string, right: number, y: number, style: DigitStyle, from?: number, muted?: DigitStyle): void;
  drawLeft(text: string, left: number, y: number, style: DigitStyle, from?: number, muted?: DigitStyle): void;
  width(text: string): number;
}
export interface DigitStyle {
  font: string;
  color: string;
}

export function createDigitPainter(context: CanvasRenderingContext2D, font: string): DigitPainter {
  const advances = measure(context, font);
  const advance = (char: string) => advances.get(char) ?? advances.get('0') ?? 7;
  const width = (text: string) => {
    let sum = 0;
    for (let i = 0; i < text.length; i++) sum += advance(text[i]);
    return sum;
  };
  const paint = (text: string, start: number, end: number, x: number, y: number, style: DigitStyle) => {
    if (start >= end) return x;
    context.font = style.font;
    context.fillStyle = style.color;
    for (let i = start; i < end; i++) {
      const step = advance(text[i]);
      context.fillText(text[i], x + step / 2, y);
      x += step;
    }
    return x;
  };
  const drawLeft: DigitPainter['drawLeft'] = (text, left, y, style, from = 0, muted = style) => {
    const x = paint(text, 0, from, left, y, muted);
    paint(text, from, text.length, x, y, style);
  };
  return {
    width,
    drawLeft,
    draw: (text, right, y, style, from, muted) => drawLeft(text, right - width(text), y, style, from, muted),
  };
}

function measure(context: CanvasRenderingContext2D, font: string): Map<string, number> {
  context.font = font;
  const widest = Math.max(...[...'0123456789'].map((digit) => context.measureText(digit).width));
  const advances = new Map<string, number>();
  for (const digit of '0123456789') advances.set(digit, widest);
  for (const sign of ',.−-+% ') advances.set(sign, context.measureText(sign).width);
  return advances;
}
