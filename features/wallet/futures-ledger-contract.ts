// A member's futures postings as other features read them: what moved the futures wallet as a whole, cross and isolated margin together.
import { serviceKey } from '@maru/kit/contract/service.ts';

/** Times in ms, `from` and `to` both included; `symbol` is the site's index; `reasons` are the ledger's numbers. */
export interface LedgerSpan {
  from?: number | undefined;
  to?: number | undefined;
  symbol?: number | undefined;
  reasons?: readonly number[] | undefined;
  /** Only what came in (1) or what left (-1). */
  way?: 1 | -1 | undefined;
  /** `OLDEST`: from the span's beginning on; `NEWEST`: back from its end. Rows come in that order. */
  first: 'OLDEST' | 'NEWEST';
  limit: number;
  offset: number;
}

/** `amount` in micro-USDT, negative where it left; `symbol` -1: of no symbol; `ref`: trade, position or order, as the reason has it. */
export interface FuturesPosting {
  seq: number;
  idx: number;
  amount: number;
  reason: number;
  ref: number;
  symbol: number;
  timeMs: number;
}

export interface FuturesLedger {
  /** What came in and what left; movements between cross wallet and isolated margin are none. All of them add up to the wallet's change. */
  income(site: number, account: number, span: LedgerSpan): Promise<FuturesPosting[]>;
  /** Isolated margin that the member added (negative) or took back itself, of one symbol; what trades moved is none. */
  marginMoves(site: number, account: number, span: LedgerSpan & { symbol: number }): Promise<FuturesPosting[]>;
}
export const futuresLedger = serviceKey('wallet.futuresLedger').of<FuturesLedger>();
