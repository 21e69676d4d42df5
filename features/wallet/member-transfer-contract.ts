// Coins sent to another member of the site: what it costs to ask who that is, the transfer itself under its own number, and the terms of it.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { dnwEntry } from './dnw-contract.ts';
import { walletType } from './wallet-kinds.ts';

/** PAUSED by operators; HELD after a change of the member's protection, or by its own lock; NO_PASSWORD: a withdrawal password comes first. */
export const memberTransferStates = ['OPEN', 'PAUSED', 'HELD', 'NO_PASSWORD'] as const;

const sendableCoin = z.object({
  walletType,
  currency: z.string(),
  decimals: z.number(),
  name: z.object({ ko: z.string(), en: z.string() }),
  /** What of it may be sent now. */
  available: decimal,
  /** What one costs in USDT now; null: nobody knows, and it cannot be sent. */
  price: z.nullable(decimal),
});
export type SendableCoin = z.output<typeof sendableCoin>;

export const memberTransferTerms = defineRoute({
  name: 'memberTransferTerms',
  method: 'GET',
  path: '/api/dnw/transfer/member/terms',
  roles: members,
  summary: { ko: '회원에게 보낼 수 있는 코인과 한도', en: 'What may be sent to another member, and how much' },
  reply: z.object({
    state: z.enum(memberTransferStates),
    heldUntil: z.nullable(isoTime),
    /** In USDT: at once, and what is left of 24 hours. */
    least: decimal,
    most: decimal,
    dayMost: decimal,
    dayLeft: decimal,
    /** From so much within 24 hours on a second factor is asked for; whether the member has one. */
    secondFrom: decimal,
    hasSecondFactor: z.boolean(),
    coins: z.array(sendableCoin),
  }),
});

/** Nothing moves yet. Whoever receives is named masked; somebody unknown and somebody who may receive nothing are answered alike. */
export const checkReceiver = defineRoute({
  name: 'checkReceiver',
  method: 'POST',
  path: '/api/dnw/transfer/member/check',
  roles: members,
  summary: { ko: '받는 회원 확인', en: 'Who would receive it, masked, and what would be sent' },
  body: z.object({
    /** A username, phone number or e-mail address. */
    receiver: z.string().check(z.minLength(4), z.maxLength(120)),
    walletType,
    point: decimal,
  }),
  reply: z.object({
    transferId: z.number(),
    receiver: z.string(),
    walletType,
    currency: z.string(),
    point: decimal,
    /** In USDT. */
    worth: decimal,
    needsSecondFactor: z.boolean(),
    endsAt: isoTime,
    time: isoTime,
  }),
  codes: [
    'RECEIVER_UNKNOWN',
    'RECEIVER_TRIES',
    'TRANSFER_SELF',
    'TRANSFER_PAUSED',
    'TRANSFER_HELD',
    'TRANSFER_NO_PASSWORD',
    'TRANSFER_LEAST',
    'TRANSFER_MOST',
    'TRANSFER_DAY',
    'TRANSFER_OWN_LIMIT',
    'TRANSFER_BONUS',
    'TRANSFER_NO_PRICE',
    'TRANSFER_NO_SECOND_FACTOR',
    'WALLET_NOT_USED',
    'BAD_PRECISION',
    'AMOUNT_NOT_POSITIVE',
    'INSUFFICIENT_BALANCE',
    'BALANCE_LOCKED',
    'ACCOUNT_DENIED',
    'ACCOUNT_LOCKED',
    'ACCOUNT_EXCLUDED',
  ],
});

/** Wants an Idempotency-Key. A number from the check is sent once for ever. */
export const transferToMember = defineRoute({
  name: 'transferToMember',
  method: 'POST',
  path: '/api/dnw/transfer/member',
  roles: members,
  money: true,
  summary: { ko: '회원에게 보내기', en: 'Send what was checked to that member' },
  body: z.object({
    transferId: z.number().check(z.int(), z.minimum(1)),
    /** The withdrawal password. */
    password: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  reply: z.object({ transferId: z.number(), receiver: z.string(), sent: dnwEntry }),
  codes: [
    'TRANSFER_KEY',
    'TRANSFER_UNKNOWN',
    'TRANSFER_USED',
    'TRANSFER_PAUSED',
    'TRANSFER_HELD',
    'TRANSFER_NO_PASSWORD',
    'TRANSFER_DAY',
    'TRANSFER_OWN_LIMIT',
    'TRANSFER_BONUS',
    'TRANSFER_NO_SECOND_FACTOR',
    'RECEIVER_UNKNOWN',
    'WITHDRAW_PASSWORD_WRONG',
    'WITHDRAW_PASSWORD_LOCKED',
    'SECOND_FACTOR_NEEDED',
    'ACCOUNT_LEAVING',
    'ACCOUNT_DENIED',
    'ACCOUNT_LOCKED',
    'ACCOUNT_EXCLUDED',
    'REQUEST_REUSED',
  ],
});
