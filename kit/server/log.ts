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
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '(hidden)' },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (write !== undefined) return pino(options, { write });
  return pino(options, pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 250 }));
}
