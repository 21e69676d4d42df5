// Coins out: what it costs, asking for it, and how far it is.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** A wallet of one network: BTC, ETH, ETH_USDT ... */
const walletType = z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/));
const address = z.string().check(z.minLength(1), z.maxLength(128));
const memo = z.optional(z.string().check(z.maxLength(256)));

/** Who it is that asks: the withdrawal password, or the ticket of one typed a moment ago. A second factor is proven by the login itself. */
export const guards = {
  password: z.optional(z.string().check(z.maxLength(128))),
  ticket: z.optional(z.string().check(z.maxLength(64))),
};

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
export const travelKinds = ['OWN', 'VASP'] as const;
export const travelFields = ['kind', 'vasp', 'beneficiary', 'isStated'] as const;
/** The travel rule: who receives it and where. Kept whenever it is given, asked for from the site's threshold on. */
export const travel = z.object({
  /** A wallet of the member's own, or an account at another provider. */
  kind: z.enum(travelKinds),
  /** Of VASP: the provider's name. */
  vasp: z.optional(name),
  beneficiary: name,
  /** The member states that this is true, and of OWN that the wallet is its own. */
  isStated: z.boolean(),
});
export type Travel = z.output<typeof travel>;

export const withdrawalStates = [
  'REQUESTED',
  'HELD',
  'REVIEW',
  'APPROVED',
  'SIGNED',
  'SENT',
  'CONFIRMED',
  'REFUSED',
  'CANCELLED',
  'FAILED',
] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** REPLACED: a stuck transaction was sent anew with a higher fee. */
const steps = z.array(z.object({ state: z.enum([...withdrawalStates, 'REPLACED']), at: isoTime }));

/** Amounts in the wallet's currency. `point` left the wallet, `arrives` of it is paid, the rest is the fee. */
export const withdrawal = z.object({
  withdrawalId: z.number(),
  walletType,
  currency: z.string(),
  chain: z.string(),
  point: decimal,
  fee: decimal,
  arrives: decimal,
  address: z.string(),
  memo: z.nullable(z.string()),
  state: z.enum(withdrawalStates),
  /** A code: of REVIEW the rules that ask for a person, of REFUSED and FAILED why. */
  reason: z.nullable(z.string()),
  /** To another member of this site: no transaction and no fee. */
  isInside: z.boolean(),
  canCancel: z.boolean(),
  txHash: z.nullable(z.string()),
  /** Where its hash leads: an explorer's page, of a demo one of ours. */
  explorer: z.nullable(z.string()),
  confirmations: z.number(),
  settledAfter: z.number(),
  askedAt: isoTime,
  steps,
});
export type Withdrawal = z.output<typeof withdrawal>;

const passwordCodes = ['WITHDRAW_PASSWORD_WRONG', 'WITHDRAW_PASSWORD_LOCKED', 'SECOND_FACTOR_NEEDED'];
const destinationCodes = [
  'WITHDRAW_COIN',
  'WITHDRAW_PAUSED',
  'ADDRESS_BAD',
  'ADDRESS_OTHER_COIN',
  'ADDRESS_TEST_NETWORK',
  'ADDRESS_OWN',
  'ADDRESS_NOT_THERE',
  'ADDRESS_NOT_CHECKED',
  'MEMO_NOT_USED',
  'MEMO_BAD',
];

/** USDT over all coins and all ways out. `used` counts what was asked for within the time behind now, what was refused or taken back not. */
export const withdrawLimits = z.object({
  /** The member's level at this site, 1 the lowest; what the next one wants. */
  level: z.number(),
  day: z.nullable(z.object({ limit: decimal, used: decimal, left: decimal })),
  month: z.nullable(z.object({ limit: decimal, used: decimal, left: decimal })),
  /** Set for this member by operators, of the site's calendar day. */
  own: z.nullable(z.object({ limit: decimal, used: decimal, left: decimal })),
  next: z.nullable(z.object({ level: z.number(), day: z.nullable(decimal), needsIdentity: z.boolean(), needsDays: z.number() })),
});

export type WithdrawLimits = z.output<typeof withdrawLimits>;

/** What the form shows before anything is asked for. `address` and `point` may be missing while they are typed. */
export const quoteWithdrawal = defineRoute({
  name: 'quoteWithdrawal',
  method: 'GET',
  path: '/api/dnw/withdraw/quote',
  roles: members,
  summary: { ko: '출금 수수료와 한도', en: 'Fee, minimum, what arrives and what may leave today' },
  query: z.object({ walletType, address: z.optional(address), memo, point: z.optional(decimal) }),
  reply: z.object({
    walletType,
    currency: z.string(),
    chain: z.string(),
    hasMemo: z.boolean(),
    /** Digits behind the point that an amount may have. */
    decimals: z.number(),
    fee: decimal,
    least: decimal,
    /** Null without an amount, or where it is less than the fee. */
    arrives: z.nullable(decimal),
    /** What of the wallet may leave now. */
    available: decimal,
    isInside: z.boolean(),
    /** Where it would go as this side reads it, for the person to compare; null without an address. */
    address: z.nullable(z.string()),
    memo: z.nullable(z.string()),
    /** USDT that may still leave now, over all coins and by all limits; null: nobody has limited it. */
    limitLeft: z.nullable(decimal),
    limits: withdrawLimits,
    paused: z.nullable(z.object({ reason: z.string(), until: z.nullable(isoTime) })),
    hold: z.nullable(z.object({ until: z.nullable(isoTime), reason: z.string() })),
    allowList: z.object({
      isOn: z.boolean(),
      /** Of the address as typed; null without one. */
      entry: z.nullable(z.object({ entryId: z.number(), label: z.string(), ripeAt: isoTime, isRipe: z.boolean() })),
      /** Why this address is refused by the list: NOT_LISTED or NOT_RIPE; null: it is not. */
      refuses: z.nullable(z.enum(['NOT_LISTED', 'NOT_RIPE'])),
    }),
    /** By the amount as typed; `fields` are the ones that must be given then. */
    travel: z.object({ isNeeded: z.boolean(), fromWon: z.nullable(decimal), fields: z.array(z.enum(travelFields)) }),
    /** The login must prove its second factor before it asks: the member has one. */
    hasSecondFactor: z.boolean(),
    hasPassword: z.boolean(),
  }),
  codes: destinationCodes,
});

/** The specification's check of the withdrawal password: its ticket stands for the password in one request of the same login. */
export const authWithdrawal = defineRoute({
  name: 'authWithdrawal',
  method: 'POST',
  path: '/api/dnw/withdraw-auth',
  roles: members,
  summary: { ko: '출금 비밀번호 확인', en: 'Check the withdrawal password before a withdrawal' },
  body: z.object({ password: z.string().check(z.maxLength(128)) }),
  reply: z.object({ ticket: z.string(), until: isoTime }),
  codes: [...passwordCodes, 'NOT_FOUND'],
});

/** Wants an Idempotency-Key, which is kept for ever: the same key asks for nothing a second time. `point` is what leaves the wallet. */
export const applyWithdrawal = defineRoute({
  name: 'applyWithdrawal',
  method: 'POST',
  path: '/api/dnw/withdraw/apply',
  roles: members,
  money: true,
  summary: { ko: '코인 출금 신청', en: 'Ask for coins to be sent to an address' },
  body: z.object({
    walletType,
    point: decimal,
    address,
    memo,
    travel: z.optional(travel),
    ...guards,
  }),
  reply: withdrawal,
  codes: [
    ...destinationCodes,
    ...passwordCodes,
    'WITHDRAW_AUTH_REQUIRED',
    'WITHDRAW_TICKET',
    'WITHDRAW_KEY',
    'WITHDRAW_LEAST',
    'WITHDRAW_LIMIT',
    'WITHDRAW_LIMIT_LONG',
    'WITHDRAW_HELD',
    'ALLOW_NOT_LISTED',
    'ALLOW_NOT_RIPE',
    'TRAVEL_NEEDED',
    'RATE_NOT_KNOWN',
    'WITHDRAW_BONUS',
    'WITHDRAW_OPEN',
    'BAD_PRECISION',
    'INSUFFICIENT_BALANCE',
    'BALANCE_LOCKED',
    'ACCOUNT_FROZEN',
    'ACCOUNT_LEAVING',
    'REQUEST_REUSED',
    'NOT_FOUND',
  ],
});

const cancelCodes = ['NOT_FOUND', 'WITHDRAW_LATE'];

/** The specification's GET; our own client posts. `dnwHistoryId` is the withdrawal's id. */
export const cancelWithdrawalGet = defineRoute({
  name: 'cancelWithdrawalGet',
  method: 'GET',
  path: '/api/dnw/cancel',
  roles: members,
  summary: { ko: '출금 취소', en: 'Take a withdrawal back, until it is approved' },
  query: z.object({ dnwHistoryId: idText }),
  reply: withdrawal,
  codes: cancelCodes,
});

export const cancelWithdrawal = defineRoute({
  name: 'cancelWithdrawal',
  method: 'POST',
  path: '/api/dnw/cancel',
  roles: members,
  money: true,
  summary: { ko: '출금 취소', en: 'Take a withdrawal back, until it is approved' },
  body: z.object({ withdrawalId: id }),
  reply: withdrawal,
  codes: cancelCodes,
});

export const listWithdrawals = defineRoute({
  name: 'listWithdrawals',
  method: 'GET',
  path: '/api/dnw/withdraw/list',
  roles: members,
  summary: { ko: '출금 내역과 진행 상황', en: 'My withdrawals, newest first, with how far each is' },
  query: z.object({ ...pageQuery, walletType: z.optional(walletType), isOpen: z.optional(z.enum(['true', 'false'])) }),
  reply: pageOf(withdrawal),
});

export const readWithdrawal = defineRoute({
  name: 'readWithdrawal',
  method: 'GET',
  path: '/api/dnw/withdraw',
  roles: members,
  summary: { ko: '출금 하나', en: 'One withdrawal of mine' },
  query: z.object({ withdrawalId: idText }),
  reply: withdrawal,
  codes: ['NOT_FOUND'],
});

/** Each change of a withdrawal, as the list has it. */
export const withdrawalQueue = defineTopic({
  name: 'withdrawalQueue',
  destination: '/user/queue/withdrawal',
  roles: members,
  summary: { ko: '출금 진행', en: 'A withdrawal has gone on' },
  message: withdrawal,
});
