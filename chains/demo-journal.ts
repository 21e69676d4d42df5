// What a demo's own chain did, line by line in a file: the same again makes the same chain after a restart.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { z } from 'zod/mini';

export interface DemoJournal<Line> {
  past: Line[];
  write(line: Line): void;
}

/** Without a path nothing is kept. A last line that was cut off by a crash never happened. */
export function openDemoJournal<Line>(path: string | undefined, shape: z.ZodMiniType<Line>): DemoJournal<Line> {
  if (path === undefined) return { past: [], write: () => undefined };
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
  const past = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => shape.parse(JSON.parse(line)));
  return { past, write: (line) => appendFileSync(path, `${JSON.stringify(line)}\n`) };
}
