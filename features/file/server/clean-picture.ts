// Pictures made anew from their pixels: no place where they were taken, no hidden part, no second file inside.
import { Refusal } from '@maru/kit/server/feature.ts';
import type { PictureType } from './content-type.ts';

/** A bomb of few bytes and many pixels is refused by its head alone. */
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 2560;
const MAX_SECONDS = 10;
/** Each picture takes a thread and its pixels' memory. */
const AT_ONCE = 2;

export interface CleanPicture {
  bytes: Uint8Array;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
}

let running = 0;
const waiting: (() => void)[] = [];

/** Throws FILE_BROKEN. */
export async function cleanPicture(bytes: Uint8Array, type: PictureType): Promise<CleanPicture> {
  if (running >= AT_ONCE) await new Promise<void>((turn) => waiting.push(turn));
  else running++;
  try {
    return await drawAnew(bytes, type);
  } catch {
    throw new Refusal('FILE_BROKEN');
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

async function drawAnew(bytes: Uint8Array, type: PictureType): Promise<CleanPicture> {
  // Only a server that gets pictures loads the native part.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: MAX_SECONDS })
    // Turned as its camera meant it, before that note goes with the others.
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
  const drawn =
    type === 'image/jpeg'
      ? picture.jpeg({ quality: 85, mozjpeg: true })
      : type === 'image/webp'
        ? picture.webp({ quality: 85 })
        : picture.png();
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
  const made = type === 'image/gif' ? 'image/png' : type;
  return { bytes: data, type: made, width: info.width, height: info.height };
}
