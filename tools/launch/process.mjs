// Tells processes apart by number and start time, so that a reused number is not mistaken; without /proc by number alone.
import { readFileSync } from 'node:fs';

// Fields of /proc/<pid>/stat after the name: state, parent, …; the 20th is the start time.
const statOf = (pid) => {
  const text = procText(pid, 'stat');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

export const parentOf = (pid) => Number(statOf(pid)[1] ?? 0);
export const bornOf = (pid) => statOf(pid)[19];

/** True while that very process runs; a zombie has ended. */
export function isSame({ pid, born }) {
  if (process.platform === 'linux') return bornOf(pid) === born && born !== undefined && statOf(pid)[0] !== 'Z';
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

export function procText(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
