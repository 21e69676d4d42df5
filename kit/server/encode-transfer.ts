// A movement between two ledger accounts as the engine reads it: one form for everybody who sends one.
import { type CommandHead, CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';

export interface Transfer {
  debit: number;
  credit: number;
  amount: number;
  /** Of PostingReason. */
  reason: number;
  /** Stands in the posting: what it was for. */
  ref?: number;
}

/** Of nobody's own request unless `head` names an account. Its key is stamped afterwards, or stands in `head`. */
export function encodeTransfer(transfer: Transfer, head: Partial<CommandHead> = {}): Float64Array {
  return encodeCommand({
    time: 0,
    account: -1,
    symbol: -1,
    keyHi: 0,
    keyLo: 0,
    body: 0,
    ...head,
    kind: CommandKind.Transfer,
    ...transfer,
  });
}
