// Reasons whose postings are few even in a very long history: an index of their own finds them, and no trade or bet fills it.
import { PostingReason } from '@maru/engine/ledger/account.ts';

const usual: ReadonlySet<number> = new Set([
  PostingReason.TradingFee,
  PostingReason.RealizedPnl,
  PostingReason.IsolatedMargin,
  PostingReason.RoundStake,
  PostingReason.RoundRefund,
  PostingReason.RoundPayout,
  PostingReason.RoundLoss,
  PostingReason.RoundSale,
  PostingReason.SlotStake,
  PostingReason.SlotPayout,
]);

/** The index's own condition (base.sql), word for word: without it the database does not know that the index holds them all. */
export const IS_RARE = 'reason NOT IN (10, 11, 12, 20, 21, 22, 23, 24, 25, 26)';

export const areRare = (reasons: readonly number[]): boolean => reasons.every((reason) => !usual.has(reason));
