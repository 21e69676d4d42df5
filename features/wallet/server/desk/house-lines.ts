// To which line of the house's sheet a posting belongs, on either side that is the house's: together all lines are what the house's accounts changed by.
import { HouseAccount, WalletWord, PostingReason } from '@maru/engine/ledger/account.ts';
import { isHouseSide, walletSide } from '@maru/engine/ledger/side.ts';
import type { HouseLine } from '../../house-sheet-contract.ts';

export interface PairSum {
  debit: number;
  credit: number;
  reason: number;
  amount: bigint;
}

const ofPurse: Readonly<Record<number, HouseLine>> = {
  [HouseAccount.Futures]: 'BOOK',
  [HouseAccount.Fee]: 'FEES',
  [HouseAccount.Insurance]: 'INSURANCE',
  [HouseAccount.External]: 'DEPOSITS',
  [HouseAccount.Promo]: 'BONUSES',
  [HouseAccount.Grant]: 'BONUSES',
  [HouseAccount.Coupon]: 'COUPONS',
  [HouseAccount.Dust]: 'ROUNDING',
  [HouseAccount.ConvertUsdt]: 'EXCHANGED',
  [HouseAccount.ConvertBinary]: 'EXCHANGED',
  [HouseAccount.BinaryFee]: 'CONVERSION',
  [HouseAccount.BinaryDust]: 'CONVERSION',
  [HouseAccount.RoundsEscrow]: 'OPEN_STAKES',
  [HouseAccount.Rounds]: 'ROUNDS',
};
const byReason: Readonly<Record<number, HouseLine>> = {
  [PostingReason.FundingFee]: 'FUNDING',
  [PostingReason.FundingDebt]: 'FUNDING',
  [PostingReason.SlotStake]: 'SLOT',
  [PostingReason.SlotPayout]: 'SLOT',
};

/** The line of one side of a posting, `other` being its other side. */
function lineOf(purse: number, other: number, reason: number): HouseLine {
  // What is put aside for a campaign is the coupons' own until somebody uses one, and goes back to where it came from.
  if (reason === PostingReason.Coupon) return 'COUPONS';
  // Of a member that left.
  if (reason === PostingReason.GivenUp) return 'GIVEN_UP';
  // Money of the owner's that comes into its purses or leaves them.
  if (isHouseSide(other) && (purse === HouseAccount.External || other === HouseAccount.External)) return 'CAPITAL';
  const isFeeOfConversion = reason === PostingReason.ConversionFee || reason === PostingReason.ConversionDust;
  if (isFeeOfConversion && !isHouseSide(other)) return 'CONVERSION';
  const isRisk = purse === HouseAccount.Futures || purse === HouseAccount.Rounds;
  return (isRisk ? byReason[reason] : undefined) ?? ofPurse[purse] ?? 'ROUNDING';
}

/** Signed, from the house's side: what came to it is positive. */
export function linesOf({ debit, credit, reason, amount }: PairSum): { line: HouseLine; amount: bigint }[] {
  return [
    ...(isHouseSide(debit) ? [{ line: lineOf(debit, credit, reason), amount: -amount }] : []),
    ...(isHouseSide(credit) ? [{ line: lineOf(credit, debit, reason), amount }] : []),
  ];
}

const otherPurses: readonly number[] = [
  HouseAccount.ConvertBinary,
  HouseAccount.BinaryFee,
  HouseAccount.BinaryDust,
  HouseAccount.RoundsEscrow,
  HouseAccount.Rounds,
  walletSide(WalletWord.Binary),
];

/** Counted in the BINARY wallet's currency; a gift into that wallet is too, from whatever purse it comes. */
export const isBinaryPair = ({ debit, credit }: Pick<PairSum, 'debit' | 'credit'>): boolean =>
  otherPurses.includes(debit) || otherPurses.includes(credit);
