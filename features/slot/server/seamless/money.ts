// Stakes and wins of other providers’ games: transfers between the BINARY wallet and the house's games purse, each under its transaction's key.
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { binaryWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { appliedSeq, EngineBusy } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { requestKeyWords, type RequestKey, stampRequestKey } from '@maru/kit/server/request-key.ts';
import { games, promo } from './moved-tx.ts';
import type { GameRow } from './transactions.ts';

const { CommandRejected } = EventWord;

/** Transfers between house and wallets are nobody's own requests. */
const NOBODY = -1;
const PROJECTION_WAIT_MS = 5000;

const keyOf = ({ site, provider, txId, kind, account, ofTx, amount }: GameRow): RequestKey => ({
  site,
  member: 0,
  requestKey: `seamless|${provider}|${txId}`,
  // Not the purse: a win that is sent again is the same, whichever purse paid it.
  bodyText: `seamless|${kind}|${account}|${amount}|${ofTx ?? ''}`,
});

/**
 * Whether the journal has it: of a row whose answer was never kept. The engine remembers a request for a day at most; what is older has
 * its row by then.
 */
export async function wasMoved({ engine, pool, projections }: AppContext, row: GameRow): Promise<boolean> {
  const words = requestKeyWords(keyOf(row)) as [number, number];
  if ((await engine.query<number>(row.site, 'request', NOBODY, ...words)) !== 0) return true;
  const seq = appliedSeq(engine, row.site);
  if (!(await projections.waitFor(row.site, seq, PROJECTION_WAIT_MS))) throw new EngineBusy('projection behind');
  const { rowCount } = await pool.query('SELECT 1 FROM slot_game_moved WHERE site_id = $1 AND tx = $2', [row.site, row.id]);
  return rowCount !== 0;
}

/** Moves the money once; throws the engine's refusal, which moved nothing. */
export async function postGame(context: AppContext, row: GameRow, amount: number): Promise<void> {
  if (amount === 0) return;
  const wallet = binaryWallet(row.account);
  if (row.kind === 'debit') return refuseBy(await send(context, row, wallet, games, amount));
  const refusal = await send(context, row, games, wallet, amount);
  // The games purse may hold less than a win: a transfer takes nothing from it that is not there, so the promotion purse pays.
  refuseBy(refusal === 'INSUFFICIENT_BALANCE' ? await send(context, row, promo, wallet, amount) : refusal);
}

function refuseBy(refusal: string | undefined): void {
  if (refusal !== undefined) throw new Refusal(refusal);
}

async function send({ engine }: AppContext, row: GameRow, debit: number, credit: number, amount: number): Promise<string | undefined> {
  const record = encodeTransfer({ debit, credit, amount, reason: PostingReason.Transfer, ref: row.id });
  stampRequestKey(record, keyOf(row));
  const { events } = await engine.submit(row.site, record);
  return events[0] === EventKind.CommandRejected
    ? (rejections.get(events[CommandRejected.code])?.name ?? String(events[CommandRejected.code]))
    : undefined;
}
