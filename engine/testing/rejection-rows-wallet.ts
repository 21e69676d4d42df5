// Refusals of conversions between a member's wallets and of equity reports: rows as in rejection-rows.ts.
import { AccountFlag, type Command, CommandKind } from '../wire/command.ts';
import { futuresWallet, WalletWord, walletAccount, MAX_MEMBER_BALANCE } from '../ledger/account.ts';
import type { Body, TestExchange } from './test-exchange.ts';
import type { Row } from './rejection-rows.ts';
import { EXTERNAL, long, transfer, USDT } from './rejection-steps.ts';

type Convert = Extract<Command, { kind: typeof CommandKind.Convert }>;

/** One USDT is 1,382 won. */
const convert = (change: Partial<Convert> = {}): Body<Command> => ({
  kind: CommandKind.Convert,
  account: 0,
  symbol: -1,
  from: WalletWord.Futures,
  to: WalletWord.Binary,
  amount: 100 * USDT,
  spread: 0,
  num: 1_382,
  den: 1_000_000,
  ...change,
});
const report = (first: number, count: number): Body<Command> => ({
  kind: CommandKind.ReportEquity,
  account: -1,
  symbol: -1,
  first,
  count,
  day: 20_000,
});
const purse = (kind: number) => walletAccount(0, kind);
const frozen = (exchange: TestExchange) => {
  exchange.accept(transfer(futuresWallet(0), purse(WalletWord.Usdt), USDT));
  exchange.accept({ kind: CommandKind.SetAccountFlags, account: 0, symbol: -1, flags: AccountFlag.Frozen });
};

export const walletRows: readonly Row[] = [
  { code: 'PARAM_MALFORMED', says: 'converting within one currency', refused: convert({ to: WalletWord.Usdt }), control: convert() },
  { code: 'PARAM_MALFORMED', says: 'converting isolated margin', refused: convert({ from: WalletWord.Isolated }), control: convert() },
  { code: 'PARAM_MALFORMED', says: 'a rate of nothing', refused: convert({ num: 0 }), control: convert({ num: 1 }) },
  { code: 'PARAM_MALFORMED', says: 'a rate that is no fraction', refused: convert({ den: 0 }), control: convert({ den: 1 }) },
  {
    code: 'PARAM_MALFORMED',
    says: 'a spread beyond all',
    refused: convert({ spread: 100_000_001 }),
    control: convert({ spread: 5_000_000 }),
  },
  { code: 'AMOUNT_NOT_POSITIVE', says: 'converting nothing', refused: convert({ amount: 0 }), control: convert({ amount: USDT }) },
  { code: 'ACCOUNT_UNKNOWN', says: 'converting of nobody', refused: convert({ account: 50 }), control: convert() },
  { code: 'ACCOUNT_FROZEN', says: 'converting out of futures', given: frozen, refused: convert(), control: convert({ account: 1 }) },
  {
    code: 'ACCOUNT_FROZEN',
    says: 'converting out of the USDT wallet',
    given: frozen,
    refused: convert({ from: WalletWord.Usdt, amount: USDT }),
    control: convert({ account: 1 }),
  },
  {
    code: 'INSUFFICIENT_BALANCE',
    says: 'converting more than may be withdrawn',
    refused: convert({ amount: 10_000 * USDT + 1 }),
    control: convert({ amount: 10_000 * USDT }),
  },
  {
    code: 'INSUFFICIENT_BALANCE',
    says: 'converting what a position needs',
    given: long,
    refused: convert({ amount: 9_990 * USDT }),
    control: convert({ amount: USDT }),
  },
  {
    code: 'QUANTITY_TOO_LARGE',
    says: 'more units than a balance can hold',
    refused: convert({ num: 9_007_199_254_740_991, den: 1, amount: 2 }),
    control: convert({ num: MAX_MEMBER_BALANCE, den: 1, amount: 1 }),
  },
  {
    code: 'QUANTITY_TOO_LARGE',
    says: 'a conversion to more than a member may hold',
    refused: convert({ num: MAX_MEMBER_BALANCE + 1, den: 1, amount: 1 }),
    control: convert({ num: MAX_MEMBER_BALANCE, den: 1, amount: 1 }),
  },
  {
    code: 'QUANTITY_TOO_LARGE',
    says: 'a transfer to more than a member may hold',
    refused: transfer(EXTERNAL, purse(WalletWord.Usdt), MAX_MEMBER_BALANCE + 1),
    control: transfer(EXTERNAL, purse(WalletWord.Usdt), MAX_MEMBER_BALANCE),
  },
  { code: 'CONVERSION_TOO_SMALL', says: 'less than one won', refused: convert({ amount: 723 }), control: convert({ amount: 724 }) },
  { code: 'CONVERSION_TOO_SMALL', says: 'all of it spread', refused: convert({ spread: 100_000_000 }), control: convert() },
  { code: 'PARAM_MALFORMED', says: 'a report of too many at once', refused: report(0, 10_001), control: report(0, 10_000) },
  { code: 'PARAM_MALFORMED', says: 'a report of none', refused: report(0, 0), control: report(0, 1) },
  {
    code: 'INSUFFICIENT_BALANCE',
    says: 'out of an empty wallet',
    refused: transfer(purse(WalletWord.Binary), EXTERNAL, 1),
    control: convert(),
  },
];
