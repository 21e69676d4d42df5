// The one mapper from error codes to HTTP: status, text in the language asked for, field, Retry-After. Faults say nothing of the inside.
import type { ErrorCatalogue, ErrorEntry } from '../contract/errors.ts';
import { serviceKey } from '../contract/service.ts';
import type { SiteConfig } from '../contract/site-config.ts';
import { commonErrors } from '../contract/errors.ts';
import { EngineBusy, EngineUnavailable } from './engine-port.ts';
import { Refusal } from './feature.ts';
import { fillText, type Language } from './i18n.ts';

/** Both texts of a declared code, as a refusal with this data says them; undefined when there is none of this name. */
export type ErrorWords = (code: string, data?: Record<string, unknown>) => { ko: string; en: string } | undefined;
/** Provided by the HTTP server, to features that show later why something was refused. */
export const errorWords = serviceKey('kit.errorWords').of<ErrorWords>();

export interface MappedError {
  status: number;
  code: string;
  /** JSON text of the failure envelope. */
  body: string;
  retryAfterSeconds: number | undefined;
}

export interface ErrorMapper {
  /** Of a refusal or of anything thrown, in the site's own wording where it has one; `isFault` when it is ours and belongs into the log. */
  map(error: unknown, language: Language, requestId: string, site?: Pick<SiteConfig, 'texts'>): MappedError & { isFault: boolean };
  entries: ReadonlyMap<string, ErrorEntry>;
}

export function createErrorMapper(catalogues: readonly ErrorCatalogue[]): ErrorMapper {
  const entries = new Map<string, ErrorEntry>();
  for (const catalogue of [commonErrors, ...catalogues]) {
    for (const [code, entry] of Object.entries(catalogue)) {
      if (entries.has(code)) throw new Error(`error code ${code} is declared twice`);
      entries.set(code, entry);
    }
  }
  return {
    entries,
    map(error, language, requestId, site) {
      const [code, data] = codeOf(error);
      const known = entries.get(code);
      const entry = known ?? commonErrors.INTERNAL;
      const isFault = known === undefined || entry.status === 500;
      const shown = known === undefined ? 'INTERNAL' : code;
      const text = site?.texts?.[shown]?.[language] ?? entry[language];
      return { ...shape(shown, entry, data, text, requestId), isFault };
    },
  };
}

/** The database is away or silent: whoever asks later is served. */
export const isAway = (error: unknown): boolean => codeOf(error)[0] === 'UNAVAILABLE';

function codeOf(error: unknown): [string, Record<string, unknown> | undefined] {
  if (error instanceof Refusal) return [error.code, error.data];
  if (error instanceof EngineUnavailable || error instanceof EngineBusy) return [error.code, undefined];
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const fastify = fastifyCodes[error.code];
    if (fastify !== undefined) return [fastify, undefined];
    if (isDatabaseAway(error.code) || ('syscall' in error && error.syscall === 'connect')) return ['UNAVAILABLE', undefined];
  }
  if (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after)/.test(error.message)
  ) {
    return ['UNAVAILABLE', undefined];
  }
  return ['INTERNAL', undefined];
}

const fastifyCodes: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  FST_ERR_ASYNC_CONSTRAINT: 'BAD_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'BAD_REQUEST',
};

/** PostgreSQL classes 08 (connection), 53 (resources), 57 (operator), and a socket that broke. */
function isDatabaseAway(code: string): boolean {
  return /^(08|53|57)\w{3}$/.test(code) || code === 'ECONNRESET' || code === 'EPIPE';
}

function shape(code: string, entry: ErrorEntry, data: Record<string, unknown> | undefined, text: string, requestId: string): MappedError {
  const field = data?.field ?? entry.field;
  const shown = field === undefined ? data : { ...data, field };
  const message = fillText(text, shown);
  const waits = entry.status === 429 || entry.status === 503;
  const retryAfterSeconds = waits ? Number(data?.retryAfterSeconds ?? 1) : undefined;
  const body = JSON.stringify({ status: 'fail', code, message, data: entry.status === 500 ? { requestId } : (shown ?? {}) });
  return { status: entry.status, code, body, retryAfterSeconds };
}
