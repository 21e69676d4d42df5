// The server's log: JSON lines on standard output or in a file; values are JSON strings, so no caller can forge a line.
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** Keys that must never reach the log, wherever they hang. */
const secretPaths = [
  'password',
  'currentPassword',
  'accessToken',
  'refreshToken',
  'authorization',
  '*.password',
  '*.accessToken',
  '*.refreshToken',
  '*.authorization',
];

export function createLog(config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'logFile'>>, write?: (line: string) => void): Logger {
  const options = {
    level: config.logLevel,
    base: undefined,
    timestamp: isoTime,
    redact: { paths: secretPaths, censor: '(hidden)' },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (write !== undefined) return pino(options, { write });
  return pino(options, config.logFile === undefined ? lasting({ fd: 1 }) : logFile(config.logFile));
}

const buffered = { sync: false, minLength: 4096, periodicFlush: 250, maxLength: 4 * 2 ** 20 };
const MAX_FILE_BYTES = 64 * 2 ** 20;

/** A full disk or a reader that is gone must not end the server: lines wait, up to 4 MB of them, and are written when they can be. */
function lasting(where: { fd: number } | { dest: string; mode: number }): ReturnType<typeof pino.destination> {
  const stream = pino.destination({ ...where, ...buffered });
  stream.on('error', () => {});
  return stream;
}

/** A file and the one before it: a log that nobody looks after must not fill the disk. */
function logFile(path: string): ReturnType<typeof pino.destination> {
  mkdirSync(dirname(path), { recursive: true });
  const file = lasting({ dest: path, mode: 0o600 });
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  file.on('write', (bytes: number) => {
    size += bytes;
    if (size < MAX_FILE_BYTES) return;
    size = 0;
    // Somebody may have taken the file away: then a new one is begun all the same.
    if (existsSync(path)) renameSync(path, `${path}.1`);
    file.reopen();
  });
  return file;
}

/** For lines whose keys are all ours: looking for secrets costs more there than writing. */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

// Many lines fall into the same millisecond.
let lastMs = 0;
let lastText = '';
function isoTime(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastText;
}
