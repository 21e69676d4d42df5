// Text that PostgreSQL can keep: a NUL letter, or half of a surrogate pair, is refused where a request is read.
import { Refusal } from './feature.ts';

const NUL = '\0';

/** Text columns take no NUL, and jsonb neither that nor half a pair (PostgreSQL 8.14). */
export const isReadable = (text: string): boolean => !text.includes(NUL) && text.isWellFormed();

/** Of a query or body, names included; throws Refusal with the field's path. */
export function refuseUnreadable(value: unknown): void {
  const field = unreadableField(value, '');
  if (field !== undefined) throw new Refusal('UNREADABLE_TEXT', { field: shown(field) });
}

/** The path of the first text that could not be kept: `''` of a bare value, undefined where all can. */
function unreadableField(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return isReadable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name in value) {
    const inner = path === '' ? name : `${path}.${name}`;
    const found = isReadable(name) ? unreadableField((value as Record<string, unknown>)[name], inner) : inner;
    if (found !== undefined) return found;
  }
  return undefined;
}

const shown = (field: string) => field.replaceAll(NUL, '').toWellFormed().slice(0, 80);

/** The same of what is still packed: a query or form with percent signs, or JSON with escapes. */
export const isReadableWire = (text: string): boolean => isReadable(text) && !PERCENT_NUL.test(text) && !hasEscapedFault(text);

const PERCENT_NUL = /%00/;
const JSON_ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/gs;

function hasEscapedFault(text: string): boolean {
  if (!text.includes('\\u')) return false;
  return !isReadable(
    text.replace(JSON_ESCAPE, (all, code?: string) => (code === undefined ? all : String.fromCharCode(Number.parseInt(code, 16)))),
  );
}
