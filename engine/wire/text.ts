// Short ASCII texts as integer words, six characters a word, so that they fit records made of Float64 integers.

/** Packs printable ASCII; characters outside it are refused by the caller's schema. */
export function packText(text: string): number[] {
  const words: number[] = [];
  for (let i = 0; i < text.length; i += 6) {
    let w = 0;
    for (let j = 5; j >= 0; j--) w = w * 256 + (i + j < text.length ? text.charCodeAt(i + j) & 0xff : 0);
    words.push(w);
  }
  return words;
}

/** Reads `count` words from `offset` back into text. */
export function unpackText(words: Float64Array | number[], offset: number, count: number): string {
  let text = '';
  for (let i = 0; i < count; i++) {
    let w = words[offset + i];
    while (w > 0) {
      const c = w % 256;
      text += String.fromCharCode(c);
      w = (w - c) * 0.00390625;
    }
  }
  return text;
}
