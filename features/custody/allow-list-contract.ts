// The member's list of addresses that withdrawals may go to: kept by the member, new ones ripe a day later, and binding by choice.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { guards } from './withdraw-contract.ts';

/** Of one network: it serves every coin that the site sends there. */
export const allowedAddress = z.object({
  entryId: z.number(),
  label: z.string(),
  chain: z.string(),
  /** The site's coins on this network. */
  walletTypes: z.array(z.string()),
  address: z.string(),
  memo: z.nullable(z.string()),
  /** Of another member of this site: what goes there settles inside. */
  isInside: z.boolean(),
  addedAt: isoTime,
  /** From then on withdrawals may go there while the list binds. */
  ripeAt: isoTime,
  isRipe: z.boolean(),
});
export type AllowedAddress = z.output<typeof allowedAddress>;

export const allowList = z.object({
  /** Withdrawals go to ripe entries alone; still so while switching off waits. */
  isOn: z.boolean(),
  /** Switching off was asked for: until then the list binds. */
  offAt: z.nullable(isoTime),
  /** How long a new entry waits, and switching off does. */
  waitSeconds: z.number(),
  content: z.array(allowedAddress),
  /** More than this many are not kept. */
  most: z.number(),
});
export type AllowList = z.output<typeof allowList>;

const guardCodes = [
  'WITHDRAW_AUTH_REQUIRED',
  'WITHDRAW_PASSWORD_WRONG',
  'WITHDRAW_PASSWORD_LOCKED',
  'WITHDRAW_TICKET',
  'SECOND_FACTOR_NEEDED',
  'NOT_FOUND',
  'ACCOUNT_LEAVING',
];

export const readAllowList = defineRoute({
  name: 'readAllowList',
  method: 'GET',
  path: '/api/dnw/allow_list',
  roles: members,
  summary: { ko: '출금 주소록', en: 'My list of addresses for withdrawals, and whether it binds' },
  reply: allowList,
});

/** The same address with the same label is answered as it stands, with no new wait. */
export const addAllowed = defineRoute({
  name: 'addAllowed',
  method: 'POST',
  path: '/api/dnw/allow_list/add',
  roles: members,
  summary: { ko: '주소 추가', en: 'Add an address; it may be used after a day' },
  body: z.object({
    /** A coin of the network that the address is of. */
    walletType: z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/)),
    label: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    address: z.string().check(z.minLength(1), z.maxLength(128)),
    memo: z.optional(z.string().check(z.maxLength(256))),
    ...guards,
  }),
  reply: allowedAddress,
  codes: [
    ...guardCodes,
    'WITHDRAW_COIN',
    'ADDRESS_BAD',
    'ADDRESS_OTHER_COIN',
    'ADDRESS_TEST_NETWORK',
    'ADDRESS_OWN',
    'ADDRESS_NOT_THERE',
    'ADDRESS_NOT_CHECKED',
    'MEMO_NOT_USED',
    'MEMO_BAD',
    'ALLOW_TWICE',
    'ALLOW_FULL',
  ],
});

/** At once, and without the password: it only makes the list shorter. */
export const removeAllowed = defineRoute({
  name: 'removeAllowed',
  method: 'POST',
  path: '/api/dnw/allow_list/remove',
  roles: members,
  summary: { ko: '주소 삭제', en: 'Take an address off the list' },
  body: z.object({ entryId: id }),
  reply: z.object({ removed: z.literal(true) }),
  codes: ['NOT_FOUND', 'SECOND_FACTOR_NEEDED'],
});

/** On: at once, and it ends a switching off that waits. Off: after a day. Each wants the withdrawal password. */
export const switchAllowList = defineRoute({
  name: 'switchAllowList',
  method: 'POST',
  path: '/api/dnw/allow_list/switch',
  roles: members,
  summary: { ko: '주소록으로만 출금 켜기·끄기', en: 'Only to addresses of my list: on at once, off after a day' },
  body: z.object({ isOn: z.boolean(), ...guards }),
  reply: z.pick(allowList, { isOn: true, offAt: true }),
  codes: guardCodes,
});
