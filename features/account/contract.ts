// Becoming a member, logging in and out, and who one is: calls, and what other features may ask of an account.
import { everyone, members, roles } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { decimal } from '@maru/kit/contract/wire.ts';
import { memberStatuses } from '@maru/member/contract.ts';
import type { Writer } from '@maru/operator/contract.ts';
import { z } from 'zod/mini';
import { certificateKeyRule, emailRule, nameRule, nickRule, passwordRule, phoneRule, usernameRule } from './account-rules.ts';

export {
  birthDateOfMember,
  checkWithdrawPassword,
  depositedSince,
  keepOwnStop,
  type MemberNotice,
  notifyMember,
  provenSecondFactor,
  refuseOverDeposit,
  tradingResultSince,
  wantedInApp,
} from './member-choices.ts';
export { leavingMoney, type HeldMoney } from './leaving-contract.ts';
export { getOwnLimits, type OwnLimit } from './limits-contract.ts';
export { ownLimitFigures } from './own-limit-figures.ts';

/** One wallet as the specification shows it; amounts are decimal strings. */
export const walletSummary = z.object({
  type: z.string(),
  currency: z.string(),
  point: z.string(),
  gameWaitPoint: z.string(),
  /** Futures only; may be negative. */
  realPoint: z.optional(z.string()),
  pnl: z.optional(z.string()),
});
export type WalletSummary = z.output<typeof walletSummary>;

export const me = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  nick: z.string(),
  phone: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(memberStatuses),
  partnerId: z.nullable(z.number()),
  siteInfoId: z.number(),
  createdAt: z.string(),
  /** Keyed by wallet type: FUTURES, BINARY, USDT, … */
  wallet: z.record(z.string(), walletSummary),
});
export type Me = z.output<typeof me>;

/** The login answer of the specification; `expiresIn` in seconds. */
export const loginReply = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresIn: z.number(), user: me });
export type LoginReply = z.output<typeof loginReply>;

/** Either a username and password or a refresh token. */
export const login = defineRoute({
  name: 'login',
  method: 'POST',
  path: '/api/login',
  roles: everyone,
  summary: { ko: '로그인 또는 토큰 갱신', en: 'Log in by password, or renew tokens by refresh token' },
  body: z.object({
    username: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    refreshToken: z.optional(z.string().check(z.minLength(20), z.maxLength(200))),
    siteInfoId: z.optional(z.number()),
  }),
  reply: loginReply,
  codes: [
    'BAD_CREDENTIALS',
    'SECOND_FACTOR_REQUIRED',
    'ACCOUNT_DENIED',
    'ACCOUNT_LOCKED',
    'ACCOUNT_EXCLUDED',
    'PENDING_APPROVAL',
    'TOO_MANY_LOGINS',
    'TOKEN_REUSED',
    'TOKEN_EXPIRED',
  ],
});

export const logout = defineRoute({
  name: 'logout',
  method: 'POST',
  path: '/api/logout',
  roles: members,
  summary: { ko: '로그아웃', en: 'End this login on this device' },
  reply: z.object({ loggedOut: z.literal(true) }),
});

export const signUp = defineRoute({
  name: 'signUp',
  method: 'POST',
  path: '/api/player',
  roles: everyone,
  summary: { ko: '회원가입', en: 'Become a member of this site' },
  body: z.object({
    username: usernameRule,
    password: passwordRule,
    name: nameRule,
    nick: nickRule,
    phone: phoneRule,
    email: emailRule,
    /** The referring partner's public code or id, as `/api/partner/verify` knows it. */
    partnerId: z.optional(z.union([z.number().check(z.int(), z.positive()), z.string().check(z.maxLength(32))])),
    /** Free answers of the site's form, as JSON text of an object. */
    etcJson: z.optional(z.string().check(z.maxLength(4000))),
    bankInfo: z.optional(z.string().check(z.maxLength(200))),
    address: z.optional(z.string().check(z.maxLength(200))),
    /** Certificates of `verify_email` and `verify_phone`, for sites that ask for them. */
    emailKey: z.optional(certificateKeyRule),
    phoneKey: z.optional(certificateKeyRule),
    /** Of the identity window, for sites that ask who somebody is. */
    niceKey: z.optional(certificateKeyRule),
    siteInfoId: z.optional(z.number()),
  }),
  reply: z.object({
    id: z.number(),
    username: z.string(),
    status: z.enum(memberStatuses),
    /** Of a demo: USDT that the new member gets. */
    demoMoney: z.optional(decimal),
  }),
  codes: [
    'USERNAME_TAKEN',
    'NICK_TAKEN',
    'NAME_RESERVED',
    'PHONE_TAKEN',
    'NICK_IS_USERNAME',
    'PASSWORD_TOO_COMMON',
    'PARTNER_UNKNOWN',
    'PROOF_REQUIRED',
    'REGION_CLOSED',
    'TERMS_REQUIRED',
    'IDENTITY_DIFFERS',
    'PERSON_TAKEN',
    'PERSON_EXCLUDED',
    'LEFT_RECENTLY',
    'TOO_YOUNG',
  ],
});

export const getMe = defineRoute({
  name: 'getMe',
  method: 'GET',
  path: '/api/me',
  roles: members,
  summary: { ko: '내 정보', en: 'Who I am, with my wallets' },
  reply: me,
  codes: ['ACCOUNT_DENIED', 'ACCOUNT_LOCKED', 'ACCOUNT_EXCLUDED'],
});

export const checkUsername = defineRoute({
  name: 'checkUsername',
  method: 'GET',
  path: '/api/user/check_username',
  roles: everyone,
  summary: { ko: '아이디 중복 확인', en: 'Whether a username is free' },
  query: z.object({ username: usernameRule }),
  reply: z.object({ username: z.string(), available: z.boolean() }),
  codes: ['NAME_RESERVED'],
});

export const checkNick = defineRoute({
  name: 'checkNick',
  method: 'GET',
  path: '/api/user/check_nick',
  roles: everyone,
  summary: { ko: '닉네임 중복 확인', en: 'Whether a nickname is free' },
  query: z.object({ nick: nickRule }),
  reply: z.object({ nick: z.string(), available: z.boolean() }),
  codes: ['NAME_RESERVED'],
});

/** Who has which number is nobody's business: a site that proves numbers answers only whoever has proven this one. */
export const checkPhone = defineRoute({
  name: 'checkPhone',
  method: 'GET',
  path: '/api/user/check_phone',
  roles: everyone,
  summary: { ko: '전화번호 중복 확인', en: 'Whether a phone number is free' },
  query: z.object({ phone: phoneRule, key: z.optional(certificateKeyRule) }),
  reply: z.object({ phone: z.string(), available: z.boolean() }),
  codes: ['PROOF_REQUIRED'],
});

/** The specification's list of banks, those that the site offers, for accounts that money is paid out to. */
export const listBanks = defineRoute({
  name: 'listBanks',
  method: 'GET',
  path: '/banklist',
  etag: true,
  roles: everyone,
  summary: { ko: '은행 목록', en: 'Banks' },
  reply: z.object({ content: z.array(z.object({ id: z.number(), name: z.string(), code: z.string(), nameEn: z.string() })) }),
});

export const changePassword = defineRoute({
  name: 'changePassword',
  method: 'POST',
  path: '/api/user/change_password',
  roles: members,
  summary: { ko: '비밀번호 변경', en: 'Change the password; all other logins end' },
  body: z.object({
    /** As the specification's client sends it: one's own. */
    id: z.optional(z.number()),
    currentPassword: z.string().check(z.minLength(1), z.maxLength(128)),
    password: passwordRule,
  }),
  reply: loginReply,
  codes: ['BAD_CREDENTIALS', 'PASSWORD_TOO_COMMON', 'SECOND_FACTOR_NEEDED', 'SETTINGS_LOCKED', 'NO_PERMISSION', 'SHARED_DEMO'],
});

/**
 * Asks a member that is logged in for its password once more, before what a stolen login must not be able to do.
 * Throws PASSWORD_WRONG or TOO_MANY_LOGINS (tries count with those of the login page), and SECOND_FACTOR_NEEDED where a second factor
 * is on and this login has not proven it in the last five minutes: the member app then asks for it and calls again by itself.
 */
export type ConfirmPassword = (
  who: { site: number; member: number; username: string; family: string },
  ip: string,
  password: string,
) => Promise<void>;
/** Provided by account. */
export const confirmPassword = serviceKey('account.confirmPassword').of<ConfirmPassword>();

/** A demo account whose password everybody knows: what one visitor takes from it, the others lack. */
export type IsSharedAccount = (site: number, member: number) => Promise<boolean>;
/** Provided by account. */
export const isSharedAccount = serviceKey('account.isSharedAccount').of<IsSharedAccount>();

/** Whether a member's withdrawals are held: after a change of its protection, or because it locked its account (`until` null). */
export type WithdrawalHoldOf = (site: number, member: number) => Promise<{ until: Date | null; reason: string } | undefined>;
/** Provided by account; whoever pays out asks it first. */
export const withdrawalHoldOf = serviceKey('account.withdrawalHoldOf').of<WithdrawalHoldOf>();

/** What a new member finds in its wallet. Both are safe to repeat. */
export interface WelcomeGift {
  /** In the sign-up's transaction. Answers what was promised, USDT as decimal text; undefined: nothing is given here. */
  promise(client: Writer, who: { site: SiteConfig; account: number }): Promise<string | undefined>;
  /** Pays everything promised and not paid yet of a site. */
  pay(site: number): Promise<void>;
}
/** Provided by whoever keeps wallets. */
export const welcomeGift = serviceKey('account.welcomeGift').of<WelcomeGift>();

/** Provided by whoever keeps wallets; `/api/me` shows what it answers. */
export type WalletsOfMember = (site: number, account: number) => Promise<Record<string, WalletSummary>>;
export const walletsOfMember = serviceKey('account.walletsOfMember').of<WalletsOfMember>();
