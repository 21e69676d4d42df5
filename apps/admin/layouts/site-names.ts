// Finding a brand by its name: any part of it, or the initial consonants of a Korean one.
const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const FIRST = 0xac00;
const LAST = 0xd7a3;
/** Syllables that begin with one consonant. */
const EACH = 588;

/** `새벽` → `ㅅㅂ`; other letters stay. */
export const initialsOf = (text: string): string =>
  [...text]
    .map((letter) => {
      const code = letter.charCodeAt(0);
      return code >= FIRST && code <= LAST ? INITIALS[Math.floor((code - FIRST) / EACH)] : letter;
    })
    .join('');

export function isNamed(names: readonly string[], query: string): boolean {
  const wanted = query.normalize('NFC').trim().toLowerCase();
  return wanted === '' || names.some((name) => name.toLowerCase().includes(wanted) || initialsOf(name).includes(wanted));
}
