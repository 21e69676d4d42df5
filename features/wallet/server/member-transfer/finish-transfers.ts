// Transfers that a crash left taken are found out, so that none is done twice and none is forgotten; and both members are told of what was done.
import { PostingReason } from '@maru/engine/ledger/account.ts';
import { HOUR_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import { forgetLooks } from './count-looks.ts';
import { runTransfer, wasRun } from './run-transfer.ts';
import { tellTransfer } from './tell-transfer.ts';
import { forgetTransfers, leftTaken, noteDone, type TransferRow, untoldTransfers } from './transfer-rows.ts';

export const TRANSFERS = 'wallet.memberTransfers';
const EVERY_MS = 10_000;
/** Whoever took it is gone by then, and its end is over. */
const LEFT_MS = 30_000;
/** The engine remembers a request for a day: well before that only the ledger is asked. */
const REMEMBERED_MS = 12 * HOUR_MS;
const FORGET_EVERY_MS = 10 * 60_000;

export function keepMemberTransfers(context: AppContext): void {
  const { jobs, pool, clock } = context;
  jobs.every({ name: TRANSFERS, everyMs: EVERY_MS, fault: 'transfers between members wait' }, async () => {
    await finishTransfers(context);
    await tellTransfers(context);
  });
  jobs.every({ name: 'wallet.forgetTransfers', everyMs: FORGET_EVERY_MS, fault: 'old checks of transfers stay' }, async () => {
    await forgetTransfers(pool, clock.now());
    await forgetLooks(pool, clock.now());
  });
}

export async function finishTransfers(context: AppContext): Promise<void> {
  for (const transfer of await leftTaken(context.pool, context.clock.now() - LEFT_MS)) {
    // A site that is not hosted here keeps its transfers until it is.
    if (context.sites.byId(transfer.site) === undefined) continue;
    await finish(context, transfer).catch((error: unknown) =>
      context.log.warn({ err: error, transfer: transfer.id }, 'a transfer between members is not settled'),
    );
  }
}

async function finish(context: AppContext, transfer: TransferRow): Promise<void> {
  const taken = transfer.takenMs as number;
  const isForgotten = context.clock.now() > taken + REMEMBERED_MS;
  const seq = (await wasRun(context, transfer)) || (isForgotten ? await seqInLedger(context, transfer) : 0);
  if (seq !== 0) return noteDone(context.pool, transfer.id, seq);
  // It was never done, and its end is over: the engine says so, behind whatever of it may still have been on its way.
  await runTransfer(context, transfer);
}

/** Its number stands in its posting. */
async function seqInLedger({ pool, projections, engine }: AppContext, { site, account, id }: TransferRow): Promise<number> {
  if (!(await projections.waitFor(site, appliedSeq(engine, site)))) throw new Error('the ledger is behind');
  const { rows } = await pool.query<{ seq: number }>(
    'SELECT seq::float8 AS seq FROM wallet_ledger WHERE site_id = $1 AND account = $2 AND reason = $3 AND ref = $4 LIMIT 1',
    [site, account, PostingReason.MemberTransfer, id],
  );
  return rows[0]?.seq ?? 0;
}

/** A crash between the message and its note tells it twice, never not at all. */
export async function tellTransfers(context: AppContext): Promise<void> {
  for (const transfer of await untoldTransfers(context.pool)) {
    await tellTransfer(context, transfer);
    await fencedQuery(context.pool, 'UPDATE wallet_member_transfer SET is_told = true WHERE transfer_id = $1', [transfer.id]);
  }
}
