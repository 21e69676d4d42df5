// One after the other for one key: a member's transactions meet each other's rows finished, never half done.
const last = new Map<string, Promise<unknown>>();

export async function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(run, run);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
