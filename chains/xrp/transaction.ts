// The one form of XRP transaction that we make and sign, to its bytes and back without a change.
import xrpl from 'xrpl';

export interface XrpPayment {
  account: string;
  destination: string;
  /** Whose it is at the destination; null: it keeps no lists. */
  tag: number | null;
  drops: bigint;
  fee: bigint;
  sequence: number;
  /** The last ledger that may have it: afterwards it can never be carried out. */
  lastLedger: number;
}

const MOST_TAG = 2 ** 32 - 1;

export function tagOf(memo: string | null): number | null {
  if (memo === null) return null;
  const tag = /^(0|[1-9]\d{0,9})$/.test(memo) ? Number(memo) : Number.NaN;
  if (!(tag <= MOST_TAG)) throw new Error(`${memo} is no destination tag`);
  return tag;
}

export const fieldsOf = ({ account, destination, tag, drops, fee, sequence, lastLedger }: XrpPayment): xrpl.Payment => ({
  TransactionType: 'Payment',
  Account: account,
  Destination: destination,
  ...(tag === null ? {} : { DestinationTag: tag }),
  Amount: drops.toString(),
  Fee: fee.toString(),
  Sequence: sequence,
  LastLedgerSequence: lastLedger,
  Flags: 0,
});

export const toBlob = (payment: XrpPayment): string => xrpl.encode(fieldsOf(payment));

/** Throws where the bytes do anything else: partial payments, other coins, paths, memos, signatures, other kinds. */
export function fromBlob(blob: string): XrpPayment {
  if (!/^([0-9A-F]{2})+$/.test(blob)) throw new Error('these are not the bytes of a transaction');
  const found = xrpl.decode(blob) as Record<string, unknown>;
  if (found.TransactionType !== 'Payment') throw new Error(`it is ${String(found.TransactionType)}, not a payment`);
  const payment: XrpPayment = {
    account: String(found.Account),
    destination: String(found.Destination),
    tag: typeof found.DestinationTag === 'number' ? found.DestinationTag : null,
    drops: dropsOf(found.Amount),
    fee: dropsOf(found.Fee),
    sequence: Number(found.Sequence),
    lastLedger: Number(found.LastLedgerSequence ?? 0),
  };
  if (toBlob(payment) !== blob) throw new Error('it carries more than a payment of XRP');
  if (payment.lastLedger === 0 || payment.sequence === 0) throw new Error('it has no number, or no last ledger');
  return payment;
}

function dropsOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^\d{1,18}$/.test(value)) throw new Error('it pays something else than XRP');
  return BigInt(value);
}
