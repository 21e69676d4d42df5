// The second of two calls: what was checked is taken for ever by this request, and done in one command.
import { hash } from 'node:crypto';
import { checkWithdrawPassword, provenSecondFactor } from '@maru/account/contract.ts';
import { accountOf, PostingReason, Purse } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { receivers, refuseLeaving } from '@maru/member/contract.ts';
import type { PoolClient } from 'pg';
import { transferToMember } from '../../member-transfer-contract.ts';
import { Side, presentSide } from '../dnw-entry.ts';
import { bonusTurn, refuseBonus } from '../keep-bonus.ts';
import { postingsAt, postingsOf } from '../posting-of.ts';
import { currencyAt } from '../purses.ts';
import { TRANSFERS } from './finish-transfers.ts';
import { needsSecond, refuseBeyondDay, refuseUnready, refuseWithoutSecond } from './read-move.ts';
import { type Ran, runTransfer, wasRun } from './run-transfer.ts';
import { markTaken, ownTransfer, type TransferRow, transferTakenBy } from './transfer-rows.ts';
import { ownLimitOf, sentBy, termsOfTransfers } from './transfer-terms.ts';

/** While a request may still be on its way to the engine, nobody sends the same again: what the first one meets decides. */
const UNDER_WAY_MS = 30_000;

type Body = Out<typeof transferToMember.body>;
type Reply = Out<typeof transferToMember.reply>;

export const transferToMemberHandler = handle(transferToMember, async (context, { site, session, body, requestKey }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (requestKey === undefined) throw new Refusal('TRANSFER_KEY');
  const key = hash('sha256', requestKey, 'hex');
  const before = await transferTakenBy(context.pool, session, key);
  if (before !== undefined) {
    if (before.id !== body.transferId) throw new Refusal('REQUEST_REUSED');
    return answer(context, site, before, await outcomeOf(context, before));
  }
  const row = await openOne(context, session, body.transferId);
  const isProven = await refuseUnguarded(context, site, session, row, body);
  const done = await context.shared.turn(bonusTurn(site.id, session.account), async () => {
    await refuseBonus(context, site, row, 'TRANSFER_BONUS');
    const own = await ownLimitOf(context, site.id, session.member);
    const { taken, isMine } = await take(context, site, { row, key, own, isProven });
    return { taken, ran: isMine ? await runTransfer(context, taken) : await outcomeOf(context, taken) };
  });
  context.jobs.hurry(TRANSFERS);
  return answer(context, site, done.taken, done.ran);
});

async function openOne({ pool, clock }: AppContext, session: Session, id: number): Promise<TransferRow> {
  const row = await ownTransfer(pool, session, id);
  if (row === undefined) throw new Refusal('TRANSFER_UNKNOWN', { field: 'transferId' });
  if (row.state !== 'OPEN') throw new Refusal('TRANSFER_USED', { field: 'transferId' });
  if (row.endsMs < clock.now()) throw new Refusal('TRANSFER_EXPIRED', { field: 'transferId' });
  return row;
}

/** Whether a second factor was asked for and is there. The password comes last: a try of it is only spent where nothing else is in the way. */
async function refuseUnguarded(
  context: AppContext,
  site: SiteConfig,
  session: Session,
  row: TransferRow,
  { password }: Body,
): Promise<boolean> {
  const { services, pool, clock } = context;
  const terms = await termsOfTransfers(pool, site.id);
  await refuseUnready(context, site, session, terms);
  await refusePayee(context, row);
  const isNeeded = needsSecond(row.value, terms, await sentBy(pool, site, session, clock.now()));
  if (isNeeded) {
    await refuseWithoutSecond(context, session, terms);
    await services.use(provenSecondFactor)(session);
  }
  await services.use(checkWithdrawPassword)(site.id, session.member, password);
  return isNeeded;
}

async function refusePayee({ services }: AppContext, { site, payee }: TransferRow): Promise<void> {
  const found = await services.use(receivers).at(site, payee);
  if (found?.mayReceive !== true) throw new Refusal('RECEIVER_UNKNOWN', { field: 'receiver' });
}

interface Taking {
  row: TransferRow;
  key: string;
  own: number | null;
  isProven: boolean;
}

/** Two at once stand one behind the other, on whichever of the site's servers: the later one counts the earlier one. */
function take(
  { pool, clock, services }: AppContext,
  site: SiteConfig,
  { row, key, own, isProven }: Taking,
): Promise<{ taken: TransferRow; isMine: boolean }> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`wallet.memberTransfer|${row.site}|${row.account}`]);
    const now = clock.now();
    const same = await transferTakenBy(client, row, key);
    if (same !== undefined && same.id !== row.id) throw new Refusal('REQUEST_REUSED');
    if (same !== undefined) return { taken: same, isMine: false };
    const terms = await termsOfTransfers(client, row.site);
    if (terms.paused !== null) throw new Refusal('TRANSFER_PAUSED');
    const sent = await sentBy(client, site, row, now);
    refuseBeyondDay(row.value, terms, sent, own);
    // Another one was quicker: asked again, this one is asked for the second factor.
    if (needsSecond(row.value, terms, sent) && !isProven) throw new EngineBusy('a transfer was taken meanwhile');
    await services.use(refuseLeaving)(client, row.site, row.account);
    await refuseLeavingPayee(services.use(refuseLeaving), client, row);
    const taken = await markTaken(client, row.id, key, now);
    if (taken === undefined) throw new Refusal(row.endsMs < now ? 'TRANSFER_EXPIRED' : 'TRANSFER_USED', { field: 'transferId' });
    return { taken, isMine: true };
  });
}

/** Told as of somebody unknown. */
async function refuseLeavingPayee(
  refuse: (sql: PoolClient, site: number, account: number) => Promise<void>,
  client: PoolClient,
  { site, payee }: TransferRow,
): Promise<void> {
  try {
    await refuse(client, site, payee);
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('RECEIVER_UNKNOWN', { field: 'receiver' });
    throw error;
  }
}

/** Of a request asked again. What a crash left between is not sent a second time while the first may still come. */
async function outcomeOf(context: AppContext, transfer: TransferRow): Promise<Ran> {
  if (transfer.state === 'DONE') return { seq: transfer.seq as number, events: new Float64Array(0) };
  if (transfer.state === 'REFUSED') return { fault: transfer.fault as 'TRANSFER_EXPIRED' };
  const seq = await wasRun(context, transfer);
  if (seq === 0 && context.clock.now() < (transfer.takenMs as number) + UNDER_WAY_MS) throw new EngineBusy('a transfer is under way');
  return runTransfer(context, transfer);
}

async function answer(context: AppContext, site: SiteConfig, transfer: TransferRow, ran: Ran): Promise<{ data: Reply; sequence: number }> {
  const { account, asset } = transfer;
  if ('fault' in ran) return refused(context, site, transfer, ran.fault);
  const postings =
    ran.events.length === 0
      ? await postingsAt(context, site.id, account, ran.seq)
      : await postingsOf(context, site.id, account, ran.events);
  const debit = accountOf(account, asset, Purse.Available);
  const posting = postings.find((one) => one.reason === PostingReason.MemberTransfer && one.debit === debit);
  if (posting === undefined) throw new EngineBusy(`postings of sequence ${ran.seq} have no rows yet`);
  const sent = presentSide(site, account, posting, Side.Debit);
  return { data: { transferId: transfer.id, receiver: transfer.payeeName, sent }, sequence: ran.seq };
}

async function refused(context: AppContext, site: SiteConfig, { account, asset }: TransferRow, fault: string): Promise<never> {
  if (fault === 'RECEIVER_CLOSED') throw new Refusal('RECEIVER_UNKNOWN', { field: 'receiver' });
  if (fault === 'TRANSFER_EXPIRED') throw new Refusal('TRANSFER_EXPIRED', { field: 'transferId' });
  const { currency, decimals } = currencyAt(site, asset);
  const held = await context.engine.query<number>(site.id, 'ledger', accountOf(account, asset, Purse.Available));
  const limit = formatDecimal(Math.max(0, held), decimals, true);
  throw new Refusal(fault as 'INSUFFICIENT_BALANCE', { field: 'point', limit, unit: currency });
}
