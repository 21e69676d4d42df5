// Takes each open withdrawal as far as its state allows: the state is decided in its row, the engine follows under its number.
import { WithdrawalState as Ledger } from '@maru/engine/wire/custody-terms.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { WithdrawalState } from '../../withdraw-contract.ts';
import { approveByRules } from './approve-by-rules.ts';
import { giveNumber } from '../give-number.ts';
import { finishPayout } from './finish-payout.ts';
import { type Followed, follow, insist, type OpenWithdrawal } from './follow-ledger.ts';
import { moveState } from './move-state.ts';
import { type LedgerStep, postWithdrawal } from './post-withdrawal.ts';

const ROW = `SELECT w.withdrawal_id::float8 AS id, w.site_id AS site, w.account, w.wallet_type AS "walletType", w.asset, w.chain, w.payee,
 w.amount::float8 AS amount, w.fee::float8 AS fee, w.number::float8 AS number, w.state, w.ledger
 FROM custody_withdrawal w`;
/** Numbers that were given go to the engine before new ones are: it takes them without gaps. */
const NO_NUMBER = 2 ** 53;
/** For a person, the signer, or a block: nothing to be done here, however many they are. */
const WAITS = `(w.ledger = 'HELD' AND (w.state = 'REVIEW' OR (w.state = 'APPROVED' AND w.payee IS NULL))
   OR w.ledger = 'SENT' AND w.state IN ('SIGNED', 'SENT') AND NOT EXISTS (SELECT 1 FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id
     AND (p.mined_height IS NOT NULL OR p.void_ms IS NOT NULL OR (w.state = 'SIGNED' AND p.sent_ms IS NOT NULL))))`;
/** By pages, so that many of one site keep nobody of another waiting. */
const OPEN = `${ROW} WHERE w.ledger IN ('NONE', 'HELD', 'SENT') AND NOT ${WAITS} AND (w.site_id, coalesce(w.number, ${NO_NUMBER}), w.withdrawal_id) > ($1, $2, $3)
 ORDER BY w.site_id, coalesce(w.number, ${NO_NUMBER}), w.withdrawal_id LIMIT 2000`;
const ONE = `${ROW} WHERE w.withdrawal_id = $1`;
const openLedgers: readonly Followed[] = ['NONE', 'HELD', 'SENT'];

/** As it stands after a step. */
export type Told = (withdrawal: OpenWithdrawal) => void;
type Context = Pick<AppContext, 'pool' | 'engine' | 'clock' | 'sites' | 'log' | 'services'>;

/** One site that cannot go on (its engine is away) holds up no other. */
export async function advanceWithdrawals(context: Context, goesOn: () => boolean, tell: Told): Promise<void> {
  const failed = new Map<number, unknown>();
  let after: readonly number[] = [-1, 0, 0];
  for (;;) {
    const { rows } = await context.pool.query<OpenWithdrawal>(OPEN, [...after]);
    for (const row of rows) {
      if (!goesOn()) return;
      if (failed.has(row.site)) continue;
      await advanceOne(context, row, tell).catch((error: unknown) => failed.set(row.site, error));
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = [last.site, last.number ?? NO_NUMBER, last.id];
  }
  for (const error of failed.values()) throw error;
}

/** Until nothing more can be done now; each step stands before the next one is taken. */
async function advanceOne(context: Context, from: OpenWithdrawal, tell: Told): Promise<void> {
  for (let at = from; ; ) {
    const hasGoneOn = await takeStep(context, at);
    if (!hasGoneOn) return;
    const { rows } = await context.pool.query<OpenWithdrawal>(ONE, [at.id]);
    const [after] = rows;
    tell(after);
    if (!openLedgers.includes(after.ledger)) return;
    at = after;
  }
}

const returning: readonly WithdrawalState[] = ['REFUSED', 'CANCELLED', 'FAILED'];

async function takeStep(context: Context, w: OpenWithdrawal): Promise<boolean> {
  if (returning.includes(w.state)) return giveBack(context, w);
  switch (w.state) {
    case 'REQUESTED':
      return hold(context, w);
    case 'HELD':
      return approveByRules(context, w);
    case 'APPROVED':
      return w.payee === null ? false : payInside(context, w, w.payee);
    case 'SIGNED':
    case 'SENT':
      return w.ledger === 'HELD' ? send(context, w) : finishPayout(context, w);
    default:
      return false;
  }
}

/** Numbers that do not fit are no word on the member's money. */
const ofOurOwn: readonly string[] = ['CUSTODY_GAP', 'CUSTODY_STEP', 'CUSTODY_MISMATCH'];

async function hold(context: Context, w: OpenWithdrawal): Promise<boolean> {
  const number = w.number ?? (await giveNumber(context.pool, 'WITHDRAWAL', w));
  if (number === undefined) return true;
  const answer = await post(context, { ...w, number }, { step: 'HOLD' });
  const reason = 'refused' in answer ? answer.refused : null;
  if (reason === null || ofOurOwn.includes(reason)) insist(w, answer, Ledger.Held);
  await inTransaction(context.pool, async (client) => {
    const now = context.clock.now();
    // Why stands in the row before its number is used up (giveBack): a crash between forgets nothing.
    if (reason !== null) return moveState(client, w.id, { from: ['REQUESTED'], to: 'REFUSED', now, reason });
    await follow(client, w.id, 'HELD');
    return moveState(client, w.id, { from: ['REQUESTED'], to: 'HELD', now });
  });
  return true;
}

async function giveBack(context: Context, w: OpenWithdrawal): Promise<boolean> {
  if (w.number !== null) insist(w, await post(context, { ...w, number: w.number }, { step: 'RETURN' }), Ledger.Returned);
  await inTransaction(context.pool, (client) => follow(client, w.id, w.number === null ? 'VOID' : 'RETURNED'));
  return true;
}

async function send(context: Context, w: OpenWithdrawal): Promise<boolean> {
  insist(w, await post(context, { ...w, number: w.number as number }, { step: 'SEND' }), Ledger.Sent);
  await inTransaction(context.pool, (client) => follow(client, w.id, 'SENT'));
  return true;
}

async function payInside(context: Context, w: OpenWithdrawal, payee: number): Promise<boolean> {
  const answer = await post(context, { ...w, number: w.number as number }, { step: 'INSIDE', payee });
  const now = context.clock.now();
  await inTransaction(context.pool, async (client) => {
    if ('refused' in answer) return moveState(client, w.id, { from: ['APPROVED'], to: 'FAILED', now, reason: answer.refused });
    insist(w, answer, Ledger.SettledInside);
    await follow(client, w.id, 'INSIDE');
    return moveState(client, w.id, { from: ['APPROVED'], to: 'CONFIRMED', now });
  });
  return true;
}

const post = (context: Context, of: OpenWithdrawal & { number: number }, step: LedgerStep) => postWithdrawal(context, of, step);
