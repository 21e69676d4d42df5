// To which line of the house's sheet a posting belongs, on either side that is the house's: together all lines are what the house's accounts changed by.
import { ConvertPurse, HousePurse, MemberPurse, PostingReason, RoundsPurse } from '@maru/engine/ledger/account.ts';
import type { HouseLine } from '../../house-sheet-contract.ts';
import { MEMBER_SIDE } from './house-postings.ts';

export interface PairSum {
  debit: number;
  credit: number;
  reason: number;
  amount: bigint;
}

const ofPurse: Readonly<Record<number, HouseLine>> = {
  [HousePurse.Futures]: 'BOOK',
  [HousePurse.Fee]: 'FEES',
  [HousePurse.Insurance]: 'INSURANCE',
  [HousePurse.External]: 'DEPOSITS',
  [HousePurse.Promo]: 'BONUSES',
  [HousePurse.Grant]: 'BONUSES',
  [HousePurse.Coupon]: 'COUPONS',
  [HousePurse.Dust]: 'ROUNDING',
  [ConvertPurse.Usdt]: 'EXCHANGED',
  [ConvertPurse.Binary]: 'EXCHANGED',
  [ConvertPurse.BinaryFee]: 'CONVERSION',
  [ConvertPurse.BinaryDust]: 'CONVERSION',
  [RoundsPurse.Escrow]: 'OPEN_STAKES',
  [RoundsPurse.House]: 'ROUNDS',
};
const byReason: Readonly<Record<number, HouseLine>> = {
  [PostingReason.FundingFee]: 'FUNDING',
  [PostingReason.FundingDebt]: 'FUNDING',
  [PostingReason.SlotStake]: 'SLOT',
  [PostingReason.SlotPayout]: 'SLOT',
};

const isHouse = (side: number) => side < MEMBER_SIDE;

/** The line of one side of a posting, `other` being its other side. */
function lineOf(purse: number, other: number, reason: number): HouseLine {
  // What is put aside for a campaign is the coupons' own until somebody uses one, and goes back to where it came from.
  if (reason === PostingReason.Coupon) return 'COUPONS';
  // Of a member that left.
  if (reason === PostingReason.GivenUp) return 'GIVEN_UP';
  // Money of the owner's that comes into its purses or leaves them.
  if (isHouse(other) && (purse === HousePurse.External || other === HousePurse.External)) return 'CAPITAL';
  const isFeeOfConversion = reason === PostingReason.ConversionFee || reason === PostingReason.ConversionDust;
  if (isFeeOfConversion && !isHouse(other)) return 'CONVERSION';
  const isRisk = purse === HousePurse.Futures || purse === RoundsPurse.House;
  return (isRisk ? byReason[reason] : undefined) ?? ofPurse[purse] ?? 'ROUNDING';
}

/** Signed, from the house's side: what came to it is positive. */
export function linesOf({ debit, credit, reason, amount }: PairSum): { line: HouseLine; amount: bigint }[] {
  return [
    ...(isHouse(debit) ? [{ line: lineOf(debit, credit, reason), amount: -amount }] : []),
    ...(isHouse(credit) ? [{ line: lineOf(credit, debit, reason), amount }] : []),
  ];
}

const otherPurses: readonly number[] = [
  ConvertPurse.Binary,
  ConvertPurse.BinaryFee,
  ConvertPurse.BinaryDust,
  RoundsPurse.Escrow,
  RoundsPurse.House,
  MEMBER_SIDE + MemberPurse.Binary,
];

/** Counted in the BINARY wallet's currency; a gift into that wallet is too, from whatever purse it comes. */
export const isBinaryPair = ({ debit, credit }: Pick<PairSum, 'debit' | 'credit'>): boolean =>
  otherPurses.includes(debit) || otherPurses.includes(credit);
