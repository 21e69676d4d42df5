// Proof that an e-mail address or phone number is one's own, by a code; and what it opens: forgotten usernames and passwords.
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { certificateKeyRule as certificateKey, emailRule, nickRule, passwordRule, phoneRule } from './account-rules.ts';

/** What a code is for; one made for one purpose proves nothing for another. */
export const codePurposes = ['SIGN_UP', 'FIND_ID'] as const;
export type CodePurpose = (typeof codePurposes)[number] | 'FIND_PW' | 'LEAVE';

const secretCode = z.string().check(z.regex(/^\d{6}$/));

const asked = z.object({
  key: z.string(),
  /** Seconds that the code lives. */
  expiresIn: z.number(),
  /** Seconds until another one may be asked for. */
  resendIn: z.number(),
});
const verified = z.object({ key: z.string(), verified: z.literal(true), /** Seconds that the proof may be used. */ usableFor: z.number() });
const verifyBody = z.object({
  key: certificateKey,
  secretCode,
  /** Must be what the code was sent to, when it is given. */
  certificateValue: z.optional(z.string().check(z.maxLength(120))),
  /** The specification's flags; neither replaces the proof. */
  ignoreKey: z.optional(z.union([z.boolean(), z.string().check(z.maxLength(64))])),
  isDelete: z.optional(z.union([z.boolean(), z.number(), z.string().check(z.maxLength(8))])),
});
const askCodes = ['CODE_TOO_SOON', 'TOO_MANY_CODES', 'MAIL_NOT_SET_UP', 'SMS_NOT_SET_UP'];
const codeCodes = ['CODE_WRONG', 'CODE_EXPIRED'];

const ask = (name: string, path: string, rule: typeof emailRule, ko: string, en: string) =>
  defineRoute({
    name,
    method: 'POST',
    path,
    roles: everyone,
    summary: { ko, en },
    body: z.object({ certificateValue: rule, purpose: z._default(z.enum(codePurposes), 'SIGN_UP'), siteInfoId: z.optional(z.number()) }),
    reply: asked,
    codes: askCodes,
  });
const verify = (name: string, path: string, ko: string, en: string) =>
  defineRoute({ name, method: 'POST', path, roles: everyone, summary: { ko, en }, body: verifyBody, reply: verified, codes: codeCodes });

export const certificateEmail = ask(
  'certificateEmail',
  '/api/certi/certificate_email',
  emailRule,
  '이메일 인증번호 받기',
  'Send a code to an e-mail address',
);
export const certificatePhone = ask(
  'certificatePhone',
  '/api/certi/certificate_phone',
  phoneRule,
  '휴대폰 인증번호 받기',
  'Send a code to a phone number',
);
export const verifyEmail = verify('verifyEmail', '/api/certi/verify_email', '이메일 인증번호 확인', 'Check the code of an e-mail address');
export const verifyPhone = verify('verifyPhone', '/api/certi/verify_phone', '휴대폰 인증번호 확인', 'Check the code of a phone number');

export const findId = defineRoute({
  name: 'findId',
  method: 'POST',
  path: '/api/player/find_id',
  roles: everyone,
  summary: { ko: '아이디 찾기', en: 'Usernames that belong to a proven address or number' },
  body: z.object({ key: certificateKey }),
  reply: z.object({ content: z.array(z.object({ username: z.string(), createdAt: isoTime })) }),
  codes: ['CERTIFICATE_INVALID'],
});

/** Always the same answer; a code leaves only when username and address belong together. */
export const findPassword = defineRoute({
  name: 'findPassword',
  method: 'POST',
  path: '/api/player/find_pw',
  roles: everyone,
  summary: { ko: '비밀번호 찾기: 인증번호 받기', en: 'Forgotten password: ask for a code' },
  body: z.object({
    username: z.string().check(z.minLength(1), z.maxLength(64)),
    certificateValue: z.union([emailRule, phoneRule]),
    siteInfoId: z.optional(z.number()),
  }),
  reply: asked,
  codes: [...askCodes, 'SHARED_DEMO'],
});

export const provePassword = defineRoute({
  name: 'provePassword',
  method: 'POST',
  path: '/api/certi/find_pw',
  roles: everyone,
  summary: { ko: '비밀번호 찾기: 인증번호 확인', en: 'Forgotten password: check the code' },
  body: verifyBody,
  reply: verified,
  codes: codeCodes,
});

export const changePasswordWithCertificate = defineRoute({
  name: 'changePasswordWithCertificate',
  method: 'POST',
  path: '/api/certi/change_password_with_certi',
  roles: everyone,
  summary: { ko: '인증으로 비밀번호 바꾸기', en: 'Set a new password by a proven code; every login ends' },
  body: z.object({
    key: certificateKey,
    password: passwordRule,
    /** Must be the one that was proven, when it is given. */
    username: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: z.object({ changed: z.literal(true) }),
  codes: ['CERTIFICATE_INVALID', 'PASSWORD_TOO_COMMON', 'NO_PERMISSION', 'SHARED_DEMO'],
});

export const changeNick = defineRoute({
  name: 'changeNick',
  method: 'POST',
  path: '/api/player/change_nick',
  roles: members,
  summary: { ko: '닉네임 바꾸기', en: 'Change the nickname' },
  body: z.object({
    /** As the specification's client sends it: one's own. */
    id: z.optional(z.number()),
    nick: nickRule,
  }),
  reply: z.object({ nick: z.string() }),
  codes: ['NICK_TAKEN', 'NICK_IS_USERNAME', 'NAME_RESERVED', 'NO_PERMISSION', 'SHARED_DEMO'],
});
