// Reads the one form of call that the wire lane knows: a whole JSON POST to a known path in one piece, with plain headers, each once.
//
// Anything else, valid or not, is undefined: two readers that disagree on where a call ends are how one smuggles another in, so
// nothing is accepted here that leaves a choice.
import { isAscii } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';

export interface PlainCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Headers that change neither where a call ends nor what becomes of its connection. */
const known: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'idempotency-key',
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'origin',
  'pragma',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
]);

const START = 'POST ';
const VERSION = ' HTTP/1.1\r\n';
const HEAD_MAX = 8_192;
/** Printable ASCII, line by line. */
const PLAIN_LINES = /^(?:[\x20-\x7e]+\r\n)+$/;
const LENGTH = /^[1-9]\d{0,8}$/;

export function readPlainCall(chunk: Buffer, paths: { has(path: string): boolean }, bodyLimit: number): PlainCall | undefined {
  const text = chunk.toString('latin1');
  if (!text.startsWith(START)) return undefined;
  const pathEnd = text.indexOf(' ', START.length);
  const headEnd = text.indexOf('\r\n\r\n');
  if (pathEnd < 0 || headEnd < 0 || headEnd > HEAD_MAX || !text.startsWith(VERSION, pathEnd)) return undefined;
  const path = text.slice(START.length, pathEnd);
  if (!paths.has(path)) return undefined;
  const headers = readHeaders(text.slice(pathEnd + VERSION.length, headEnd + 2));
  if (headers === undefined || !isPlain(headers)) return undefined;
  const length = headers['content-length'] as string;
  const from = headEnd + 4;
  if (!LENGTH.test(length) || Number(length) > bodyLimit || chunk.length !== from + Number(length)) return undefined;
  return { path, headers, body: isAscii(chunk) ? text.slice(from) : chunk.toString('utf8', from) };
}

function readHeaders(lines: string): IncomingHttpHeaders | undefined {
  if (!PLAIN_LINES.test(lines)) return undefined;
  const headers: Record<string, string> = {};
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf('\r\n', at);
    const colon = lines.indexOf(':', at);
    if (colon < 0 || colon > end) return undefined;
    const name = lines.slice(at, colon).toLowerCase();
    if (!known.has(name) || headers[name] !== undefined) return undefined;
    headers[name] = lines.slice(colon + 1, end).trim();
    at = end + 2;
  }
  return headers;
}

function isPlain(headers: IncomingHttpHeaders): boolean {
  const { host, connection } = headers;
  const type = headers['content-type'];
  return (
    host !== undefined &&
    host !== '' &&
    headers['content-length'] !== undefined &&
    (type === 'application/json' || type === 'application/json; charset=utf-8') &&
    (connection === undefined || connection.toLowerCase() === 'keep-alive')
  );
}
