// What a file is by its first bytes: the name and what the sender calls it count for nothing.

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type PictureType = (typeof pictureTypes)[number];
export type ContentType = PictureType | 'application/pdf';

const latin = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** undefined: nothing that is taken here. */
export function contentTypeOf(bytes: Uint8Array): ContentType | undefined {
  if (latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (latin(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (/^GIF8[79]a$/.test(latin(bytes, 0, 6))) return 'image/gif';
  if (latin(bytes, 0, 5) === '%PDF-') return 'application/pdf';
  return undefined;
}

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** The sender's name without its path and ending, with the ending of what it is. */
export function shownName(name: string, type: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[^.]*$/, '')
    // Control characters and marks that turn the direction of text would let a name lie.
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .trim()
    .slice(0, 60);
  return `${stem || 'file'}.${endings[type]}`;
}
