// How custody stands for one site: its chains as they are read, the processes that read and sign, and the payouts under way.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, idText, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { standsStill } from './withdraw-admin-contract.ts';

/** OPEN: read within the last minute. STARTING: never read so far. HALTED: the node is of another chain, nothing of it counts. */
export const chainStates = ['OPEN', 'AWAY', 'STARTING', 'HALTED'] as const;

/** Null: it gave its work back, or never had any. */
const processSeen = z.object({ isAlive: z.boolean(), seenAt: z.nullable(isoTime) });
export type ProcessSeen = z.output<typeof processSeen>;

export const custodyChain = z.object({
  chain: z.string(),
  state: z.enum(chainStates),
  /** Of the node, and how far it is read. */
  height: z.nullable(z.number()),
  readHeight: z.nullable(z.number()),
  readAt: z.nullable(isoTime),
  /** What the node last failed with, and since when. */
  fault: z.nullable(z.string()),
  faultSince: z.nullable(isoTime),
  watcher: processSeen,
  /** Where payouts of this site come from; null before there is one. */
  hotAddress: z.nullable(z.string()),
  /** Addresses that members of this site were shown. */
  addresses: z.number(),
});
export type CustodyChain = z.output<typeof custodyChain>;

export const payoutUnderWay = z.object({
  withdrawalId: z.number(),
  walletType: z.string(),
  currency: z.string(),
  arrives: decimal,
  /** APPROVED: not prepared yet. */
  state: z.enum(['APPROVED', 'PREPARED', 'SIGNED', 'SENT']),
  since: isoTime,
  ...standsStill,
  txHash: z.nullable(z.string()),
  confirmations: z.number(),
  settledAfter: z.number(),
});
export type PayoutUnderWay = z.output<typeof payoutUnderWay>;

export const readCustodyState = defineRoute({
  name: 'readCustodyState',
  method: 'GET',
  path: '/api/admin/custody',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '코인 보관 상태', en: 'Chains, watcher, signer and the payouts under way of this site' },
  reply: z.object({
    chains: z.array(custodyChain),
    signer: processSeen,
    /** The oldest hundred. */
    payouts: z.array(payoutUnderWay),
  }),
});

/** The addresses that a member was shown: watched for ever. */
export const listMemberAddresses = defineRoute({
  name: 'listMemberAddresses',
  method: 'GET',
  path: '/api/admin/custody/addresses',
  roles: operators,
  right: 'deposit.read',
  summary: { ko: '회원의 입금 주소', en: 'Addresses of a member, one a chain' },
  query: z.object({ playerId: idText }),
  reply: z.array(z.object({ chain: z.string(), address: z.nullable(z.string()), memo: z.nullable(z.string()), askedAt: isoTime })),
  codes: ['NOT_FOUND'],
});
