// The ledger's own proofs on a live site: every asset sums to nothing (I1), and only what may be negative is (I2). Reads every balance once.
import { META_ACCOUNTS, META_MORE_ACCOUNTS } from '../layout.ts';
import { MARK_STAKES } from '../layout-rounds.ts';
import type { EngineState } from '../state.ts';
import { HouseAccount, isolatedPurse } from './account.ts';
import { assetOf, HOUSE_OWNER, ledgerLength, ownerOf, purseOf } from './numbering.ts';
import { areOneAsset, Asset, MOST_ASSETS, mayBeNegative } from './purse.ts';

const HALF = 2 ** 27;
const PER_HALF = 2 ** -27;

const NEVER_NEGATIVE: readonly number[] = [
  HouseAccount.Fee,
  HouseAccount.Insurance,
  HouseAccount.Dust,
  HouseAccount.BinaryFee,
  HouseAccount.BinaryDust,
  HouseAccount.RoundsEscrow,
];

/** Sums by asset in two halves, since one of large balances would leave the safe integers on its way. */
class Sums {
  readonly #high = new Float64Array(MOST_ASSETS);
  readonly #low = new Float64Array(MOST_ASSETS);

  add(asset: number, amount: number): void {
    const part = Math.floor(amount * PER_HALF);
    this.#high[asset] += part;
    this.#low[asset] += amount - part * HALF;
  }

  of(asset: number): number {
    return this.#high[asset] * HALF + this.#low[asset];
  }
}

/** What all accounts of an asset sum to; the two that may mix (purse.ts) stand under the first of them. */
function sumsOf(s: EngineState): Sums {
  const sums = new Sums();
  const used = ledgerLength(s.meta[META_ACCOUNTS]);
  // Every slot is of one of these two.
  for (let ledger = 0; ledger < used; ledger++) sums.add(Asset.Usdt, s.ledger[ledger]);
  for (let row = 0; row < s.meta[META_MORE_ACCOUNTS]; row++) {
    const asset = assetOf(s.more.numbers[row]);
    sums.add(areOneAsset(asset, Asset.Usdt) ? Asset.Usdt : asset, s.more.balances[row]);
  }
  return sums;
}

export function checkLedger(s: EngineState, broken: string[]): void {
  const sums = sumsOf(s);
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
