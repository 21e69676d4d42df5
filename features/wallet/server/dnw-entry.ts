// A posting as the wallet it touched tells it: the specification's type code, what moved, and what was there afterwards.
import { PostingReason } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { DnwEntry, DnwType } from '../contract.ts';
import { currencyOf, walletsByLedger } from './purses.ts';

/** A row of wallet_ledger, or the same of an event. */
export interface Posting {
  seq: number;
  idx: number;
  debit: number;
  credit: number;
  amount: number;
  reason: number;
  /** Of a conversion the ledger account at its other end; of others as the engine says. */
  ref: number;
  debit_after: number;
  credit_after: number;
  symbol: number;
  time_ms: number;
}
/** Which side of a posting: what left a wallet, what came into one. */
export const Side = { Debit: 0, Credit: 1 } as const;

interface Meaning {
  word: string;
  /** By side: debit, credit. */
  types: readonly [DnwType, DnwType];
}
const settlement = (word: string): Meaning => ({ word, types: ['C', 'C'] });
const conversion = (word: string): Meaning => ({ word, types: ['CO', 'CI'] });
const meanings: Readonly<Record<number, Meaning>> = {
  [PostingReason.Transfer]: { word: 'TRANSFER', types: ['TO', 'TI'] },
  [PostingReason.MemberTransfer]: { word: 'MEMBER_TRANSFER', types: ['TO', 'TI'] },
  [PostingReason.Deposit]: { word: 'DEPOSIT', types: ['E', 'D'] },
  [PostingReason.Withdrawal]: { word: 'WITHDRAWAL', types: ['W', 'E'] },
  [PostingReason.DemoFunding]: { word: 'DEMO_FUNDING', types: ['PM', 'B'] },
  [PostingReason.Adjustment]: { word: 'ADJUSTMENT', types: ['PM', 'PB'] },
  [PostingReason.Coupon]: { word: 'COUPON', types: ['PM', 'B'] },
  [PostingReason.Conversion]: conversion('CONVERSION'),
  [PostingReason.ConversionFee]: conversion('CONVERSION_FEE'),
  [PostingReason.ConversionDust]: conversion('CONVERSION_DUST'),
  [PostingReason.TradingFee]: settlement('FEE'),
  [PostingReason.RealizedPnl]: settlement('REALIZED_PNL'),
  [PostingReason.IsolatedMargin]: settlement('MARGIN'),
  [PostingReason.ClearanceFee]: settlement('CLEARANCE_FEE'),
  [PostingReason.LiquidationDeficit]: settlement('INSURANCE'),
  [PostingReason.LiquidationTakeover]: settlement('INSURANCE'),
  [PostingReason.FundingFee]: settlement('FUNDING'),
  [PostingReason.FundingDebt]: settlement('FUNDING'),
  [PostingReason.FundingShortfall]: settlement('FUNDING'),
  [PostingReason.Settlement]: settlement('SETTLEMENT'),
  [PostingReason.RoundStake]: settlement('ROUND_STAKE'),
  [PostingReason.RoundRefund]: settlement('ROUND_REFUND'),
  [PostingReason.RoundPayout]: settlement('ROUND_PAYOUT'),
  [PostingReason.RoundLoss]: settlement('ROUND_LOSS'),
  [PostingReason.RoundSale]: settlement('ROUND_SALE'),
  [PostingReason.SlotStake]: settlement('SLOT_STAKE'),
  [PostingReason.SlotPayout]: settlement('SLOT_PAYOUT'),
  [PostingReason.GivenUp]: { word: 'GIVEN_UP', types: ['PM', 'B'] },
  // Of coins: only what an orphaned deposit left owing ever touches a wallet itself, when it is collected.
  [PostingReason.DepositPending]: { word: 'DEPOSIT_PENDING', types: ['E', 'D'] },
  [PostingReason.WithdrawalSent]: { word: 'WITHDRAWAL_SENT', types: ['W', 'E'] },
  [PostingReason.WithdrawalFee]: { word: 'WITHDRAWAL_FEE', types: ['W', 'E'] },
  [PostingReason.NetworkFee]: { word: 'NETWORK_FEE', types: ['W', 'E'] },
  [PostingReason.DepositDebt]: { word: 'DEPOSIT_DEBT', types: ['PM', 'B'] },
  [PostingReason.CustodyEntry]: { word: 'CUSTODY_ENTRY', types: ['W', 'D'] },
};
const unknown = settlement('OTHER');

export const reasonWord = (reason: number): string => (meanings[reason] ?? unknown).word;

/** `reason * 2 + side` of everything that these codes stand for. */
export function postingCodes(types: readonly DnwType[]): number[] {
  return Object.entries(meanings).flatMap(([reason, { types: of }]) =>
    of.flatMap((type, side) => (types.includes(type) ? [Number(reason) * 2 + side] : [])),
  );
}

/** Unlike any other of the site, and falling with age. */
const PLACES = 100_000;
export const historyId = ({ seq, idx }: Pick<Posting, 'seq' | 'idx'>, side: number) => (seq * PLACES + idx) * 2 + side;
export function placeOf(id: number): { seq: number; idx: number; side: number } {
  const place = Math.floor(id / 2);
  return { seq: Math.floor(place / PLACES), idx: place % PLACES, side: id % 2 };
}

export function presentSide(site: SiteConfig, account: number, row: Posting, side: number): DnwEntry {
  const wallets = walletsByLedger(site, account);
  const [own, other] = side === Side.Debit ? [row.debit, row.credit] : [row.credit, row.debit];
  const walletType = wallets.get(own);
  if (walletType === undefined) throw new Error(`ledger account ${own} is no wallet of account ${account}`);
  const { currency, decimals } = currencyOf(site, walletType);
  const { word, types } = meanings[row.reason] ?? unknown;
  return {
    dnwHistoryId: historyId(row, side),
    walletType,
    currency,
    type: types[side],
    status: 'DONE',
    point: formatDecimal(side === Side.Debit ? -row.amount : row.amount, decimals),
    balance: formatDecimal(side === Side.Debit ? row.debit_after : row.credit_after, decimals),
    won: null,
    reason: word,
    otherWalletType: wallets.get(types[side] === 'CO' || types[side] === 'CI' ? row.ref : other) ?? null,
    symbol: site.symbols[row.symbol] ?? null,
    sequence: row.seq,
    time: new Date(row.time_ms).toISOString(),
  };
}

/** Each posting once for each wallet of the member's that it touched, newest first, as the histories list them. */
export function presentLines(site: SiteConfig, account: number, postings: readonly Posting[]): DnwEntry[] {
  const wallets = walletsByLedger(site, account);
  return postings
    .flatMap((posting) => [
      ...(wallets.has(posting.debit) ? [presentSide(site, account, posting, Side.Debit)] : []),
      ...(wallets.has(posting.credit) ? [presentSide(site, account, posting, Side.Credit)] : []),
    ])
    .sort((a, b) => b.dnwHistoryId - a.dnwHistoryId);
}
