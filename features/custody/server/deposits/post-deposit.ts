// A deposit's step in the ledger, under its number: what was taken before is answered as taken, whenever that was (ADR 0076).
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { DepositState } from '../../contract.ts';

interface Posted {
  site: number;
  account: number;
  asset: number;
  amount: number;
  number: number;
}

const { CommandRejected } = EventWord;

/** Answers the sequence it was carried out at; of one that was taken before, that of the answer. */
export async function postDeposit({ engine }: AppContext, deposit: Posted, state: DepositState): Promise<number> {
  const reply = await engine.submit(deposit.site, recordOf(deposit, state));
  const { events } = reply;
  if (events[0] === EventKind.CommandRejected) {
    const code = events[CommandRejected.code];
    throw new Error(`deposit ${deposit.number} of site ${deposit.site} was refused: ${rejections.get(code)?.name ?? code}`);
  }
  return reply.seq;
}

function recordOf({ account, asset, amount, number }: Posted, state: DepositState): Float64Array {
  const head = { time: 0, account, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
  if (state === 'CONFIRMING') return encodeCommand({ ...head, kind: CommandKind.PendDeposit, deposit: number, asset, amount });
  if (state === 'CREDITED') return encodeCommand({ ...head, kind: CommandKind.CreditDeposit, deposit: number, asset, amount });
  if (state === 'UNLOCKED') return encodeCommand({ ...head, kind: CommandKind.UnlockDeposit, deposit: number });
  if (state === 'ORPHANED') return encodeCommand({ ...head, kind: CommandKind.OrphanDeposit, deposit: number });
  throw new Error(`a deposit becomes ${state} without the ledger`);
}
