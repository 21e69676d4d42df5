// The share card, drawn: the trade's own prices as boards. Exact, offline, the same on every device.
import { encode } from 'uqr';
import { type ArtBox, drawArt, scaleOf } from './share-card-art.ts';
import type { TradeResult } from './trade-result.ts';

export const cardArts = ['planks', 'paper', 'line'] as const;
export type CardArt = (typeof cardArts)[number];
export const CARD_WIDTH = 452;
export const CARD_HEIGHT = 484;
export const BOARDS = 41;

export interface CardWords {
  brand: string;
  date: string;
  symbol: string;
  side: string;
  leverage: string;
  roe: string;
  entryLabel: string;
  exitLabel: string;
  heldLabel: string;
  /** Short words on the picture itself. */
  entryTag: string;
  exitTag: string;
  entry: string;
  exit: string;
  held: string;
  /** Whose trade it is. */
  who: string;
  foot: string;
  /** Where the QR leads; '' = no code, no QR. */
  link: string;
  codeLabel: string;
  code: string;
  /** Empty = hidden. */
  amount: string;
}
export interface CardColors {
  ground: string;
  text: string;
  mute: string;
  line: string;
  /** Hue of the result. */
  tone: string;
  toneDeep: string;
  side: string;
}

const FAMILY = "'Pretendard Variable', Pretendard, sans-serif";
const art: ArtBox = { width: CARD_WIDTH, top: 182, bottom: 324 };

/** The card is ink (or paper) whatever the page's theme: its hues are the dark (or light) ones of the palette chosen. */
const hues = {
  ink: { red: '#ff5c6c', blue: '#5b9bff', green: '#2dc58e' },
  paper: { red: '#c8243a', blue: '#1b5fcf', green: '#08754e' },
} as const;
const palettes = { kr: ['red', 'blue'], green: ['green', 'red'], 'red-green': ['red', 'green'] } as const;

export function colorsOf(kind: CardArt, result: TradeResult, upDown: keyof typeof palettes): CardColors {
  const isPaper = kind === 'paper';
  const [rise, fall] = palettes[upDown];
  const own = hues[isPaper ? 'paper' : 'ink'];
  const tone = own[result.roe.startsWith('-') ? fall : rise];
  return {
    ground: isPaper ? '#f6f4ef' : '#0e1218',
    text: isPaper ? '#14181f' : '#f2f5fa',
    mute: isPaper ? '#636e80' : '#8c97a8',
    line: isPaper ? '#dcd8cf' : '#1f2631',
    tone,
    toneDeep: isPaper ? '#2a2f38' : `${tone}66`,
    side: hues.paper[result.tradeType === 'LONG' ? rise : fall],
  };
}

export interface CardLook {
  kind: CardArt;
  upDown: keyof typeof palettes;
  /** The site's own; without one Maru's mark is drawn. */
  logo: HTMLImageElement | undefined;
}

export function drawCard(
  canvas: HTMLCanvasElement,
  result: TradeResult,
  words: CardWords,
  path: readonly number[],
  { kind, upDown, logo }: CardLook,
  ratio = 2,
): void {
  canvas.width = CARD_WIDTH * ratio;
  canvas.height = CARD_HEIGHT * ratio;
  const context = canvas.getContext('2d');
  if (!context) return;
  const c = colorsOf(kind, result, upDown);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, CARD_WIDTH, CARD_HEIGHT);
  context.beginPath();
  context.roundRect(0, 0, CARD_WIDTH, CARD_HEIGHT, 12);
  context.clip();
  context.fillStyle = c.ground;
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);
  drawHead(context, words, c, logo);
  drawArt(context, path, c, kind, art);
  drawEntry(context, path, words, c);
  drawFigures(context, words, c);
  drawFoot(context, words, c);
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  color: string,
  align: CanvasTextAlign = 'left',
): void {
  context.font = `${font} ${FAMILY}`;
  context.fillStyle = color;
  context.textAlign = align;
  context.textBaseline = 'middle';
  context.fillText(text, x, y);
}

/** As much of a text as fits, with an ellipsis behind the rest. */
function fitted(context: CanvasRenderingContext2D, text: string, font: string, space: number): string {
  context.font = `${font} ${FAMILY}`;
  if (context.measureText(text).width <= space) return text;
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > space) letters.pop();
  return `${letters.join('')}…`;
}

function chip(context: CanvasRenderingContext2D, text: string, x: number, y: number, ground: string, color: string): number {
  context.font = `600 13px ${FAMILY}`;
  const width = context.measureText(text).width + 16;
  context.fillStyle = ground;
  context.beginPath();
  context.roundRect(x, y - 12, width, 24, 4);
  context.fill();
  write(context, text, x + width / 2, y + 0.5, '600 13px', color, 'center');
  return x + width;
}

function drawHead(context: CanvasRenderingContext2D, words: CardWords, c: CardColors, logo: HTMLImageElement | undefined): void {
  if (logo) context.drawImage(logo, 28, 24, 18, 18);
  else drawMark(context, c);
  write(context, fitted(context, words.brand, '700 16px', 220), 54, 33, '700 16px', c.text);
  write(context, words.date, CARD_WIDTH - 28, 33, '400 13px', c.mute, 'right');
  write(context, words.symbol, 28, 78, '600 16px', c.text);
  context.font = `600 16px ${FAMILY}`;
  const after = chip(context, words.side, 28 + context.measureText(words.symbol).width + 10, 78, c.side, '#ffffff');
  const end = chip(context, words.leverage, after + 8, 78, c.line, c.text);
  if (words.amount)
    write(context, fitted(context, words.amount, '600 15px', CARD_WIDTH - 40 - end), CARD_WIDTH - 28, 78, '600 15px', c.tone, 'right');
  drawReturn(context, words.roe, c);
}

/** The floor's joist and boards. */
function drawMark(context: CanvasRenderingContext2D, c: CardColors): void {
  context.fillStyle = c.text;
  for (const [x, y, width, height] of [
    [28, 25, 18, 4],
    [28, 31, 5, 9],
    [34.5, 31, 5, 5.5],
    [41, 31, 5, 9],
  ] as const)
    context.fillRect(x, y, width, height);
}

/** 68 high; a return of many figures is smaller rather than cut. */
function drawReturn(context: CanvasRenderingContext2D, roe: string, c: CardColors): void {
  const space = CARD_WIDTH - 56 - 44;
  context.letterSpacing = '-3px';
  context.font = `700 68px ${FAMILY}`;
  const size = Math.min(68, Math.floor((68 * space) / context.measureText(roe).width));
  write(context, roe, 28, 136, `700 ${size}px`, c.tone);
  const { width } = context.measureText(roe);
  context.letterSpacing = '0px';
  write(context, '%', 28 + width + 4, 136 + size * 0.15, `700 ${Math.round(size * 0.53)}px`, c.tone);
}

function drawEntry(context: CanvasRenderingContext2D, path: readonly number[], words: CardWords, c: CardColors): void {
  const y = scaleOf(path, art);
  const at = y(path[0]);
  context.setLineDash([2, 3]);
  context.strokeStyle = c.text;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, at);
  context.lineTo(CARD_WIDTH, at);
  context.stroke();
  context.setLineDash([]);
  label(context, `${words.entryTag} ${words.entry}`, 12, at - 12, c, 'left');
  label(context, `${words.exitTag} ${words.exit}`, CARD_WIDTH - 12, Math.max(art.top + 4, y(path[path.length - 1]) - 14), c, 'right');
}

function label(context: CanvasRenderingContext2D, text: string, x: number, y: number, c: CardColors, align: 'left' | 'right'): void {
  context.font = `500 12px ${FAMILY}`;
  const width = context.measureText(text).width + 10;
  context.fillStyle = c.ground;
  context.globalAlpha = 0.86;
  context.beginPath();
  context.roundRect(align === 'left' ? x : x - width, y - 9, width, 18, 3);
  context.fill();
  context.globalAlpha = 1;
  write(context, text, align === 'left' ? x + 5 : x - 5, y, '500 12px', c.text, align);
}

function drawFigures(context: CanvasRenderingContext2D, words: CardWords, c: CardColors): void {
  const columns = [
    [28, 'left', words.entryLabel, words.entry],
    [CARD_WIDTH / 2, 'center', words.exitLabel, words.exit],
    [CARD_WIDTH - 28, 'right', words.heldLabel, words.held],
  ] as const;
  for (const [x, align, name, value] of columns) {
    write(context, name, x, 350, '400 12px', c.mute, align);
    write(context, value, x, 372, '600 17px', c.text, align);
  }
  context.fillStyle = c.line;
  context.fillRect(0, 400, CARD_WIDTH, 1);
}

/** QR 56 at the left when there is a link, whose trade, the referral code at the right. */
function drawFoot(context: CanvasRenderingContext2D, words: CardWords, c: CardColors): void {
  const left = words.link ? 98 : 28;
  if (words.link) drawQr(context, words.link, 28, 415, 56);
  context.font = `700 16px ${FAMILY}`;
  const space = CARD_WIDTH - 44 - left - (words.code ? Math.max(70, context.measureText(words.code).width) : 0);
  write(context, fitted(context, words.who, '600 14px', space), left, 433, '600 14px', c.text);
  write(context, fitted(context, words.foot, '400 12px', space), left, 454, '400 12px', c.mute);
  if (!words.code) return;
  write(context, words.codeLabel, CARD_WIDTH - 28, 432, '400 12px', c.mute, 'right');
  write(context, words.code, CARD_WIDTH - 28, 453, '700 16px', c.text, 'right');
}

/** Always dark on white with its quiet edge, or phones would not read it. */
function drawQr(context: CanvasRenderingContext2D, text: string, x: number, y: number, size: number): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 2 });
  const step = size / modules;
  context.fillStyle = '#ffffff';
  context.beginPath();
  context.roundRect(x, y, size, size, 4);
  context.fill();
  context.fillStyle = '#0e1218';
  data.forEach((row, r) => {
    row.forEach((isDark, q) => {
      // A hair wider, or the seams between modules shine through.
      if (isDark) context.fillRect(x + q * step, y + r * step, step + 0.2, step + 0.2);
    });
  });
}
