// Packs answers for the wire on Node's helper threads: never on the main thread, and what many ask for alike only once.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Bytes: below it the answer fits a packet or two, and packing would cost more than it saves. */
export const WORTH_PACKING = 1024;
/** Answers being packed at once: beyond it they go as they are, since the helper threads also hash passwords and read files. */
const MOST_UNDER_WAY = 32;
/** UTF-16 units of text that are kept packed. */
const MOST_KEPT = 4_000_000;

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);

/** The encoding a client takes, the tighter one first; `;q=0` refuses one (RFC 9110, section 12.5.3). */
export function encodingOf(header: string | string[] | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const taken = new Map(
    String(header)
      .toLowerCase()
      .split(',', 20)
      .map((part) => {
        const [name, ...weights] = part.split(';').map((word) => word.trim());
        return [name, !weights.some((weight) => /^q=0(\.0*)?$/.test(weight))];
      }),
  );
  if (taken.get('br') === true) return 'br';
  return taken.get('gzip') === true ? 'gzip' : undefined;
}

/** Whether a client that names what it has (`If-None-Match`) has this. */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = etag.replace(/^W\//, '');
  return header === '*' || header.split(',', 20).some((part) => part.trim().replace(/^W\//, '') === plain);
}

/** Weak: the same content in whatever encoding. */
export const etagOf = (content: string | Uint8Array): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`;

/** Quick, for what is made at every call: brotli at 5 is a tenth smaller than at 4 and than gzip at 6, for a millisecond of a helper thread. */
export const packQuickly = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 5,
          // A window no larger than the content: the default would take 4 MB of memory for each.
          [constants.BROTLI_PARAM_LGWIN]: Math.min(18, Math.max(10, Math.ceil(Math.log2(bytes.length + 16)))),
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      })
    : zip(bytes, { level: 6 });

interface Kept {
  etag: string | undefined;
  packed: Map<Encoding, Promise<Buffer>>;
}

export class Packer {
  readonly #kept = new Map<string, Kept>();
  #keptLength = 0;
  #underWay = 0;

  /** undefined: not worth it, or too much is being packed. `isShared`: others get this very text. */
  pack(text: string, encoding: Encoding | undefined, isShared: boolean): Promise<Buffer> | undefined {
    if (encoding === undefined || text.length < WORTH_PACKING) return undefined;
    const kept = isShared ? this.#keep(text) : undefined;
    const known = kept?.packed.get(encoding);
    if (known !== undefined) return known;
    if (this.#underWay >= MOST_UNDER_WAY) return undefined;
    this.#underWay++;
    const made = packQuickly(Buffer.from(text), encoding).finally(() => this.#underWay--);
    kept?.packed.set(encoding, made);
    made.catch(() => kept?.packed.delete(encoding));
    return made;
  }

  etag(text: string): string {
    const kept = this.#keep(text);
    return (kept.etag ??= etagOf(text));
  }

  /** The least recently asked for goes first. */
  #keep(text: string): Kept {
    const known = this.#kept.get(text);
    if (known === undefined) this.#keptLength += text.length;
    else this.#kept.delete(text);
    const kept = known ?? { etag: undefined, packed: new Map() };
    this.#kept.set(text, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#keptLength <= MOST_KEPT || oldest === text) break;
      this.#kept.delete(oldest);
      this.#keptLength -= oldest.length;
    }
    return kept;
  }
}
