// What rippled answers to the calls that an exchange makes, in the shapes of its interface's second version.
import { BASE_FEE, RESERVE } from './state.ts';
import type { Entry, Ledger, XrpLedger } from './ledger.ts';

type Asked = Record<string, unknown>;
type Answer = Record<string, unknown>;

class Refusal extends Error {}

const headOf = ({ height, hash, parent, closeTime }: Ledger) => ({
  ledger_index: height,
  ledger_hash: hash,
  parent_hash: parent,
  close_time: closeTime,
  closed: true,
});

/** In this version the named amount is called DeliverMax, and `Amount` is gone. */
function shown({ fields }: Entry): Answer {
  const { Amount, ...others } = fields;
  return Amount === undefined ? others : { ...others, DeliverMax: Amount };
}
const metaOf = ({ result, delivered }: Entry) => ({
  TransactionResult: result,
  TransactionIndex: 0,
  AffectedNodes: [],
  ...(delivered === undefined ? {} : { delivered_amount: delivered }),
});

const calls: Record<string, (ledger: XrpLedger, asked: Asked) => Answer> = {
  ledger(book, { ledger_index: at, transactions, expand }) {
    const found = at === 'validated' ? book.tip : book.ledgerAt(Number(at));
    if (found === undefined) throw new Refusal('lgrNotFound');
    const entries = found.entries.map((entry) =>
      expand === true ? { hash: entry.hash, tx_json: shown(entry), meta: metaOf(entry), validated: true } : entry.hash,
    );
    return {
      ledger: { ...headOf(found), ...(transactions === true ? { transactions: entries } : {}) },
      ledger_hash: found.hash,
      ledger_index: found.height,
      validated: true,
    };
  },
  account_info(book, { account, ledger_index: at }) {
    const found = book.account(String(account), at !== 'validated');
    if (found === undefined) throw new Refusal('actNotFound');
    return {
      account_data: { Account: account, Balance: found.balance.toString(), Sequence: found.sequence, LedgerEntryType: 'AccountRoot' },
      account_flags: { requireDestinationTag: found.isTagRequired },
      ledger_index: book.tip.height,
      validated: at === 'validated',
    };
  },
  tx(book, { transaction }) {
    const entry = book.entry(String(transaction).toUpperCase());
    if (entry === undefined) throw new Refusal('txnNotFound');
    const isIn = entry.height !== undefined;
    return {
      hash: entry.hash,
      tx_json: shown(entry),
      validated: isIn,
      ...(isIn ? { ledger_index: entry.height, ledger_hash: book.ledgerAt(entry.height!)?.hash, meta: metaOf(entry) } : {}),
    };
  },
  submit(book, { tx_blob: blob }) {
    if (typeof blob !== 'string' || !/^([0-9A-Fa-f]{2})+$/.test(blob)) throw new Refusal('invalidParams');
    try {
      const { result, entry } = book.submit(blob.toUpperCase());
      return {
        accepted: true,
        engine_result: result,
        engine_result_message: result,
        tx_blob: blob,
        tx_json: entry && { ...shown(entry), hash: entry.hash },
      };
    } catch (error) {
      throw new Refusal(`invalidTransaction ${(error as Error).message}`);
    }
  },
  fee: () => ({
    drops: { base_fee: String(BASE_FEE), median_fee: '5000', minimum_fee: String(BASE_FEE), open_ledger_fee: String(BASE_FEE) },
    current_queue_size: '0',
  }),
  server_info: (book) => ({
    info: {
      build_version: '2.6.1',
      complete_ledgers: `1-${book.tip.height}`,
      network_id: 0,
      server_state: 'full',
      validated_ledger: {
        seq: book.tip.height,
        hash: book.tip.hash,
        base_fee_xrp: 0.00001,
        reserve_base_xrp: Number(RESERVE) / 1e6,
        reserve_inc_xrp: 0.2,
      },
    },
  }),
  ledger_current: (book) => ({ ledger_current_index: book.tip.height + 1 }),
  subscribe: () => ({}),
};

export function answer(book: XrpLedger, method: string, asked: Asked): Answer {
  try {
    if (!(method in calls)) throw new Refusal('unknownCmd');
    return { ...calls[method](book, asked), status: 'success' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [code, ...words] = error.message.split(' ');
    return { status: 'error', error: code, error_message: words.join(' ') || code, request: { command: method } };
  }
}
