// Rights as sets: what a pattern gives, and whether one set holds all of another.

/** `*` everything, `*.read` one verb of every thing, `notice.*` every verb of one thing, `notice.write` itself. */
export function gives(pattern: string, right: string): boolean {
  if (pattern === '*' || pattern === right) return true;
  const [thing, verb] = pattern.split('.');
  const [itsThing, itsVerb] = right.split('.');
  if (thing === '*') return verb === itsVerb;
  return verb === '*' && thing === itsThing;
}

export const holds = (patterns: readonly string[], right: string): boolean => patterns.some((pattern) => gives(pattern, right));

/** Whether everything that `wanted` gives, now and of features to come, is given by `held` too. */
export function covers(held: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((pattern) => held.some((own) => includes(own, pattern)));
}

/** A pattern within a pattern: `notice.*` holds `notice.write`, never `*.write`. */
function includes(own: string, pattern: string): boolean {
  if (own === '*' || own === pattern) return true;
  return !pattern.includes('*') && gives(own, pattern);
}

export const isPattern = (text: string): boolean => /^(\*|(\*|[a-z][a-z-]*)\.(\*|[a-z][a-z-]*))$/.test(text) && text !== '*.*';
