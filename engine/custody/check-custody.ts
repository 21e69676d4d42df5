// Custody's own proofs on a live site: figures are what the open numbers say, and every purse holds what is ruled over in it (I2, I8).
import { FIGURE_HELD, FIGURE_KEY, FIGURE_LOCKED, FIGURE_OWED, FIGURE_PENDING } from '../layout-custody.ts';
import { accountOf, MOST_ASSETS, Purse } from '../ledger/account.ts';
import { balanceOf } from '../ledger/balance.ts';
import type { EngineState } from '../state.ts';
import { DepositState, WithdrawalState } from '../wire/custody-terms.ts';
import { ownerOfKey } from './figures.ts';
import type { Register } from './register.ts';

/** As accounts are numbered. */
const SITE = -1;
const OPEN_DEPOSITS: readonly number[] = [DepositState.Pending, DepositState.Credited];
const OPEN_WITHDRAWALS: readonly number[] = [WithdrawalState.Held, WithdrawalState.Sent];

/** By key and figure, what the open numbers sum to. */
type Sums = Map<string, number>;

export function checkCustody(s: EngineState, broken: string[]): void {
  const { deposits, withdrawals, figures } = s.custody;
  checkRegister('deposit', deposits, OPEN_DEPOSITS, broken);
  checkRegister('withdrawal', withdrawals, OPEN_WITHDRAWALS, broken);
  const sums = sumsOf(s);
  for (const row of figures.all()) {
    const { account, asset } = ownerOfKey(row[FIGURE_KEY]);
    for (const figure of [FIGURE_LOCKED, FIGURE_PENDING, FIGURE_HELD]) {
      const name = `${row[FIGURE_KEY]} ${figure}`;
      const sum = sums.get(name) ?? 0;
      sums.delete(name);
      if (row[figure] !== sum)
        broken.push(`I8 figure ${figure} of account ${account} asset ${asset} is ${row[figure]}, its numbers ${sum}`);
    }
    if (row[FIGURE_OWED] < 0) broken.push(`I2 account ${account} owes ${row[FIGURE_OWED]} of asset ${asset}`);
    const held = (purse: number) => balanceOf(s, accountOf(account, asset, purse));
    const purses = [held(Purse.Pending) - row[FIGURE_PENDING], held(account === SITE ? Purse.InTransit : Purse.Held) - row[FIGURE_HELD]];
    if (purses.some((rest) => rest < 0)) broken.push(`I2 account ${account} asset ${asset} holds less than is pending, held or sent`);
  }
  for (const [name, sum] of sums) broken.push(`I8 no figure stands for ${name} with ${sum}`);
}

function checkRegister(what: string, register: Register, open: readonly number[], broken: string[]): void {
  let last = 0;
  for (const { number, amount } of register.all()) {
    const state = register.stateOf(number);
    if (!open.includes(state) || number <= last || !(amount > 0))
      broken.push(`I8 ${what} ${number} is open in state ${state} with ${amount}`);
    last = number;
  }
  if (last > register.count) broken.push(`I8 ${what} ${last} of ${register.count}`);
}

function sumsOf({ custody }: EngineState): Sums {
  const sums: Sums = new Map();
  const add = (account: number, asset: number, figure: number, amount: number) => {
    const name = `${(account + 1) * MOST_ASSETS + asset} ${figure}`;
    sums.set(name, (sums.get(name) ?? 0) + amount);
  };
  for (const { number, account, asset, amount } of custody.deposits.all())
    add(account, asset, custody.deposits.stateOf(number) === DepositState.Pending ? FIGURE_PENDING : FIGURE_LOCKED, amount);
  for (const { number, account, asset, amount, fee } of custody.withdrawals.all())
    add(custody.withdrawals.stateOf(number) === WithdrawalState.Held ? account : SITE, asset, FIGURE_HELD, amount + fee);
  return sums;
}
