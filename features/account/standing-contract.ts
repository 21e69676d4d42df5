// What other features judge a member by before money leaves: how well it is known, how it is protected, from where it logs in.
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SqlWriter } from '@maru/kit/contract/sql-writer.ts';
import type { DeviceName } from './profile-contract.ts';

export interface MemberProtection {
  joinedMs: number;
  /** A bureau has vouched for who it is. */
  isVerified: boolean;
  hasSecondFactor: boolean;
  hasWithdrawPassword: boolean;
}
/** Undefined: no member of this site. Provided by account. */
export type MemberProtectionOf = (site: number, member: number) => Promise<MemberProtection | undefined>;
export const memberProtectionOf = serviceKey('account.memberProtectionOf').of<MemberProtectionOf>();

export interface MemberLogin {
  atMs: number;
  ip: string;
  device: DeviceName;
  result: string;
  /** It never got in from that address before. */
  isNew: boolean;
}
/** Newest first; within a transaction `sql` is its client. Provided by account. */
export type MemberLoginsOf = (site: number, member: number, most: number, sql?: SqlWriter) => Promise<MemberLogin[]>;
export const memberLoginsOf = serviceKey('account.memberLoginsOf').of<MemberLoginsOf>();

export interface LoginDevice {
  /** Since when the member gets in from this kind of device. */
  sinceMs: number;
  /** It got in from another kind before. */
  hasOther: boolean;
}
/** Of one login by its family; undefined: it is no login of this member. Provided by account. */
export type LoginDeviceOf = (site: number, member: number, family: string) => Promise<LoginDevice | undefined>;
export const loginDeviceOf = serviceKey('account.loginDeviceOf').of<LoginDeviceOf>();

/** Operators that this member is itself (ADR 0085). Provided by account. */
export type OperatorsBehind = (sql: SqlWriter, site: number, member: number) => Promise<number[]>;
export const operatorsBehind = serviceKey('account.operatorsBehind').of<OperatorsBehind>();
