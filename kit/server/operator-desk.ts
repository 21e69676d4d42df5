// What the HTTP gateway asks of whoever keeps the operators: may this one do this here, and one line in the audit log.
import { createHash } from 'node:crypto';
import { serviceKey } from '../contract/service.ts';
import { DESK_PATH, ENTRY_RIGHT, OWN_RIGHT, type Route } from '../contract/route.ts';
import type { SiteConfig } from '../contract/site-config.ts';
import type { SqlWriter } from '../contract/sql-writer.ts';
import type { BoundRoute, Session } from './feature.ts';

export type { SqlWriter } from '../contract/sql-writer.ts';

/** An operator at the gateway. */
export interface DeskVisit {
  token: string;
  route: Route;
  /** Where it speaks for: the site of its header, else of the host; undefined when it named one that is not there. */
  site: SiteConfig | undefined;
  ip: string;
  userAgent: string;
  /** The browser's own name, which it got at its first way in; a client without cookies has none. */
  device: string | undefined;
  requestId: string;
  /** No person made this call (a page that fetches anew by itself): it does not keep the session awake. */
  isUnattended: boolean;
}

export interface AuditNote {
  /** What it was done to: `member:17`. */
  target: string;
  before?: unknown;
  after?: unknown;
  reason?: string;
}
/** One line of the log, with who and where. */
export interface AuditLine extends AuditNote {
  /** undefined: on the way in, nobody yet. Without an id: the machine's own hand. */
  operator: { id: number | null; username: string } | undefined;
  site: number | undefined;
  /** Name of the call. */
  action: string;
  right: string;
  /** undefined = done; else the code of the refusal. */
  refusal?: string;
  ip: string;
  requestId: string;
}

/** What a call, or the decision of a request, wants of whoever makes it. */
export interface NeededRight {
  readonly right: string;
  /** Held at all sites: what it changes belongs to the installation. */
  readonly everywhere?: boolean | undefined;
}

export interface OperatorDesk {
  /** Throws Refusal, having written it down where the caller is known: TOKEN_…, NOT_FOUND for a site without any grant, NO_PERMISSION. */
  admit(visit: DeskVisit): Promise<Session>;
  /** The session of a socket, which belongs to no site; undefined when the token is none, or may not be used from there. */
  recognise(token: string, ip: string): Promise<Session | undefined>;
  /** Which of these sessions, as `recognise` told them, still go on. */
  living(sessions: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether the session holds any right at the site; for topics, which cannot wait. */
  mayHear(session: Session, site: number): boolean;
  /** Whether an operator may work and holds a right at a site now: for calls whose right depends on what they are asked, and for what goes on without a session. Within a transaction `sql` is its client. */
  holds(operator: number, site: number, right: string, sql?: SqlWriter): Promise<boolean>;
  /** How many persons (not accounts) may decide what asks for this right at a site; `everywhere` as of a route. */
  deciders(site: number, needed: NeededRight, sql?: SqlWriter): Promise<number>;
  /** The operators' routes of this installation: their names, and the rights that somebody can be granted. */
  know(routes: readonly Route[]): void;
  write(line: AuditLine, client?: SqlWriter): Promise<void>;
  /** What was written is committed: pages that show the targets may ask anew. */
  done(site: number, targets: readonly string[]): void;
}
export const operatorDesk = serviceKey('kit.operatorDesk').of<OperatorDesk>();

/** Names a browser that has been at the desk, whichever accounts log in with it. */
export const DEVICE_COOKIE = 'maru_desk_device';
const DEVICE = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([A-Za-z0-9_-]{20,64})(?:;|$)`);

export const deviceOf = (cookies: string | undefined): string | undefined =>
  cookies === undefined ? undefined : DEVICE.exec(cookies)?.[1];

/** As it is kept: a row opens no browser. */
export const deviceHash = (device: string): string => createHash('sha256').update(device).digest('base64url');

/** Operators' tokens begin with it: members' never do. */
export const DESK_TOKEN = 'desk_';

export const isDeskPath = (path: string): boolean => path.startsWith(DESK_PATH);

/** Deny by default: what is wrong with the right of a route, if anything. */
export function rightFault({ route, isAudited }: Pick<BoundRoute, 'route' | 'isAudited'>): string | undefined {
  const { name, path, right, roles, method, everywhere } = route;
  if (everywhere === true && (right === undefined || !isGrantable(right)))
    return `route ${name} is of all sites and names no right to grant`;
  if (right === undefined) return isDeskPath(path) ? `route ${name} lies under ${DESK_PATH} and names no right` : undefined;
  if (!isDeskPath(path)) return `route ${name} names a right and does not lie under ${DESK_PATH}`;
  if (right === ENTRY_RIGHT) return roles.includes('guest') ? undefined : `route ${name} is a way in and shuts guests out`;
  if (right !== OWN_RIGHT && !/^[a-z][a-z-]*\.[a-z][a-z-]*$/.test(right)) return `route ${name}: a right is <thing>.<verb>, not ${right}`;
  if (method === 'POST' && isAudited !== true) return `route ${name} changes something and is not bound by handleOperator`;
  return roles.length === 1 && roles[0] === 'operator' ? undefined : `route ${name} names a right and roles beside operator`;
}

/** Those whose right somebody can be granted. */
export const isGrantable = (right: string): boolean => right !== ENTRY_RIGHT && right !== OWN_RIGHT;
