// The desk of the installation's operators: log-in and who one is, what waits, live notes, and how other features ask for a second person.
import { everyone, operators } from '@maru/kit/contract/role.ts';
import { defineRoute, ENTRY_RIGHT, OWN_RIGHT } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import type { SqlWriter as Writer } from '@maru/kit/contract/sql-writer.ts';
import { z } from 'zod/mini';
import type { ExportSource } from './admin-contract.ts';

export type { SqlWriter as Writer } from '@maru/kit/contract/sql-writer.ts';

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const secret = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** A session is a name that only this browser holds: no refresh, and a call within `idleMs` keeps it. */
export const deskSession = z.object({
  accessToken: z.string(),
  /** Without a call for so long it ends. */
  idleMs: z.number(),
  /** It ends here whatever happens. */
  endsAt: isoTime,
});
export type DeskSession = z.output<typeof deskSession>;

/** CODE: the second factor is asked for. ENROL: there is none yet, and without one nobody gets in. */
export const loginStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('DONE'), session: deskSession }),
  z.object({ step: z.literal('CODE'), challenge: z.string(), expiresIn: z.number() }),
  z.object({
    step: z.literal('ENROL'),
    challenge: z.string(),
    expiresIn: z.number(),
    /** For typing, and `otpauth:` for a QR code. */
    secret: z.string(),
    uri: z.string(),
  }),
]);
export type LoginStep = z.output<typeof loginStep>;

/** The same answer for an unknown name, a wrong password and a locked operator. */
export const deskLogin = defineRoute({
  name: 'deskLogin',
  method: 'POST',
  path: '/api/admin/login',
  roles: everyone,
  right: ENTRY_RIGHT,
  summary: { ko: '운영자 로그인', en: 'Log in as an operator: first step' },
  body: z.object({ username: text(40), password: secret(128) }),
  reply: loginStep,
  codes: ['DESK_LOGIN_FAILED', 'TOO_MANY_LOGINS', 'DESK_ADDRESS'],
});

export const deskSecondStep = defineRoute({
  name: 'deskSecondStep',
  method: 'POST',
  path: '/api/admin/login/code',
  roles: everyone,
  right: ENTRY_RIGHT,
  summary: { ko: '운영자 2단계 인증', en: 'Second step: six digits of the app, or a recovery code' },
  body: z.object({ challenge: secret(64), code: secret(20) }),
  reply: deskSession,
  codes: ['DESK_CHALLENGE', 'DESK_CODE_WRONG', 'TOO_MANY_LOGINS', 'DESK_ADDRESS'],
});

export const deskEnrol = defineRoute({
  name: 'deskEnrol',
  method: 'POST',
  path: '/api/admin/login/enrol',
  roles: everyone,
  right: ENTRY_RIGHT,
  summary: { ko: '운영자 2단계 인증 등록', en: 'Confirm the new authenticator app; its recovery codes are shown this once' },
  body: z.object({ challenge: secret(64), code: secret(20) }),
  reply: z.object({ session: deskSession, recoveryCodes: z.array(z.string()) }),
  codes: ['DESK_CHALLENGE', 'DESK_CODE_WRONG', 'TOO_MANY_LOGINS', 'DESK_ADDRESS'],
});

/** What a one-time link (`/admin/setup#<token>`) leads to: whose it is, and their own password. */
export const deskSetup = defineRoute({
  name: 'deskSetup',
  method: 'POST',
  path: '/api/admin/setup',
  roles: everyone,
  right: ENTRY_RIGHT,
  summary: { ko: '운영자 비밀번호 정하기', en: 'Set one’s own password by a one-time link; then log in' },
  body: z.object({ token: secret(64), password: z.string().check(z.minLength(12), z.maxLength(128)) }),
  reply: z.object({ username: z.string() }),
  codes: ['DESK_SETUP_USED', 'DESK_PASSWORD_WEAK', 'TOO_MANY_LOGINS', 'DESK_ADDRESS'],
});

const deskSite = z.object({
  id: z.number(),
  code: z.string(),
  name: z.object({ ko: z.string(), en: z.string() }),
  timeZone: z.string(),
  logo: z.string(),
  /** Every right held there, by its full name. */
  rights: z.array(z.string()),
});
export const deskSelf = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  /** Sites where something was granted, by id; the first is a fair choice to begin with. */
  sites: z.array(deskSite),
  /** Rights held at all sites, by their full names: what belongs to the installation wants these. */
  everywhere: z.array(z.string()),
  idleMs: z.number(),
  endsAt: isoTime,
  /** `isForced` everywhere but in the demo, where nobody is asked for one. */
  secondFactor: z.object({ isOn: z.boolean(), isForced: z.boolean(), recoveryLeft: z.number() }),
  lastLoginAt: z.nullable(isoTime),
});
export type DeskSelf = z.output<typeof deskSelf>;

/** Asked at the start of a page, and again when the socket has come back: a change of rights ends it. Right OWN: any operator with a session, about itself alone. */
export const getDeskSelf = defineRoute({
  name: 'getDeskSelf',
  method: 'GET',
  path: '/api/admin/me',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '나와 내 권한', en: 'Who I am and what I may do where' },
  reply: deskSelf,
});

const done = z.object({ done: z.literal(true) });

export const deskLogout = defineRoute({
  name: 'deskLogout',
  method: 'POST',
  path: '/api/admin/logout',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '운영자 로그아웃', en: 'End this session' },
  reply: done,
});

export const deskLoginRow = z.object({
  id: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: isoTime,
  lastCallAt: isoTime,
  isCurrent: z.boolean(),
});
export const listDeskSessions = defineRoute({
  name: 'listDeskSessions',
  method: 'GET',
  path: '/api/admin/me/sessions',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '내 세션', en: 'My open sessions' },
  reply: z.array(deskLoginRow),
});

export const endDeskSessions = defineRoute({
  name: 'endDeskSessions',
  method: 'POST',
  path: '/api/admin/me/sessions/end',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '다른 곳에서 로그아웃', en: 'End one of my sessions, or all but this one' },
  body: z.object({ id: z.optional(secret(64)) }),
  reply: z.object({ count: z.number() }),
  codes: ['NOT_FOUND'],
});

export const changeDeskPassword = defineRoute({
  name: 'changeDeskPassword',
  method: 'POST',
  path: '/api/admin/me/password',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '운영자 비밀번호 변경', en: 'Change my password; my other sessions end' },
  body: z.object({ currentPassword: secret(128), password: z.string().check(z.minLength(12), z.maxLength(128)) }),
  reply: done,
  codes: ['DESK_PASSWORD_WRONG', 'DESK_PASSWORD_WEAK', 'TOO_MANY_LOGINS'],
});

export const renewDeskRecovery = defineRoute({
  name: 'renewDeskRecovery',
  method: 'POST',
  path: '/api/admin/me/recovery',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '복구 코드 다시 만들기', en: 'New recovery codes in place of the old ones' },
  body: z.object({ currentPassword: secret(128) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  codes: ['DESK_PASSWORD_WRONG', 'DESK_FACTOR_NONE', 'TOO_MANY_LOGINS'],
});

export const waitingRow = z.object({
  /** `approval`, `contact`, …: as its feature registered it. */
  kind: z.string(),
  count: z.number(),
  /** When the longest waiting one came. */
  since: z.nullable(isoTime),
});
/** For the nav's badges and the dashboard's queues; kinds whose right one lacks are left out. */
export const getDeskWaiting = defineRoute({
  name: 'getDeskWaiting',
  method: 'GET',
  path: '/api/admin/waiting',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '기다리는 일', en: 'What waits at this site, counted by kind' },
  reply: z.array(waitingRow),
});

/**
 * Live notes for operators of a site, without a line of anybody's data: what they are about is fetched anew. `WAITING`: a queue
 * has another length (`kind`). `APPROVAL`: a request was made, taken or decided (`id`). `CHANGED`: `kind` names what.
 * Subscribing wants any right at the site named by its code; rights that change end the socket, and the page connects anew.
 */
export const deskTopic = defineTopic({
  name: 'desk',
  destination: '/topic/desk/{siteCode}',
  roles: operators,
  summary: { ko: '운영자 알림', en: 'What changed for the operators of a site' },
  message: z.object({ type: z.enum(['WAITING', 'APPROVAL', 'CHANGED']), kind: z.string(), id: z.optional(z.number()) }),
});

interface Words {
  ko: string;
  en: string;
}

/** As it was asked. */
export interface AskedRequest {
  id: number;
  kind: string;
  site: number;
  target: string;
  payload: unknown;
  /** As they were shown when it was asked. */
  before: unknown;
  after: unknown;
  reason: string;
  /** Operators, by id. */
  askedBy: number;
}

/** And by whom it is decided. */
export interface ApprovedRequest extends AskedRequest {
  decidedBy: number;
  /** Names this request for the engine: a second try with it finds the first one's answer. */
  requestKey: string;
}

/** What is true now, and would be then. A decision is bound to `bound`, else to both: when it changed, it is asked again. */
export interface LiveValues {
  before: unknown;
  after: unknown;
  bound?: unknown;
}

/** What became of a request that was agreed to, as the engine answered: never as it was asked. */
export interface Outcome {
  outcome: 'APPLIED' | 'PARTLY' | 'FAILED';
  /** Sequences, figures: what was really done. */
  result?: unknown;
  /** Code of the refusal, where something was not done. */
  fault?: string;
}

/** Another person's yes makes it happen. `C` is the server's AppContext. */
export interface ApprovalKind<C> {
  kind: string;
  name: Words;
  /** Who may decide, beside the right to approve at all; `everywhere`, as its route says: only who holds it at all sites. */
  right: string;
  everywhere?: boolean | undefined;
  /** Read anew for every look at a waiting request and for the decision. A Refusal: it cannot be agreed to as things stand, and why. */
  live?(context: C, sql: Writer, request: AskedRequest): Promise<LiveValues>;
  /** Throws a Refusal where this operator may not take or decide it, whatever its rights: it is about itself. */
  unfit?(context: C, sql: Writer, request: AskedRequest, operator: number): Promise<void>;
  /**
   * Inside the transaction that notes the decision: once, however often it is pressed. It does what SQL can do, and nothing else: what
   * leaves SQL belongs into `finish`. A Refusal leaves the request waiting.
   */
  apply(context: C, client: Writer, request: ApprovedRequest): Promise<{ after?: unknown } | undefined | void>;
  /**
   * Of kinds that command the engine: behind the commit, and again (`isAgain`: the engine may have forgotten `requestKey`) until it
   * answers; applied once all the same. What it answers is the request's outcome and a line of the log; a Refusal is a failure.
   */
  finish?(context: C, request: ApprovedRequest, isAgain: boolean): Promise<Outcome>;
  /** In the transaction in which it is turned down or withdrawn: what waited for a yes waits no more. */
  declined?(context: C, client: Writer, request: AskedRequest): Promise<void>;
  /** After the decision is committed: mails, sockets, nothing that counts. A fault here is logged. */
  after?(context: C, request: ApprovedRequest): Promise<void>;
}

export interface ApprovalAsk {
  kind: string;
  site: number;
  /** `member:17`. */
  target: string;
  summary: Words;
  /** What `apply` needs; what is shown before the yes is `before` and `after`. */
  payload: unknown;
  before: unknown;
  after: unknown;
  reason: string;
}

/** What asks: the operator's own call. */
export interface AskingCall {
  readonly session: { readonly member: number; readonly username: string } | undefined;
  readonly ip: string;
  readonly requestId: string;
  readonly requestKey?: string | undefined;
  readonly body?: unknown;
}

/** Provided by operator. */
export interface Approvals {
  register<C>(kind: ApprovalKind<C>): void;
  /**
   * Writes the request, and its line in the audit log, in the caller's transaction; answers its id. After the commit the caller
   * throws `new Refusal('APPROVAL_REQUIRED', { requestId })`. The very same request once more is refused with that of the first, and
   * leaves no trace: a second one for the same, agreed to as well, would be done twice.
   */
  ask(call: AskingCall, client: Writer, ask: ApprovalAsk): Promise<number>;
}
export const approvals = serviceKey('operator.approvals').of<Approvals>();

/** A queue whose length operators see: `right` opens it, `count` is asked for one site. */
export interface WaitingKind {
  kind: string;
  right: string;
  count(site: number): Promise<{ count: number; since: Date | null }>;
  /** Counts what is not the site's alone: left out where sites are added up. */
  isShared?: boolean;
}
/** A row that a number stands for. */
export interface FoundRow {
  kind: 'MEMBER' | 'ORDER' | 'POSITION' | 'LEDGER' | 'BET' | 'REQUEST';
  site: number;
  number: string;
  playerId: number | null;
  username: string;
}
/** What finds rows by their number at these sites, where the caller holds `right`. */
export interface NumberFinder {
  right: string;
  find(sites: readonly number[], number: number): Promise<FoundRow[]>;
}
/** Provided by operator. */
export interface Desk {
  register(kind: WaitingKind): void;
  registerFinder(finder: NumberFinder): void;
  registerExport(source: ExportSource): void;
  /** Tells a site's operators that a queue has another length, or that `kind` changed. */
  tell(site: number, note: { type: 'WAITING' | 'APPROVAL' | 'CHANGED'; kind: string; id?: number }): void;
}
export const desk = serviceKey('operator.desk').of<Desk>();

/** Provided by operator: who somebody was, for lists that hold ids. */
export interface OperatorNames {
  /** Within a transaction `sql` is its client. */
  of(ids: readonly number[], sql?: Writer): Promise<ReadonlyMap<number, { username: string; name: string }>>;
}
export const operatorNames = serviceKey('operator.operatorNames').of<OperatorNames>();

export const groupMoney = z.object({
  /** USDT: deposits, withdrawals, and their difference; what the house earned less what it gave. */
  into: decimal,
  out: decimal,
  net: signedDecimal,
  result: signedDecimal,
  /** The same of the BINARY wallet's currency where it is another: never changed into USDT. */
  other: z.nullable(z.object({ currency: z.string(), net: signedDecimal, result: signedDecimal })),
  /** All that the house's accounts were changed by is in the sheet. */
  isProven: z.boolean(),
});
export type GroupMoney = z.output<typeof groupMoney>;

export const groupExposure = z.object({
  gross: decimal,
  limit: z.nullable(decimal),
  /** Percent of the tightest limit, the site's or a symbol's; null without one. */
  use: z.nullable(z.number()),
  isOver: z.boolean(),
});
export type GroupExposure = z.output<typeof groupExposure>;
export type ReadGroupMoney = (site: SiteConfig, days: number) => Promise<GroupMoney>;
/** Provided by whoever keeps the ledger; wants `ledger.read`. */
export const readGroupMoney = serviceKey('operator.groupMoney').of<ReadGroupMoney>();
export type ReadGroupExposure = (site: SiteConfig) => Promise<GroupExposure>;
/** Provided by whoever keeps positions; wants `futures.read`. */
export const readGroupExposure = serviceKey('operator.groupExposure').of<ReadGroupExposure>();
