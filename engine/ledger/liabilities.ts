// What a site owes its members of some assets together, at one sequence: a sum for each account, and the same from the house's side.
import { META_ACCOUNTS, META_MORE_ACCOUNTS } from '../layout.ts';
import type { EngineState } from '../state.ts';
import { memberAccounts } from './account.ts';
import { ExactSums } from './exact-sums.ts';
import { assetOf, HOUSE_OWNER, ownerOf, purseOf, SLOTS } from './numbering.ts';
import { Asset, Purse } from './purse.ts';

export interface Liabilities {
  /** Accounts that are owed anything, ascending, and how much each is: all of its purses. */
  accounts: Int32Array;
  amounts: Float64Array;
  /** Cross wallets that stand below zero while a position carries them count as nothing; so much they lack together. */
  below: number;
  /** What the house's side says that members have: all amounts less `below`, or the ledger is broken. */
  owed: number;
  /** An account with a purse below zero that never may be. */
  negative?: { account: number; purse: number };
}

export interface LiabilitiesView {
  seq: number;
  /** As they were asked for. */
  groups: Liabilities[];
}

export function liabilitiesView(s: EngineState, groups: readonly (readonly number[])[]): LiabilitiesView {
  return { seq: s.seq, groups: groups.map((assets) => liabilitiesOf(s, assets)) };
}

const [BELOW, OWED] = [0, 1];

function liabilitiesOf(s: EngineState, assets: readonly number[]): Liabilities {
  const count = s.meta[META_ACCOUNTS];
  const each = new Float64Array(count);
  const sums = new ExactSums(2);
  let negative: Liabilities['negative'];
  const add = (account: number, purse: number, amount: number) => {
    if (amount >= 0) each[account] += amount;
    else if (purse === Purse.Futures) sums.add(BELOW, -amount);
    else negative ??= { account, purse };
  };
  const slots = memberAccounts(0).filter(({ ledger }) => assets.includes(assetOf(ledger)));
  for (const { ledger } of slots)
    for (let account = 0; account < count; account++) {
      const amount = s.ledger[ledger + account * SLOTS];
      if (amount !== 0) add(account, purseOf(ledger), amount);
    }
  for (let ledger = 0; ledger < SLOTS; ledger++) if (assets.includes(assetOf(ledger))) sums.add(OWED, -s.ledger[ledger]);
  for (let row = 0; row < s.meta[META_MORE_ACCOUNTS]; row++) {
    const [ledger, amount] = [s.more.numbers[row], s.more.balances[row]];
    if (amount === 0 || !assets.includes(assetOf(ledger))) continue;
    if (ownerOf(ledger) === HOUSE_OWNER) sums.add(OWED, -amount);
    else add(ownerOf(ledger) - 1, purseOf(ledger), amount);
  }
  // What passed between the two that may mix (purse.ts) is the members' all the same.
  if (assets.includes(Asset.Usdt)) sums.addFirst(OWED, s.more.passed, -1);
  if (assets.includes(Asset.Binary)) sums.addFirst(OWED, s.more.passed, 1);
  return { ...withAnything(each), below: sums.of(BELOW), owed: sums.of(OWED), ...(negative && { negative }) };
}

function withAnything(each: Float64Array): Pick<Liabilities, 'accounts' | 'amounts'> {
  let used = 0;
  for (let account = 0; account < each.length; account++) if (each[account] !== 0) used++;
  const accounts = new Int32Array(used);
  const amounts = new Float64Array(used);
  for (let account = 0, at = 0; account < each.length; account++) {
    if (each[account] === 0) continue;
    accounts[at] = account;
    amounts[at++] = each[account];
  }
  return { accounts, amounts };
}
