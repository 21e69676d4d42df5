// JSON as this server accepts it: no key twice, no prototype keys, no exponents, no deep nesting.
import { Refusal } from './feature.ts';

const MAX_DEPTH = 8;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const COLON = 58;

/** Throws Refusal. A missing body reads as an empty object. */
export function parseStrictJson(text: string): unknown {
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('BAD_REQUEST', { reason: 'not JSON' });
  }
  checkText(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('BAD_REQUEST', { reason: 'not an object' });
  return value;
}

// Runs over text that JSON.parse accepted, so the grammar is known to hold.
function checkText(text: string): void {
  const keysAt: (string[] | undefined)[] = [];
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) {
      const end = endOfString(text, i);
      if (isKey(text, end)) noteKey(keysAt, depth, keyText(text, i, end));
      i = end;
    } else if (c === OPEN || c === OPEN_LIST) {
      depth++;
      if (depth > MAX_DEPTH) throw new Refusal('BAD_REQUEST', { reason: 'nested too deeply' });
      keysAt[depth] = undefined;
    } else if (c === CLOSE || c === CLOSE_LIST) {
      depth--;
    } else if ((c === 101 || c === 69) && isDigit(text.charCodeAt(i - 1))) {
      // e or E outside a string after a digit: 1e3 would arrive as 1000, 1e400 as Infinity.
      throw new Refusal('BAD_REQUEST', { reason: 'exponent notation' });
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; ; i++) {
    const c = text.charCodeAt(i);
    if (c === BACKSLASH) i++;
    else if (c === QUOTE) return i;
  }
}

function isKey(text: string, end: number): boolean {
  for (let i = end + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === COLON) return true;
    if (c !== 32 && c !== 9 && c !== 10 && c !== 13) return false;
  }
  return false;
}

function keyText(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

function noteKey(keysAt: (string[] | undefined)[], depth: number, key: string): void {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw new Refusal('UNKNOWN_FIELD', { field: key });
  const keys = keysAt[depth];
  if (keys === undefined) keysAt[depth] = [key];
  else if (keys.includes(key)) throw new Refusal('DUPLICATE_FIELD', { field: key.slice(0, 40) });
  else if (keys.length >= 100) throw new Refusal('BAD_REQUEST', { reason: 'too many fields' });
  else keys.push(key);
}

const isDigit = (c: number) => c >= 48 && c <= 57;
