// CPU of a process by thread, and of its children's processes, from /proc: what one order costs and where.
import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds of one clock tick; 100 a second on every Linux that Node runs on. */
const TICK_US = 10_000;

/** Microseconds of CPU so far, by thread; other processes under it by their command. */
export function cpuByThread(pid: number): Map<string, number> {
  const found = new Map<string, number>();
  const add = ({ name, us }: { name: string; us: number }) => found.set(name, (found.get(name) ?? 0) + us);
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const stat = readStat(`/proc/${pid}/task/${id}/stat`);
    add({ ...stat, name: Number(id) === pid ? 'main' : stat.name });
  }
  for (const child of descendants(pid)) add(readStat(`/proc/${child}/stat`));
  return found;
}

/** Microseconds an operation by thread, in one line. */
export function cpuSplit(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, operations: number): string {
  const parts = [...after].map(([name, us]) => [name, (us - (before.get(name) ?? 0)) * (1 / operations)] as const);
  return parts
    .filter(([, us]) => us >= 0.1)
    .sort((a, b) => b[1] - a[1])
    .map(([name, us]) => `${name} ${us.toFixed(1)}`)
    .join(', ');
}

function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const id of readdirSync('/proc')) if (/^\d+$/.test(id)) parents.set(Number(id), readStat(`/proc/${id}/stat`).parent);
  const isUnder = (id: number): boolean => {
    for (let at = parents.get(id); at !== undefined && at > 1; at = parents.get(at)) if (at === pid) return true;
    return false;
  };
  return [...parents.keys()].filter(isUnder);
}

function readStat(path: string): { name: string; parent: number; us: number } {
  try {
    const text = readFileSync(path, 'latin1');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      parent: Number(fields[1]),
      us: (Number(fields[11]) + Number(fields[12])) * TICK_US,
    };
  } catch {
    // It ended between the listing and the reading.
    return { name: 'gone', parent: 0, us: 0 };
  }
}
