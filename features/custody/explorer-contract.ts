// A transaction of a demo's own chain, as explorers of real networks show one.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const payment = z.object({
  to: z.string(),
  memo: z.nullable(z.string()),
  walletType: z.string(),
  currency: z.string(),
  /** In the coin, as the chain counts it. */
  amount: decimal,
});

export const chainTransaction = z.object({
  chain: z.string(),
  hash: z.string(),
  /** FAILED: in a block, and carried out as a failure. */
  state: z.enum(['WAITING', 'MINED', 'FAILED']),
  /** Null until a block has it. */
  block: z.nullable(z.object({ height: z.number(), hash: z.string(), at: z.nullable(isoTime) })),
  confirmations: z.number(),
  /** Null where the chain does not say plainly who paid. */
  from: z.nullable(z.string()),
  payments: z.array(payment),
});
export type ChainTransaction = z.output<typeof chainTransaction>;

/** Of the site's own deposits and withdrawals, by whoever knows the hash, as on any explorer; on a demo alone. */
export const readChainTransaction = defineRoute({
  name: 'readChainTransaction',
  method: 'GET',
  path: '/api/explorer/transaction',
  roles: members,
  summary: { ko: '데모 체인의 거래 (데모)', en: 'A transaction of the demo’s own chain, by its hash' },
  query: z.object({
    chain: z.string().check(z.regex(/^[A-Z]{3,4}$/)),
    hash: z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/)),
  }),
  reply: chainTransaction,
});
