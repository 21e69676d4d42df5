// Reconciliation as the desk sees it: what the ledger owes and what the chains hold, coin by coin, what does not fit, and what was stopped for it.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** A chain counts finer than the ledger: up to 18 digits behind the point. */
const exact = z.string().check(z.regex(/^-?\d{1,24}(\.\d{1,18})?$/));
const words = z.object({ ko: z.string(), en: z.string() });
const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));

/**
 * ADDRESS: an address holds another amount than what came to it and left it. HOT, COLD: the same of the address that payouts come from, and of cold storage.
 * LEDGER: the ledger's postings are not what the rows say. POSTINGS: the rows of postings are not what the engine holds. BY_HAND: somebody
 * moved the mirror of custody without a chain. DEPOSIT, WITHDRAWAL, ENTRY, SWEEP: a row is not what the chain or the ledger says of it.
 */
export const differenceKinds = [
  'ADDRESS',
  'HOT',
  'COLD',
  'LEDGER',
  'POSTINGS',
  'BY_HAND',
  'DEPOSIT',
  'WITHDRAWAL',
  'ENTRY',
  'SWEEP',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

const difference = z.object({
  kind: z.enum(differenceKinds),
  /** What does not fit: `deposit:12`, `withdrawal:7`, `entry:3`, `sweep:4`, an address, `External`. */
  subject: z.string(),
  /** Of the chain or the ledger above what should be there; below zero: less. */
  amount: exact,
  text: words,
  /** Two persons have said that it may stand: it stops nothing. */
  isAccepted: z.boolean(),
});

/** EQUAL, or not; WAITS: the chain was not read for too long, or turned aside while it was; NONE: there was no run yet. */
export const reconciliationStates = ['EQUAL', 'DIFFERENT', 'WAITS', 'NONE'] as const;

export const reconciledNetwork = z.object({
  walletType: z.string(),
  chain: z.string(),
  /** What the members' addresses, the hot address and cold storage hold, at one height. */
  deposits: exact,
  hot: exact,
  cold: exact,
  height: z.number(),
  blockHash: z.string(),
  readAt: isoTime,
});

export const reconciledCoin = z.object({
  currency: z.string(),
  asset: z.number(),
  state: z.enum(reconciliationStates),
  /** Null without a run. `sequence`: of the engine, at which the ledger was read. */
  ranAt: z.nullable(isoTime),
  sequence: z.nullable(z.number()),
  networks: z.array(reconciledNetwork),
  /** All networks together. */
  chain: exact,
  /** What the ledger says that chains hold. Members', the house's and nobody's are it together. */
  ledger: exact,
  /** Known and on its way between them: seen but not posted, mined but not settled, what no unit of the ledger is worth. */
  between: exact,
  /** chain − ledger − between. */
  difference: exact,
  /** Of the ledger: sent and not confirmed; nobody's; what networks took, below zero. */
  inTransit: exact,
  suspense: exact,
  networkFees: exact,
  /** A demo's money that is on no chain: no part of `ledger`. */
  paper: exact,
  differences: z.array(difference),
  /** Payouts of this coin stand still. */
  stop: z.nullable(
    z.object({
      stopId: z.number(),
      since: isoTime,
      /** Names what is to be lifted: a decision is bound to what it saw. */
      fingerprint: z.string(),
      /** Waits for a second person's yes. */
      isAsked: z.boolean(),
    }),
  ),
});
export type ReconciledCoin = z.output<typeof reconciledCoin>;

export const reconciliationRun = z.object({
  runId: z.number(),
  currency: z.string(),
  state: z.enum(['EQUAL', 'DIFFERENT']),
  at: isoTime,
  difference: exact,
  differences: z.number(),
});

export const reconciliation = z.object({
  /** In the site's order. */
  coins: z.array(reconciledCoin),
  /** Newest first: the last hundred. */
  runs: z.array(reconciliationRun),
});
export type Reconciliation = z.output<typeof reconciliation>;

export const readReconciliation = defineRoute({
  name: 'readReconciliation',
  method: 'GET',
  path: '/api/admin/custody/reconciliation',
  roles: operators,
  right: 'withdrawal.read',
  summary: { ko: '보관 대사: 원장과 체인', en: 'What the ledger owes beside what the chains hold, coin by coin' },
  reply: reconciliation,
});

/** The watcher reads the chains now; the run is there some seconds later. */
export const askReconciliation = defineRoute({
  name: 'askReconciliation',
  method: 'POST',
  path: '/api/admin/custody/reconciliation/ask',
  roles: operators,
  right: 'withdrawal.decide',
  summary: { ko: '지금 대사하기', en: 'Ask for a run now' },
  body: z.object({}),
  reply: z.object({ isAsked: z.literal(true) }),
});

/** Always by a second person. What is lifted is accepted as it stands: anything else that does not fit stops payouts again. */
export const liftCustodyStop = defineRoute({
  name: 'liftCustodyStop',
  method: 'POST',
  path: '/api/admin/custody/reconciliation/lift',
  roles: operators,
  right: 'withdrawal.decide',
  summary: { ko: '출금 멈춤 풀기 요청', en: 'Ask a second person to let payouts of a coin go on in spite of a difference' },
  body: z.object({ stopId: id, fingerprint: z.string().check(z.maxLength(64)), reason }),
  reply: z.object({}),
  codes: ['APPROVAL_REQUIRED', 'NOT_FOUND', 'STOP_LIFTED', 'STOP_CHANGED'],
});
