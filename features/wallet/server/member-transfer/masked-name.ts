// A person's name as somebody sees it who is about to send money there: enough to notice a mistake, not enough to learn a name.

const isHangul = (word: string) => /^\p{Script=Hangul}+$/u.test(word);

/** `김하늘` → `김*늘`, `김별` → `김*`, `Jane Doe` → `J*** D**`. */
export function maskedName(name: string): string {
  return name.trim().split(/\s+/).map(maskedWord).join(' ');
}

function maskedWord(word: string): string {
  const points = Array.from(word);
  if (points.length < 2) return '*';
  const hidden = '*'.repeat(points.length - 1);
  if (!isHangul(word) || points.length === 2) return `${points[0]}${hidden}`;
  return `${points[0]}${hidden.slice(1)}${points.at(-1)}`;
}
