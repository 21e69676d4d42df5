// Members as operators find, read and treat them; every call is about the chosen site alone.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import { id, idText, isoTime, pageQuery } from '@maru/kit/contract/wire.ts';
import { memberStatuses } from '@maru/member/contract.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import { z } from 'zod/mini';
import { device, loginResults, openLoginRow } from './profile-contract.ts';

export { loginDeviceOf, memberLoginsOf, type MemberProtection, memberProtectionOf, operatorsBehind } from './standing-contract.ts';

/** Why something is done to a member: stands in the audit log and in the member's file. */
export const actReason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));
const playerId = id;

export const memberSorts = ['joined', 'seen', 'username', 'nick'] as const;

/** What a list of members is narrowed by. */
export const memberFilters = {
  /** Start of username or nickname; an id; a partner's code; a whole name. What is masked: a whole e-mail or phone number, its last four digits. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  status: z.optional(z.enum(memberStatuses)),
  startDate: pageQuery.startDate,
  endDate: pageQuery.endDate,
  /** Seen within so many days; 0: not for 30 days. */
  seen: z.optional(z.enum(['1', '7', '30', '0'])),
  hasPosition: z.optional(z.enum(['true'])),
};

export const deskMember = z.object({
  id: z.number(),
  username: z.string(),
  nick: z.string(),
  name: z.string(),
  /** Masked, as everywhere. */
  phone: z.string(),
  status: z.enum(memberStatuses),
  isLocked: z.boolean(),
  joinedAt: isoTime,
  seenAt: z.nullable(isoTime),
  partner: z.nullable(z.object({ id: z.number(), code: z.string(), name: z.string() })),
});
export type DeskMember = z.output<typeof deskMember>;

/** `cursor`: `next` of the page before. `total` counts up to 10,000. */
export const listMembers = defineRoute({
  name: 'listMembers',
  method: 'GET',
  path: '/api/admin/member/list',
  roles: operators,
  right: 'member.read',
  summary: { ko: '회원 찾기', en: 'Find members of this site' },
  query: z.object({
    ...memberFilters,
    sort: z.optional(z.enum(memberSorts)),
    isUp: z.optional(z.enum(['true'])),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    size: pageQuery.size,
  }),
  reply: z.object({ content: z.array(deskMember), next: z.nullable(z.string()), total: z.number() }),
  auditsRefusals: true,
  codes: ['SEARCH_SPENT', 'LOOKS_SPENT'],
});

export const EXPORT_ROWS = 1000;

/** What is taken away: who, why and how many stands in the audit log; so many rows a time and day. */
export const exportMembers = defineRoute({
  name: 'exportMembers',
  method: 'POST',
  path: '/api/admin/member/export',
  roles: operators,
  right: 'member.export',
  summary: { ko: '회원 목록 내려받기', en: 'Members as CSV, with a reason' },
  body: z.object({ ...memberFilters, reason: actReason }),
  reply: z.object({ name: z.string(), csv: z.string(), rows: z.number() }),
  codes: ['EXPORT_LIMIT', 'EXPORT_SPENT', 'SEARCH_SPENT'],
});

/** What somebody may look into, noticed by itself. */
export const signalKinds = ['FAILED_ELSEWHERE', 'SAME_DEVICE', 'SAME_ADDRESS', 'SECURITY_CHANGED', 'LOGIN_LOCKED'] as const;
export const memberSignal = z.object({
  kind: z.enum(signalKinds),
  at: z.nullable(isoTime),
  count: z.number(),
  /** An address, or what was changed. */
  detail: z.string(),
  members: z.array(z.object({ id: z.number(), username: z.string() })),
});
export type MemberSignal = z.output<typeof memberSignal>;

export const memberFile = z.object({
  member: z.object({
    ...deskMember._zod.def.shape,
    email: z.string(),
    account: z.number(),
    isVerified: z.boolean(),
    lockedAt: z.nullable(isoTime),
    settingsLockedUntil: z.nullable(isoTime),
    passwordChangedAt: z.nullable(isoTime),
    totpSince: z.nullable(isoTime),
    passkeys: z.number(),
    openLogins: z.number(),
    bankInfo: z.nullable(z.string()),
    excludedUntil: z.nullable(isoTime),
    leftAt: z.nullable(isoTime),
    /** Of a member that left: whether its identity is still kept. */
    isIdentityKept: z.boolean(),
  }),
  /** Set by the member for itself: nobody loosens them. Amounts a day in `currency`; null: minutes. */
  ownLimits: z.array(z.object({ kind: z.string(), currency: z.nullable(z.string()), limit: z.string() })),
  /** Set by operators: USDT a day that may leave. */
  withdrawLimit: z.nullable(z.string()),
  hold: z.nullable(z.object({ until: z.nullable(isoTime), reason: z.string() })),
  /** From the top down, the member's own last. */
  partnerLine: z.array(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  signals: z.array(memberSignal),
});
export type MemberFile = z.output<typeof memberFile>;

export const readMember = defineRoute({
  name: 'readMember',
  method: 'GET',
  path: '/api/admin/member',
  roles: operators,
  right: 'member.read',
  summary: { ko: '회원 파일', en: 'One member’s file' },
  query: z.object({ playerId: idText }),
  reply: memberFile,
  auditsRefusals: true,
  codes: ['NOT_FOUND', 'LOOKS_SPENT'],
});

/** The last three only of a member that left: of the others they are shown, or in the file. */
export const revealedFields = ['phone', 'email', 'bankInfo', 'username', 'name', 'birthDate'] as const;
export const revealMember = defineRoute({
  name: 'revealMember',
  method: 'POST',
  path: '/api/admin/member/reveal',
  roles: operators,
  right: 'member.reveal',
  ofLeft: true,
  summary: { ko: '가린 정보 보기', en: 'Show one masked field; each time is written down' },
  body: z.object({ playerId, field: z.enum(revealedFields) }),
  reply: z.object({ value: z.string() }),
  codes: ['NOT_FOUND', 'REVEAL_SPENT'],
});

export const listMemberLogins = defineRoute({
  name: 'listMemberLogins',
  method: 'GET',
  path: '/api/admin/member/logins',
  roles: operators,
  right: 'member.read',
  summary: { ko: '회원의 로그인', en: 'A member’s open logins and tries' },
  query: z.object({ playerId: idText, before: z.optional(idText) }),
  reply: z.object({
    open: z.array(z.omit(openLoginRow, { isThis: true })),
    tries: z.array(z.object({ id: z.number(), at: isoTime, ip: z.string(), device, result: z.enum(loginResults), isNew: z.boolean() })),
    next: z.nullable(z.number()),
  }),
  codes: ['NOT_FOUND', 'LOOKS_SPENT'],
});

export const noteKinds = ['NOTE', 'ACT'] as const;
export const memberNote = z.object({
  id: z.number(),
  kind: z.enum(noteKinds),
  /** NOTE: what was written. ACT: the name of the call, with its reason in `text`. */
  act: z.nullable(z.string()),
  text: z.string(),
  author: z.nullable(z.string()),
  at: isoTime,
});
export type MemberNote = z.output<typeof memberNote>;

export const listMemberNotes = defineRoute({
  name: 'listMemberNotes',
  method: 'GET',
  path: '/api/admin/member/notes',
  roles: operators,
  right: 'member.read',
  summary: { ko: '메모와 처리 기록', en: 'Notes about a member and what was done' },
  query: z.object({ playerId: idText, before: z.optional(idText) }),
  reply: z.object({ content: z.array(memberNote), next: z.nullable(z.number()) }),
  codes: ['NOT_FOUND', 'LOOKS_SPENT'],
});

export const addMemberNote = defineRoute({
  name: 'addMemberNote',
  method: 'POST',
  path: '/api/admin/member/note',
  roles: operators,
  right: 'member.note',
  ofLeft: true,
  summary: { ko: '메모 남기기', en: 'Add a note; it stays' },
  body: z.object({ playerId, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
  reply: memberNote,
  codes: ['NOT_FOUND'],
});

/** Accounts with an open position. Provided by whoever keeps positions. */
export type AccountsWithPositions = (site: number) => Promise<readonly number[]>;
export const accountsWithPositions = serviceKey('account.accountsWithPositions').of<AccountsWithPositions>();

/** Writes the mail about a sign-up that was approved or refused, in the caller's transaction. Provided by account. */
export type SignUpDecided = (sql: Writer, site: number, member: number, decision: 'APPROVE' | 'REFUSE', reason: string) => Promise<void>;
export const signUpDecided = serviceKey('account.signUpDecided').of<SignUpDecided>();

/** Something was done to a member by another feature: it stands in its file too. Provided by account. */
export type NoteMemberAct = (
  call: { site: { id: number }; session: { member: number } | undefined },
  member: number,
  act: string,
  reason: string,
) => Promise<void>;
export const noteMemberAct = serviceKey('account.noteMemberAct').of<NoteMemberAct>();

/** Micro-USDT that operators let a member withdraw a day of the site's calendar; null = no such limit. */
export type WithdrawLimitOf = (site: number, member: number) => Promise<number | null>;
/** Provided by account; whoever pays out asks it. */
export const withdrawLimitOf = serviceKey('account.withdrawLimitOf').of<WithdrawLimitOf>();

/** Partners above a member, its own among them. */
export type PartnersAbove = (site: number, member: number) => Promise<readonly number[]>;
/** Provided by account. */
export const partnersAbove = serviceKey('account.partnersAbove').of<PartnersAbove>();
