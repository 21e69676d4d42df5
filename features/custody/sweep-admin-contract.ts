// Sweeps as operators see them: what lies at members' addresses until it is gathered, and each transfer between addresses of the site's own.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** Every digit of a chain: more than the ledger has. */
const exact = z.string().check(z.regex(/^\d{1,40}(\.\d{1,18})?$/));

export const ungathered = z.object({
  walletType: z.string(),
  chain: z.string(),
  currency: z.string(),
  /** As the chain was last read; null: it never was. */
  readAt: z.nullable(isoTime),
  /** At members' addresses, and at how many of them there is any. */
  amount: exact,
  addresses: z.number(),
  /** What one address (Bitcoin's family: all together) holds before it is gathered by itself. */
  from: exact,
});
export type Ungathered = z.output<typeof ungathered>;

/** DROPPED: it was not signed, and never will be. FAILED: the chain took the fee and moved nothing, or its time ended. */
export const sweepStates = ['PREPARED', 'SIGNED', 'SENT', 'DONE', 'FAILED', 'DROPPED'] as const;

export const deskSweep = z.object({
  sweepId: z.number(),
  /** FUEL: the chain's own coin to an address, for the fee of a token's sweep. TO_COLD, FROM_COLD: to cold storage and back. */
  kind: z.enum(['SWEEP', 'FUEL', 'TO_COLD', 'FROM_COLD']),
  walletType: z.string(),
  currency: z.string(),
  /** Where outputs are spent whole: all of them, with what the network takes. */
  amount: exact,
  /** The first of `addresses` that it leaves. */
  from: z.string(),
  addresses: z.number(),
  to: z.string(),
  state: z.enum(sweepStates),
  madeAt: isoTime,
  /** Why it was not signed, or what a node said. */
  reason: z.nullable(z.string()),
  txHash: z.nullable(z.string()),
  confirmations: z.number(),
  settledAfter: z.number(),
  /** What the network took, in the chain's own coin; null while no block has it. */
  fee: z.nullable(z.object({ amount: exact, currency: z.string() })),
});
export type DeskSweep = z.output<typeof deskSweep>;

export const listDeskSweeps = defineRoute({
  name: 'listDeskSweeps',
  method: 'GET',
  path: '/api/admin/custody/sweeps',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '코인 모으기', en: 'What members brought as it is gathered at the hot address, with what waits for it' },
  reply: z.object({
    coins: z.array(ungathered),
    /** The newest hundred. */
    sweeps: z.array(deskSweep),
  }),
});
