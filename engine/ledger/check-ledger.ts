// The ledger's own proofs on a live site: every asset sums to nothing (I1), and only what may be negative is (I2). Reads every balance once.
import { META_ACCOUNTS, META_MORE_ACCOUNTS } from '../layout.ts';
import { MARK_STAKES } from '../layout-rounds.ts';
import type { EngineState } from '../state.ts';
import { HouseAccount, isolatedPurse } from './account.ts';
import { HOUSE_OWNER, ownerOf, purseOf } from './numbering.ts';
import { Asset, MOST_ASSETS, mayBeNegative } from './purse.ts';
import { assetSums } from './sums.ts';

const NEVER_NEGATIVE: readonly number[] = [
  HouseAccount.Fee,
  HouseAccount.Insurance,
  HouseAccount.Dust,
  HouseAccount.BinaryFee,
  HouseAccount.BinaryDust,
  HouseAccount.RoundsEscrow,
];

export function checkLedger(s: EngineState, broken: string[]): void {
  const sums = assetSums(s);
  // What passed between the two that may mix (purse.ts) is no excess of either.
  sums.addFirst(Asset.Usdt, s.more.passed, 1);
  sums.addFirst(Asset.Binary, s.more.passed, -1);
  for (let asset = 0; asset < MOST_ASSETS; asset++)
    if (sums.of(asset) !== 0) broken.push(`I1 the ledger sums to ${sums.of(asset)} in asset ${asset}`);
  if (s.ledger[HouseAccount.RoundsEscrow] !== s.rounds.marks[MARK_STAKES])
    broken.push(`I16 escrow holds ${s.ledger[HouseAccount.RoundsEscrow]} for open stakes of ${s.rounds.marks[MARK_STAKES]}`);
  for (const purse of NEVER_NEGATIVE) if (s.ledger[purse] < 0) broken.push(`I2 house purse ${purse} holds ${s.ledger[purse]}`);
  for (let account = 0; account < s.meta[META_ACCOUNTS]; account++) {
    const purse = isolatedPurse(account);
    if (s.ledger[purse] < 0) broken.push(`I2 isolated purse ${purse} holds ${s.ledger[purse]}`);
  }
  for (let row = 0; row < s.meta[META_MORE_ACCOUNTS]; row++) {
    const ledger = s.more.numbers[row];
    const isFree = ownerOf(ledger) === HOUSE_OWNER && mayBeNegative(purseOf(ledger));
    if (s.more.balances[row] < 0 && !isFree) broken.push(`I2 account ${ledger} holds ${s.more.balances[row]}`);
  }
}
