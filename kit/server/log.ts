// The server's log: JSON lines on standard output; values are JSON strings, so no caller can forge a line.
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

export function createLog(config: Pick<Config, 'logLevel'>, write?: (line: string) => void): Logger {
  const options = {
    level: config.logLevel,
    base: undefined,
    timestamp: isoTime,
    redact: { paths: secretPaths, censor: '(hidden)' },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (write !== undefined) return pino(options, { write });
  return pino(options, pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 250 }));
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
