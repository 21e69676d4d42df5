// A site's own files: logo, icons, poster, sound; made anew, kept as rows, named by what they hold, served under the site's hosts alone.
import { DAY_SECONDS } from '@maru/kit/contract/calendar.ts';
import { createHash } from 'node:crypto';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session, type UploadedFile } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { SiteFile } from '@maru/kit/server/site-pages.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { getSiteMedia, type MediaKind, uploadSiteMedia } from '../edit-contract.ts';
import { cleanSvg } from './clean-svg.ts';

export const MEDIA_PREFIX = '/site-media/';
/** One slip of an editor should not fill a database. */
const FILES_MAX = 400;
const SOUND_BYTES = 300_000;
const MAX_PIXELS = 40_000_000;

interface MadeFile extends SiteFile {
  /** After the name of the set: `.png`, `-192.png`. */
  ending: string;
}

export const mediaRoute = handleOperator(uploadSiteMedia, async (context, call, audit) => {
  const { kind } = call.query;
  const { bytes } = call.file as UploadedFile;
  const files = await makeFiles(kind, bytes, call.site).catch(broken);
  const stem = createHash('sha256').update(kind).update(bytes).digest('base64url').replaceAll('-', '_').slice(0, 22);
  // An icon is a set, named by what its names begin with.
  const path = `${MEDIA_PREFIX}${stem}${kind === 'icon' ? '' : files[0].ending}`;
  await inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM site_media WHERE site_id = $1', [
      call.site.id,
    ]);
    if (rows[0].count >= FILES_MAX) throw new Refusal('MEDIA_FULL', { field: 'file', limit: FILES_MAX });
    for (const file of files) {
      await client.query(
        `INSERT INTO site_media (site_id, name, type, bytes, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING`,
        [call.site.id, stem + file.ending, file.type, file.bytes, (call.session as Session).member, new Date(context.clock.now())],
      );
    }
    await audit({ target: `site:${call.site.id}`, after: { kind, path } }, client);
  });
  return { data: { path } };
});

export const mediaFileRoute = handleOperator(getSiteMedia, async (context, call) => {
  const file = await mediaFile(context, call.site, call.query.name);
  if (file === undefined) throw new Refusal('NOT_FOUND');
  return { data: undefined, file: { ...file, isInline: true, name: call.query.name, maxAge: DAY_SECONDS } };
});

export async function mediaFile({ pool }: AppContext, site: SiteConfig, name: string): Promise<SiteFile | undefined> {
  if (!/^[\w.-]{8,60}$/.test(name)) return undefined;
  const { rows } = await pool.query<SiteFile>('SELECT type, bytes FROM site_media WHERE site_id = $1 AND name = $2', [site.id, name]);
  return rows[0];
}

function broken(error: unknown): never {
  throw error instanceof Refusal ? error : new Refusal('MEDIA_BROKEN', { field: 'file' });
}

const latin = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** By the first bytes; a drawing must not reach the library that draws pictures. */
function kindOf(bytes: Uint8Array): 'picture' | 'svg' | 'mp3' | 'ogg' | 'wav' | undefined {
  const head = latin(bytes, 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n') || head.startsWith('\xff\xd8\xff') || /^RIFF....WEBP/s.test(head)) return 'picture';
  if (head.startsWith('ID3') || /^\xff[\xe2-\xfb]/.test(head)) return 'mp3';
  if (head.startsWith('OggS')) return 'ogg';
  if (/^RIFF....WAVE/s.test(head)) return 'wav';
  return /^\uFEFF?\s*<(\?xml|svg|!--)/.test(Buffer.from(bytes.subarray(0, 200)).toString('utf8')) ? 'svg' : undefined;
}

const soundTypes = { mp3: 'audio/mpeg', ogg: 'audio/ogg', wav: 'audio/wav' } as const;

async function makeFiles(kind: MediaKind, bytes: Uint8Array, site: SiteConfig): Promise<MadeFile[]> {
  const found = kindOf(bytes);
  if (kind === 'sound') {
    if (found === undefined || found === 'picture' || found === 'svg') throw refused('MP3 · OGG · WAV');
    if (bytes.length > SOUND_BYTES) throw refused('300 KB');
    return [{ ending: `.${found}`, type: soundTypes[found], bytes }];
  }
  if (found === 'svg' && (kind === 'logo' || kind === 'favicon')) {
    const drawing = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return [{ ending: '.svg', type: 'image/svg+xml', bytes: Buffer.from(cleanSvg(drawing)) }];
  }
  if (found !== 'picture') throw refused(kind === 'logo' || kind === 'favicon' ? 'SVG · PNG · JPEG · WebP' : 'PNG · JPEG · WebP');
  return drawPictures(kind, bytes, site);
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 };

async function drawPictures(kind: Exclude<MediaKind, 'sound'>, bytes: Uint8Array, site: SiteConfig): Promise<MadeFile[]> {
  const { default: sharp } = await import('sharp');
  const read = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: 10 }).autoOrient();
  const square = async (size: number, ending: string): Promise<MadeFile> => ({
    ending,
    type: 'image/png',
    bytes: await read().resize(size, size, { fit: 'contain', background: clear }).png().toBuffer(),
  });
  if (kind === 'logo') return [await square(512, '.png')];
  if (kind === 'favicon') return [await square(64, '.png')];
  if (kind === 'hero') {
    const hero = await read().resize(1040, 720, { fit: 'cover' }).webp({ quality: 80 }).toBuffer();
    return [{ ending: '.webp', type: 'image/webp', bytes: hero }];
  }
  if (kind === 'poster') {
    const poster = await read().resize(1200, 630, { fit: 'cover' }).flatten({ background: '#FFFFFF' }).jpeg({ quality: 86 }).toBuffer();
    return [{ ending: '.jpg', type: 'image/jpeg', bytes: poster }];
  }
  // Phones cut a maskable icon to their own shape: the picture keeps to the inner four fifths.
  const inner = await read().resize(410, 410, { fit: 'contain', background: clear }).png().toBuffer();
  const background = site.theme.light['surface'] ?? '#FFFFFF';
  const maskable = await sharp(inner)
    .extend({ top: 51, bottom: 51, left: 51, right: 51, background: clear })
    .flatten({ background })
    .png()
    .toBuffer();
  return [
    await square(192, '-192.png'),
    await square(512, '-512.png'),
    await square(180, '-180.png'),
    { ending: '-maskable-512.png', type: 'image/png', bytes: maskable },
  ];
}

const refused = (reason: string) => new Refusal('MEDIA_REFUSED', { field: 'file', reason });
