// Phone masks of the specification (section 5): numbers starting with 02 in two parts of their own, all others in three.

export const phoneDigitsAtMost = (digits: string): number => (digits.startsWith('02') ? 10 : 11);

/** Digits with hyphens, however many there are yet: `010-4821-7730`, `02-123-4567`. */
export function maskPhone(text: string): string {
  const all = text.replace(/\D/g, '');
  const digits = all.slice(0, phoneDigitsAtMost(all));
  const head = digits.startsWith('02') ? 2 : 3;
  if (digits.length <= head) return digits;
  const rest = digits.slice(head);
  // Seven digits split 3-4, eight split 4-4.
  const middle = rest.length > 7 ? 4 : 3;
  return [digits.slice(0, head), rest.slice(0, middle), rest.slice(middle)].filter(Boolean).join('-');
}

/** The caret behind the same digit as before the mask. */
export function maskPhoneAt(text: string, caret: number): { text: string; caret: number } {
  const masked = maskPhone(text);
  const digitsBefore = text.slice(0, caret).replace(/\D/g, '').length;
  let at = 0;
  for (let seen = 0; at < masked.length && seen < digitsBefore; at += 1) if (/\d/.test(masked[at])) seen += 1;
  return { text: masked, caret: at };
}

export const isFullPhone = (text: string): boolean => /^(02-\d{3,4}-\d{4}|0(?!2-)\d{2}-\d{3,4}-\d{4})$/.test(text);
