// Names a process start so that another process on the same machine can tell whether it still runs.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** host, pid, when the kernel started that pid (pids are recycled, also by a reboot), and a mark of this very start. */
export function holderName(): string {
  return [hostname(), process.pid, startOf(process.pid) ?? '-', randomBytes(6).toString('hex')].join('|');
}

/** Pid of the other live process on this machine that `holder` names; undefined when it is gone, elsewhere, or ourselves. */
export function liveHolder(holder: string): number | undefined {
  const [host, pid, start] = holder.split('|');
  if (host !== hostname() || Number(pid) === process.pid || start === undefined || start === '-') return undefined;
  return startOf(Number(pid)) === start ? Number(pid) : undefined;
}

/** Whether `holder` was a process of this machine and is none any more; of one elsewhere only its time can tell. */
export function isGone(holder: string): boolean {
  const [host, pid, start] = holder.split('|');
  return host === hostname() && start !== undefined && start !== '-' && startOf(Number(pid)) !== start;
}

function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    // Field 22, counted after the name in parentheses, which may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : `${boot}-${fields[19]}`;
  } catch {
    return undefined;
  }
}
