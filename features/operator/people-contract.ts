// Operators as operators see them: who there is, which roles stand for which rights, and the rules of the desk itself.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));
const personName = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const username = z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{2,31}$/));
const siteCode = z.string().check(z.regex(/^[a-z0-9-]{1,32}$/));
/** `203.0.113.9` or `203.0.113.0/24`. */
const addresses = z.array(z.string().check(z.maxLength(60))).check(z.maxLength(50));
/** An operator's own, by which a member's account is known to be the operator's; '' takes it away. */
const email = z.string().check(z.trim(), z.regex(/^([^\s@]+@[^\s@]+\.[^\s@]+)?$/), z.maxLength(120));
const phone = z.string().check(z.trim(), z.regex(/^(\+?[0-9 -]{8,20})?$/));
const names = z.object({ ko: personName, en: personName });
/** `site` null: all sites, those to come too. */
const wantedGrant = z.object({ roleId: id, site: z.nullable(siteCode) });
const grants = z.array(wantedGrant).check(z.maxLength(100));

/** What makes two accounts count as one person: a set-up link that one made for the other, a shared browser, a shared address. */
export const tieKind = z.enum(['INVITED', 'DEVICE', 'ADDRESS']);
export type TieKind = z.output<typeof tieKind>;

export const operatorRow = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'LOCKED']),
  addresses: z.array(z.string()),
  email: z.string(),
  phone: z.string(),
  grants: z.array(z.object({ roleId: z.number(), roleName: z.object({ ko: z.string(), en: z.string() }), site: z.nullable(z.string()) })),
  /** False: the set-up link was not opened yet. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  sessions: z.number(),
  createdAt: isoTime,
  lastLoginAt: z.nullable(isoTime),
  /** Others with whom this one counts as one person in a two-person act, until a third, unlinked owner confirms; names are empty where the caller's list does not show the other one. */
  ties: z.array(z.object({ id: z.number(), username: z.string(), name: z.string(), why: z.array(tieKind) })),
  /** When somebody last said that this is a person of its own, and who; `by` null: on the machine itself. */
  confirmed: z.nullable(z.object({ at: isoTime, by: z.nullable(z.string()) })),
  /** The caller is an owner without a tie to this one, who has ties. */
  mayConfirm: z.boolean(),
  isSelf: z.boolean(),
  /** The caller holds everything that this one holds, and is another person. */
  mayEdit: z.boolean(),
});
export type OperatorRow = z.output<typeof operatorRow>;

/** Everybody who holds something at this site; `mayEdit` says whom the caller may touch. */
export const listOperators = defineRoute({
  name: 'listOperators',
  method: 'GET',
  path: '/api/admin/operator/list',
  roles: operators,
  right: 'operator.read',
  summary: { ko: '운영자 목록', en: 'Operators of this site, and those of all sites' },
  reply: z.object({ content: z.array(operatorRow), totalElements: z.number() }),
});

/** The link is shown once, to whoever made it: `/admin/setup#<token>`, good for a day. */
const setupLink = z.object({ id: z.number(), setupToken: z.string(), expiresIn: z.number() });

export const createOperator = defineRoute({
  name: 'createOperator',
  method: 'POST',
  path: '/api/admin/operator/create',
  roles: operators,
  right: 'operator.write',
  summary: { ko: '운영자 추가', en: 'Add an operator with roles that the caller holds itself' },
  body: z.object({
    username,
    name: personName,
    email: z.optional(email),
    phone: z.optional(phone),
    addresses: z.optional(addresses),
    grants,
  }),
  reply: setupLink,
  codes: ['OPERATOR_EXISTS', 'OPERATOR_HIGHER', 'ROLE_UNKNOWN', 'SITE_UNKNOWN', 'DESK_ADDRESS_MALFORMED'],
});

export const changeOperator = defineRoute({
  name: 'changeOperator',
  method: 'POST',
  path: '/api/admin/operator/change',
  roles: operators,
  right: 'operator.write',
  summary: { ko: '운영자 수정', en: 'Change name, addresses or roles; what is not named stays. At once, open pages too' },
  body: z.object({
    id,
    name: z.optional(personName),
    email: z.optional(email),
    phone: z.optional(phone),
    addresses: z.optional(addresses),
    grants: z.optional(grants),
    reason,
  }),
  reply: operatorRow,
  codes: ['NOT_FOUND', 'OPERATOR_HIGHER', 'OPERATOR_SELF', 'OWNER_LAST', 'ROLE_UNKNOWN', 'SITE_UNKNOWN', 'DESK_ADDRESS_MALFORMED'],
});

export const lockOperator = defineRoute({
  name: 'lockOperator',
  method: 'POST',
  path: '/api/admin/operator/lock',
  roles: operators,
  right: 'operator.write',
  summary: { ko: '운영자 잠금과 해제', en: 'Lock an operator, whose sessions end at once, or let it in again' },
  body: z.object({ id, isLocked: z.boolean(), reason }),
  reply: operatorRow,
  codes: ['NOT_FOUND', 'OPERATOR_HIGHER', 'OPERATOR_SELF', 'OWNER_LAST'],
});

export const inviteOperator = defineRoute({
  name: 'inviteOperator',
  method: 'POST',
  path: '/api/admin/operator/invite',
  roles: operators,
  right: 'operator.write',
  summary: { ko: '비밀번호 설정 링크', en: 'A new set-up link: forgotten password; with `forgetsApp` a lost phone too' },
  body: z.object({ id, forgetsApp: z.optional(z.boolean()), reason }),
  reply: setupLink,
  codes: ['NOT_FOUND', 'OPERATOR_HIGHER', 'OPERATOR_SELF'],
});

export const confirmOperator = defineRoute({
  name: 'confirmOperator',
  method: 'POST',
  path: '/api/admin/operator/confirm',
  roles: operators,
  right: 'operator.confirm',
  summary: { ko: '다른 사람임을 확인', en: 'Say, as a third and unlinked owner, that this operator is a person of its own' },
  body: z.object({ id, /** How that was made sure. */ reason }),
  reply: operatorRow,
  codes: ['NOT_FOUND', 'OPERATOR_SELF', 'CONFIRM_OWNER', 'CONFIRM_LINKED', 'CONFIRM_NOTHING'],
});

export const roleRow = z.object({
  id: z.number(),
  /** Of those that come with the installation. */
  code: z.nullable(z.string()),
  name: z.object({ ko: z.string(), en: z.string() }),
  /** `notice.write`, `notice.*`, `*.read`, `*`. */
  rights: z.array(z.string()),
  holders: z.number(),
  /** The caller holds all of it everywhere, has it not itself, and it is not the owner's, which stays. */
  mayEdit: z.boolean(),
  /** The caller holds all of it at this site, and may give it there. */
  mayGive: z.boolean(),
});
export type RoleRow = z.output<typeof roleRow>;

export const listRoles = defineRoute({
  name: 'listRoles',
  method: 'GET',
  path: '/api/admin/role/list',
  roles: operators,
  right: 'operator.read',
  summary: { ko: '역할과 권한', en: 'Roles, and every right there is with what it opens' },
  reply: z.object({
    roles: z.array(roleRow),
    rights: z.array(z.object({ right: z.string(), calls: z.array(z.object({ ko: z.string(), en: z.string() })) })),
  }),
});

/** Roles belong to the installation: whoever writes them holds `role.write`, and all that they give, at all sites. */
export const saveRole = defineRoute({
  name: 'saveRole',
  method: 'POST',
  path: '/api/admin/role/save',
  roles: operators,
  right: 'role.write',
  summary: { ko: '역할 저장', en: 'Write a new role or change one: at once for everybody who has it' },
  body: z.object({
    id: z.optional(id),
    name: names,
    rights: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(200)),
    reason,
  }),
  reply: roleRow,
  codes: ['NOT_FOUND', 'OPERATOR_HIGHER', 'RIGHT_MALFORMED', 'ROLE_OWN', 'ROLE_OWNER_FIXED', 'OWNER_LAST'],
});

export const deleteRole = defineRoute({
  name: 'deleteRole',
  method: 'POST',
  path: '/api/admin/role/delete',
  roles: operators,
  right: 'role.write',
  summary: { ko: '역할 삭제', en: 'Delete a role that nobody has' },
  body: z.object({ id, reason }),
  reply: z.object({ id: z.number() }),
  codes: ['NOT_FOUND', 'OPERATOR_HIGHER', 'ROLE_IN_USE', 'ROLE_OWNER_FIXED'],
});

export const deskSettings = z.object({ idleMinutes: z.number(), addresses: z.array(z.string()) });
export const getDeskSettings = defineRoute({
  name: 'getDeskSettings',
  method: 'GET',
  path: '/api/admin/desk/settings',
  roles: operators,
  right: 'operator.read',
  summary: { ko: '관리자 화면 설정', en: 'From where operators may come, and how long a silent session lasts' },
  reply: deskSettings,
});

export const saveDeskSettings = defineRoute({
  name: 'saveDeskSettings',
  method: 'POST',
  path: '/api/admin/desk/settings',
  roles: operators,
  right: 'desk.write',
  everywhere: true,
  summary: { ko: '관리자 화면 설정 저장', en: 'Change them for all operators of the installation' },
  body: z.object({ idleMinutes: z.number().check(z.int(), z.minimum(1), z.maximum(480)), addresses, reason }),
  reply: deskSettings,
  codes: ['DESK_ADDRESS_MALFORMED', 'ADDRESS_SHUTS_OUT', 'NO_PERMISSION', 'OWNER_LAST'],
});
