// The server's log: JSON lines on standard output or in a file; values are JSON strings, so no caller can forge a line.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { LogStream } from './log-stream.ts';

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

/** `write`: instead of file and standard output. `tell`: told when the log fails, and when it works again. */
export function createLog(
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'logFile'>>,
  write?: (line: string) => void,
  tell?: (text: string) => void,
): Logger {
  const options = {
    level: config.logLevel,
    base: undefined,
    timestamp: isoTime,
    redact: { paths: secretPaths, censor: '(hidden)' },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (write !== undefined) return pino(options, { write });
  if (config.logFile !== undefined) mkdirSync(dirname(config.logFile), { recursive: true });
  return pino(options, new LogStream({ path: config.logFile, tell }));
}

/** Lines that a log made here has lost, because nothing could be written for so long. */
export function linesLost(log: Logger): number {
  const stream = (log as unknown as Record<symbol, unknown>)[pino.symbols.streamSym];
  return stream instanceof LogStream ? stream.dropped : 0;
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
