// To which line of the house's sheet a posting belongs, on either side that is the house's: together all lines are what the house's accounts changed by.
import { Asset, assetOf, PostingReason, Purse, purseOf } from '@maru/engine/ledger/account.ts';
import { accountAtSide, isHouseSide } from '@maru/engine/ledger/side.ts';
import type { HouseLine } from '../../house-sheet-contract.ts';

export interface PairSum {
  debit: number;
  credit: number;
  reason: number;
  amount: bigint;
}

const ofPurse: Readonly<Record<number, HouseLine>> = {
  [Purse.Futures]: 'BOOK',
  [Purse.Fee]: 'FEES',
  [Purse.Insurance]: 'INSURANCE',
  [Purse.External]: 'DEPOSITS',
  [Purse.Promo]: 'BONUSES',
  [Purse.Grant]: 'BONUSES',
  [Purse.Coupon]: 'COUPONS',
  [Purse.Dust]: 'ROUNDING',
  [Purse.Exchange]: 'EXCHANGED',
  [Purse.Escrow]: 'OPEN_STAKES',
  [Purse.Games]: 'ROUNDS',
  [Purse.InTransit]: 'IN_TRANSIT',
  [Purse.Suspense]: 'SUSPENSE',
  [Purse.Receivable]: 'OWED',
  [Purse.NetworkFee]: 'NETWORK_FEES',
};
/** What is gathered in another asset than USDT comes of conversions. */
const ofOthers: Readonly<Record<number, HouseLine>> = { [Purse.Fee]: 'CONVERSION', [Purse.Dust]: 'CONVERSION' };
const byReason: Readonly<Record<number, HouseLine>> = {
  [PostingReason.FundingFee]: 'FUNDING',
  [PostingReason.FundingDebt]: 'FUNDING',
  [PostingReason.SlotStake]: 'SLOT',
  [PostingReason.SlotPayout]: 'SLOT',
};

const purseAt = (side: number) => purseOf(accountAtSide(side));
const assetAt = (side: number) => assetOf(accountAtSide(side));

const custodyReasons: ReadonlySet<number> = new Set([
  PostingReason.WithdrawalSent,
  PostingReason.WithdrawalFee,
  PostingReason.NetworkFee,
  PostingReason.DepositDebt,
  PostingReason.CustodyEntry,
]);

/** Of custody: each purse has its line; what networks took left the owner's own coins, and the house's reserve is its capital. */
function custodyLineOf(purse: number, other: number, reason: number): HouseLine {
  if (purse === Purse.Fee) return 'WITHDRAWAL_FEES';
  if (purse === Purse.Reserve || purseAt(other) === Purse.Reserve) return 'CAPITAL';
  if (purse === Purse.External && reason === PostingReason.NetworkFee) return 'CAPITAL';
  return ofPurse[purse] ?? 'ROUNDING';
}

/** The line of one side of a posting, `other` being its other side. */
function lineOf(side: number, other: number, reason: number): HouseLine {
  const purse = purseAt(side);
  // What is put aside for a campaign is the coupons' own until somebody uses one, and goes back to where it came from.
  if (reason === PostingReason.Coupon) return 'COUPONS';
  // Of a member that left.
  if (reason === PostingReason.GivenUp) return 'GIVEN_UP';
  if (custodyReasons.has(reason)) return custodyLineOf(purse, other, reason);
  // Money of the owner's that comes into its purses or leaves them.
  if (isHouseSide(other) && (purse === Purse.External || purseAt(other) === Purse.External)) return 'CAPITAL';
  const isFeeOfConversion = reason === PostingReason.ConversionFee || reason === PostingReason.ConversionDust;
  if (isFeeOfConversion && !isHouseSide(other)) return 'CONVERSION';
  const isRisk = purse === Purse.Futures || purse === Purse.Games;
  const ofOther = assetAt(side) === Asset.Usdt ? undefined : ofOthers[purse];
  return (isRisk ? byReason[reason] : undefined) ?? ofOther ?? ofPurse[purse] ?? 'ROUNDING';
}

/** Signed, from the house's side: what came to it is positive. */
export function linesOf({ debit, credit, reason, amount }: PairSum): { line: HouseLine; amount: bigint }[] {
  return [
    ...(isHouseSide(debit) ? [{ line: lineOf(debit, credit, reason), amount: -amount }] : []),
    ...(isHouseSide(credit) ? [{ line: lineOf(credit, debit, reason), amount }] : []),
  ];
}

/** The asset it is counted in; a gift into the games' wallet is in theirs, from whatever purse it comes. */
export const assetOfPair = ({ debit, credit }: Pick<PairSum, 'debit' | 'credit'>): number => Math.max(assetAt(debit), assetAt(credit));
