// The specification's restricted inputs (section 5): what may be typed, what may not, and what stands there instead when it was.

/** Every character must belong to the set. */
const allowed = {
  email: /^[A-Za-z0-9@._%+-]*$/,
  digits: /^\d*$/,
  digitsDot: /^[\d.]*$/,
  digitsHyphen: /^[\d-]*$/,
  username: /^[a-z0-9_-]*$/,
  password: /^[A-Za-z0-9]*$/,
} as const;

/** No character may belong to the set. */
const excluded = {
  noKorean: /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff]/,
  noSpecial: /[!-/:-@[-`{-~]/,
  noSpecialNoDigits: /[!-@[-`{-~]/,
} as const;

export type CharacterSet = keyof typeof allowed | keyof typeof excluded;
export const characterSets = [...Object.keys(allowed), ...Object.keys(excluded)] as CharacterSet[];

export function isOfSet(set: CharacterSet, text: string): boolean {
  return set in allowed ? allowed[set as keyof typeof allowed].test(text) : !excluded[set as keyof typeof excluded].test(text);
}

/** The new text when it is of the set, else the previous valid one. */
export function acceptOrRevert(set: CharacterSet, previous: string, next: string): string {
  return isOfSet(set, next) ? next : previous;
}
