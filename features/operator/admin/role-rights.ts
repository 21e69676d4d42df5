// What a role's patterns open: `notice.write` itself, `notice.*` all of a thing, `*.read` one act everywhere, `*` everything.

export function opens(patterns: readonly string[], right: string): boolean {
  const [thing, act] = right.split('.');
  return patterns.some((pattern) => pattern === '*' || pattern === right || pattern === `${thing}.*` || pattern === `*.${act}`);
}

/** Rights by their thing, in the order they first appear. */
export function groupRights<R extends { right: string }>(
  rights: readonly R[],
): readonly (readonly [thing: string, rights: readonly R[]])[] {
  const groups = new Map<string, R[]>();
  for (const each of rights) {
    const [thing] = each.right.split('.');
    groups.set(thing, [...(groups.get(thing) ?? []), each]);
  }
  return [...groups];
}
