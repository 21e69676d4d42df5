// Steps of scenarios with coin custody: deposits and withdrawals by their number, of account 0 and bitcoin unless said otherwise.
import { type Command, CommandKind } from '../wire/command.ts';
import type { Body } from './test-exchange.ts';

type Of<K> = Extract<Command, { kind: K }>;
type Said<K> = Partial<Of<K>>;

export const BTC = 2;
export const ETH = 3;
const head = { account: 0, symbol: -1 };

export const pend = (deposit: number, amount = 1_000, said: Said<typeof CommandKind.PendDeposit> = {}): Body<Command> => ({
  kind: CommandKind.PendDeposit,
  ...head,
  asset: BTC,
  deposit,
  amount,
  ...said,
});
export const credit = (deposit: number, amount = 1_000, said: Said<typeof CommandKind.CreditDeposit> = {}): Body<Command> => ({
  kind: CommandKind.CreditDeposit,
  ...head,
  asset: BTC,
  deposit,
  amount,
  ...said,
});
export const unlock = (deposit: number, account = 0): Body<Command> => ({ kind: CommandKind.UnlockDeposit, ...head, account, deposit });
export const orphan = (deposit: number, account = 0): Body<Command> => ({ kind: CommandKind.OrphanDeposit, ...head, account, deposit });
export const hold = (withdrawal: number, amount = 100, said: Said<typeof CommandKind.HoldWithdrawal> = {}): Body<Command> => ({
  kind: CommandKind.HoldWithdrawal,
  ...head,
  asset: BTC,
  withdrawal,
  amount,
  fee: 5,
  ...said,
});
export const sent = (withdrawal: number, account = 0): Body<Command> => ({
  kind: CommandKind.SendWithdrawal,
  ...head,
  account,
  withdrawal,
});
export const settled = (withdrawal: number, said: Said<typeof CommandKind.SettleWithdrawal> = {}): Body<Command> => ({
  kind: CommandKind.SettleWithdrawal,
  ...head,
  withdrawal,
  networkAsset: BTC,
  networkFee: 3,
  ...said,
});
export const inside = (withdrawal: number, payee = 1, account = 0): Body<Command> => ({
  kind: CommandKind.SettleInside,
  ...head,
  account,
  withdrawal,
  payee,
});
export const returned = (withdrawal: number, account = 0): Body<Command> => ({
  kind: CommandKind.ReturnWithdrawal,
  ...head,
  account,
  withdrawal,
});
export const book = (entry: number, purse: number, amount: number, asset = BTC): Body<Command> => ({
  kind: CommandKind.BookCustody,
  account: -1,
  symbol: -1,
  entry,
  asset,
  purse,
  amount,
});
/** Of bitcoin to account 1, with ten seconds to its end at the time that scenarios begin at. */
export const toMember = (number: number, amount: number, said: Said<typeof CommandKind.TransferToMember> = {}): Body<Command> => ({
  kind: CommandKind.TransferToMember,
  ...head,
  transfer: number,
  payee: 1,
  asset: BTC,
  amount,
  until: 1_700_000_010_000,
  ...said,
});
