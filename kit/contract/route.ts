// One object describes a call for server, browser and the OpenAPI page: path, roles, shapes, codes.
import type { z } from 'zod/mini';
import type { Role } from './role.ts';

type Schema = z.ZodMiniType;
// Optional members of a route read as `S | undefined`; a schema that is there is never undefined.
type Given<S> = [NonNullable<S>] extends [never] ? undefined : NonNullable<S>;
export type Out<S> = Given<S> extends Schema ? z.output<Given<S>> : undefined;
export type In<S> = Given<S> extends Schema ? z.input<Given<S>> : undefined;

export interface Route<
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
> {
  /** Unique; the name of the use case and of its file. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Roles that may call; `everyone` includes guests. */
  readonly roles: readonly Role[];
  /**
   * What an operator must hold at the site it speaks for: `notice.write`. A route with a right is for `operators` alone and lies
   * under `/api/admin/`; one that lies there without a right does not start. `ENTRY_RIGHT` and `OWN_RIGHT` are the two that nobody grants.
   */
  readonly right?: string;
  /** What it changes belongs to the installation: the right counts only where it is held at all sites. */
  readonly everywhere?: boolean;
  readonly summary: { readonly ko: string; readonly en: string };
  readonly query?: Q;
  readonly body?: B;
  /** Shape of `data` in the success envelope. */
  readonly reply: R;
  /** Error codes it may answer beyond the common ones. */
  readonly codes?: readonly string[];
  /** It moves money or an order: takes Idempotency-Key and counts against the member's order rate. */
  readonly money?: boolean;
  /** As how many it counts against that rate, where one call holds several orders; else as one. */
  ordersIn?(body: Out<B>): number;
  /** Members may call it over their socket too: SEND to its path, answered on `/user/queue/reply`. */
  readonly overSocket?: boolean;
  /** Takes one file as multipart/form-data (field `file`) instead of JSON. */
  readonly upload?: { readonly maxBytes: number };
  /** Answers the bytes of a file instead of JSON. */
  readonly download?: boolean;
  /** Rarely changed and nobody's own: answered with an ETag, so that who has it is told 304. Only for GET. */
  readonly etag?: boolean;
  /** A read of operators whose refusals are written into the audit log, as those of changes are. */
  readonly auditsRefusals?: boolean;
  /** Names a member in its body and is meant for one that has left too; every other change of one is refused with MEMBER_LEFT. */
  readonly ofLeft?: boolean;
  /** Answered outside the `{status, data}` envelope as plain JSON (`/fee.json`). */
  readonly bare?: boolean;
}

/** Where operators' calls lie, and nothing else. */
export const DESK_PATH = '/api/admin/';
/** On the way in: without a session. */
export const ENTRY_RIGHT = 'desk.enter';
/** About the caller alone: any operator with a session. */
export const OWN_RIGHT = 'desk.own';

export function defineRoute<R extends Schema, Q extends Schema | undefined = undefined, B extends Schema | undefined = undefined>(
  route: Route<Q, B, R>,
): Route<Q, B, R> {
  return route;
}

/** Success envelope on the wire. Replies of commands carry the engine's sequence. */
export interface Success<T> {
  status: 'success';
  data: T;
  sequence?: number;
}
/** Failure envelope: `message` is ready to show in the language asked for. */
export interface Failure {
  status: 'fail';
  code: string;
  message: string;
  data?: { field?: string; [more: string]: unknown };
}
