// A file is what its bytes are, and its name holds no place, no ending and no trick of its own.
import { describe, expect, it } from 'vitest';
import { contentTypeOf, shownName } from './content-type.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('type by content', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0....', 'image/jpeg'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['GIF89a....', 'image/gif'],
    ['%PDF-1.7', 'application/pdf'],
    ['<svg onload=alert(1)>', undefined],
    ['<!doctype html>', undefined],
    ['GIF8', undefined],
    ['', undefined],
  ])('%j is %s', (text, type) => {
    expect(contentTypeOf(bytes(text))).toBe(type);
  });
});

describe('names', () => {
  it.each([
    ['../../../../app/index.js', 'image/png', 'index.png'],
    ['C:\\secret\\영수증.jpeg', 'image/jpeg', '영수증.jpg'],
    ['photo\u202egnp.exe', 'image/png', 'photognp.png'],
    ['.htaccess', 'image/png', 'file.png'],
    ['', 'application/pdf', 'file.pdf'],
    ['a"b\r\nc.png', 'image/png', 'abc.png'],
  ])('%j of %s is shown as %j', (name, type, shown) => {
    expect(shownName(name, type)).toBe(shown);
  });
});
