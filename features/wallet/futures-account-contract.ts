// The futures wallet as an account: what is free in it and what its orders and positions bind. Answered and told by futures.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

export const positionModes = ['ONE_WAY', 'HEDGE'] as const;

/** The futures account: the specification's cross data and the figures of the account box. */
export const crossAccount = z.object({
  playerPoint: decimal,
  markPnl: signedDecimal,
  minusFundingFee: signedDecimal,
  /** max(playerPoint + minusFundingFee + markPnl, 0), and the same without the floor. */
  point: decimal,
  realPoint: signedDecimal,
  available: decimal,
  withdrawable: decimal,
  orderMargin: decimal,
  positionMargin: decimal,
  isolatedWallets: decimal,
  maintenanceMargin: decimal,
  /** Percent. */
  marginRatio: decimal,
  positionMode: z.enum(positionModes),
  sequence: z.number(),
});
export type CrossAccount = z.output<typeof crossAccount>;

export const futuresCross = defineRoute({
  name: 'futuresCross',
  method: 'GET',
  path: '/api/futures/futures_cross',
  roles: members,
  summary: { ko: '선물 계정', en: 'The futures account' },
  reply: crossAccount,
});

export const crossQueue = defineTopic({
  name: 'cross',
  destination: '/user/queue/cross',
  roles: members,
  summary: { ko: '내 선물 계정', en: 'My futures account' },
  message: crossAccount,
});
