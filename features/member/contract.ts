// Who is a member, which account it has in the engine and how it stands: what every feature that keeps something of members asks.
import { everyone, members, type Role } from '@maru/kit/contract/role.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SqlWriter } from '@maru/kit/contract/sql-writer.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { z } from 'zod/mini';

export {
  type DataOwner,
  type LeavingPart,
  leavingParts,
  type MemberData,
  memberData,
  type Obstacle,
  ownRowsOf,
  plainRows,
} from './kept-rows.ts';

/** DENY: blocked by an operator. WAIT: signed up, not yet approved. LEFT: has left for good. */
export const memberStatuses = ['ACTIVE', 'WAIT', 'DENY', 'LEFT'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** Who has which account in the engine; answers from memory. */
export interface MemberDirectory {
  /** The engine's account of a member of this site. */
  accountOf(site: number, member: number): number | undefined;
  /** The member behind an engine account of this site. */
  memberOf(site: number, account: number): number | undefined;
  /** By username, case does not matter. */
  findMember(site: number, username: string): Promise<{ member: number; account: number } | undefined>;
}
/** Provided by member. */
export const memberDirectory = serviceKey('member.directory').of<MemberDirectory>();

/** The directory knows it from here on; told by whoever makes members, once the row stands. Provided by member. */
export type MemberJoined = (site: number, member: number, account: number) => void;
export const memberJoined = serviceKey('member.joined').of<MemberJoined>();

/** Who somebody is, for lists of other features. */
export interface MemberCard {
  username: string;
  nick: string;
  status: string;
}
/** Provided by member; those of another site are left out. */
export type MemberCards = (site: number, members: readonly number[]) => Promise<ReadonlyMap<number, MemberCard>>;
export const memberCards = serviceKey('member.cards').of<MemberCards>();

/** A member that may act now, without a login of its own: by a key, or by a plan that goes on in its absence. */
export interface ActingMember {
  username: string;
  role: Role;
  status: MemberStatus;
}
/** What of a member's row says how it stands. */
export interface StandingRow {
  username: string;
  role: Role;
  status: MemberStatus;
  locked_at: Date | null;
  excluded_until: Date | null;
}
/**
 * Asked anew by whatever acts for a member: throws ACCOUNT_DENIED, ACCOUNT_LOCKED or ACCOUNT_EXCLUDED for one that is shut out,
 * TOKEN_INVALID for nobody of this site. One that waits to be let in is answered with its status. `row`: who has just read it gives
 * it along, and it is not read again. Provided by member.
 */
export type ActingMemberOf = (site: SiteConfig, member: number, row?: StandingRow) => Promise<ActingMember>;
export const actingMember = serviceKey('member.acting').of<ActingMemberOf>();

/**
 * Where mails go that a member asks for: `mail` is its address if that was proven. Nobody who is blocked, locked or has shut itself out
 * is reachable. Provided by member.
 */
export type ProvenMailOf = (site: number, member: number) => Promise<{ isReachable: boolean; mail: string | undefined }>;
export const provenMailOf = serviceKey('member.provenMail').of<ProvenMailOf>();

/**
 * Within a transaction that promises something to a member: throws ACCOUNT_LEAVING for one that has left or is about to. What was
 * promised before stands and is seen by whoever checks the member out; nothing slips in between. An operator is told MEMBER_LEFT of
 * one that has left.
 */
export type RefuseLeaving = (sql: SqlWriter, site: number, account: number, by?: 'OPERATOR') => Promise<void>;
/** Provided by member. */
export const refuseLeaving = serviceKey('member.refuseLeaving').of<RefuseLeaving>();

/** Accounts that the same person had on this site before, oldest first: what is given once to a person was given to them too. */
export type FormerAccounts = (sql: SqlWriter, site: number, account: number) => Promise<readonly number[]>;
/** Provided by member. */
export const formerAccounts = serviceKey('member.formerAccounts').of<FormerAccounts>();

/** Somebody of a site that money may be sent to, or not: whoever tells a stranger the one from the other tells it who is a member. */
export interface Receiver {
  member: number;
  account: number;
  /** As the bureau or the sign-up has it: shown masked. */
  name: string;
  /** False: blocked, locked, excluded, leaving, left, or not let in yet. */
  mayReceive: boolean;
}
export interface Receivers {
  /** By username, phone number or proven address; undefined: nobody, or more than one. */
  find(site: number, text: string): Promise<Receiver | undefined>;
  at(site: number, account: number): Promise<Receiver | undefined>;
}
/** Provided by member. */
export const receivers = serviceKey('member.receivers').of<Receivers>();

/** What is told to a member among its messages here. */
export interface MemberMessage {
  site: number;
  member: number;
  kind: 'NOTICE' | 'TRADE' | 'WALLET' | 'SECURITY' | 'BENEFIT';
  title: { ko: string; en: string };
  content: { ko: string; en: string };
  /** A page of this site. */
  link?: string;
}
/** Provided by message; used inside no transaction. */
export const memberBox = serviceKey('member.box').of<{ send(message: MemberMessage): Promise<void> }>();

/** `en` beside it where the text says more than the specification's. */
const text = z.object({ message: z.string(), en: z.optional(z.string()) });
const own = (name: string, ko: string, en: string) =>
  defineTopic({ name, destination: `/user/queue/${name}`, roles: members, summary: { ko, en }, message: text });

/** Text for an alert titled notice. */
export const errorQueue = own('error', '알림창으로 보여 줄 오류', 'Error text to show in an alert');
export const logErrorQueue = own('log_error', '경고 토스트', 'Warning toast');
export const messageQueue = own('message', '메시지', 'A message to the member');
export const newMessageQueue = own('new_message', '새 메시지 알림', 'Notice of a new message');
/** The connection ends after this; the text is the specification's. */
export const forceLogoutQueue = own('force_logout', '강제 로그아웃', 'Forced logout');
export const pongQueue = defineTopic({
  name: 'pong',
  destination: '/user/queue/pong',
  roles: everyone,
  summary: { ko: '핑 응답', en: 'Answer to /ping, with server time' },
  message: z.object({ time: z.number() }),
});

export const memberTopics = [errorQueue, logErrorQueue, messageQueue, newMessageQueue, forceLogoutQueue, pongQueue] as const;
