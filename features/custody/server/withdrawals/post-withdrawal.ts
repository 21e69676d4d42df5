// A withdrawal's step in the ledger, under its number: what was taken before is answered as taken, whenever that was (ADR 0076).
import { rejections } from '@maru/engine/reject.ts';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';

export interface Numbered {
  site: number;
  account: number;
  asset: number;
  amount: number;
  fee: number;
  number: number;
}

export type LedgerStep =
  | { step: 'HOLD' | 'SEND' | 'RETURN' }
  | { step: 'SETTLE'; networkAsset: number; networkFee: number }
  | { step: 'INSIDE'; payee: number };

/** The engine's state of the number (WithdrawalState of engine/wire/custody-terms.ts), or why it refused. */
export type LedgerAnswer = { state: number } | { refused: string };

const { CommandRejected, CustodyRepeated, WithdrawalChanged } = EventWord;

export async function postWithdrawal({ engine }: Pick<AppContext, 'engine'>, of: Numbered, step: LedgerStep): Promise<LedgerAnswer> {
  const { events } = await engine.submit(of.site, recordOf(of, step));
  for (let at = 0; at < events.length; at += EVENT_WORDS) {
    const kind = events[at];
    if (kind === EventKind.WithdrawalChanged) return { state: events[at + WithdrawalChanged.state] };
    if (kind === EventKind.CustodyRepeated) return { state: events[at + CustodyRepeated.state] };
    if (kind === EventKind.CommandRejected) {
      const code = events[at + CommandRejected.code];
      return { refused: rejections.get(code)?.name ?? String(code) };
    }
  }
  throw new Error(`withdrawal ${of.number} of site ${of.site}: ${step.step} was answered by nothing`);
}

function recordOf({ account, asset, amount, fee, number: withdrawal }: Numbered, step: LedgerStep): Float64Array {
  const head = { time: 0, account, symbol: -1, keyHi: 0, keyLo: 0, body: 0, withdrawal };
  switch (step.step) {
    case 'HOLD':
      return encodeCommand({ ...head, kind: CommandKind.HoldWithdrawal, asset, amount, fee });
    case 'SEND':
      return encodeCommand({ ...head, kind: CommandKind.SendWithdrawal });
    case 'RETURN':
      return encodeCommand({ ...head, kind: CommandKind.ReturnWithdrawal });
    case 'INSIDE':
      return encodeCommand({ ...head, kind: CommandKind.SettleInside, payee: step.payee });
    case 'SETTLE':
      return encodeCommand({
        ...head,
        kind: CommandKind.SettleWithdrawal,
        networkAsset: step.networkAsset,
        networkFee: step.networkFee,
      });
  }
}
