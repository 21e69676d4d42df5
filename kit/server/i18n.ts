// Which language a request asks for, and texts with their numbers filled in.

export type Language = 'ko' | 'en';

const asked = new Map<string, Language>();

/** Korean unless the Accept-Language header prefers English. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined || header === '') return 'ko';
  const known = asked.get(header);
  if (known !== undefined) return known;
  const language = preferred(header);
  // Headers are the caller's to invent: the memory of them stays small.
  if (asked.size < 500) asked.set(header.slice(0, 200), language);
  return language;
}

function preferred(header: string): Language {
  let best: Language = 'ko';
  let bestWeight = 0;
  for (const part of header.slice(0, 200).split(',')) {
    const [tag, ...params] = part.trim().toLowerCase().split(';');
    const q = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find((found) => found !== undefined);
    const weight = q === undefined ? 1 : Number(q);
    const language = tag.startsWith('en') ? 'en' : tag.startsWith('ko') || tag === '*' ? 'ko' : undefined;
    if (language !== undefined && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}

/** `{field}` and the like from the data; what is missing stays out of the sentence, and figures are written as on screen. */
export function fillText(text: string, data: Readonly<Record<string, unknown>> | undefined): string {
  return text.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(data?.[key] ?? '');
    return isName.test(key) ? value : figureText(value);
  });
}

const hasFigure = (text: string) => /\{\w+\}/.test(text);

/** Of a text whose figures nobody kept: what its sentences say without them, of one with a colon what stands before it. */
export function withoutFigures(text: string): string {
  const kept = text.split(/(?<=[.!?])\s+/).flatMap((sentence) => {
    if (!hasFigure(sentence)) return [sentence];
    const [before, after] = sentence.split(/: ?/, 2);
    return after === undefined || hasFigure(before) ? [] : [`${before}.`];
  });
  return kept.length === 0 ? fillText(text, undefined) : kept.join(' ');
}

/** What only looks like a figure: ids and names. */
const isName = /(?:Id|^names?|^field)$/;

/** '1234567.5' -> '1,234,567.5'; whatever is no plain decimal stays as it is. */
export function figureText(text: string): string {
  const parts = /^(-?)(\d{4,})(\.\d+)?$/.exec(text);
  return parts === null ? text : `${parts[1]}${parts[2].replace(/\B(?=(\d{3})+$)/g, ',')}${parts[3] ?? ''}`;
}
