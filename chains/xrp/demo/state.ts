// Accounts of the demo's XRP ledger and what a transaction does to them: numbers, reserves, tags, delivered amounts.
export interface Account {
  balance: bigint;
  sequence: number;
  isTagRequired: boolean;
}
export type Accounts = Map<string, Account>;

export interface Fields {
  TransactionType: string;
  Account: string;
  Fee: string;
  Sequence: number;
  LastLedgerSequence?: number;
  Flags?: number;
  Destination?: string;
  DestinationTag?: number;
  Amount?: string | Record<string, string>;
  SendMax?: string | Record<string, string>;
  SetFlag?: number;
}

export interface Applied {
  result: string;
  delivered?: string | Record<string, string>;
}

export const RESERVE = 1_000_000n;
export const BASE_FEE = 10n;
const PARTIAL = 0x20000;
const REQUIRE_TAG = 1;
/** What a partial payment delivers of what it names, from whoever sells XRP for the other coin. */
const PARTIAL_SHARE = 1_000n;

export const copyOf = (accounts: Accounts): Accounts => new Map([...accounts].map(([address, account]) => [address, { ...account }]));

/** What is refused before it costs anything; undefined: it is taken up. */
export function refusalOf(accounts: Accounts, fields: Fields, openHeight: number): string | undefined {
  const sender = accounts.get(fields.Account);
  if (sender === undefined) return 'terNO_ACCOUNT';
  if (fields.Sequence < sender.sequence) return 'tefPAST_SEQ';
  if (fields.Sequence > sender.sequence) return 'terPRE_SEQ';
  if (fields.LastLedgerSequence !== undefined && fields.LastLedgerSequence < openHeight) return 'tefMAX_LEDGER';
  if (BigInt(fields.Fee) < BASE_FEE) return 'telINSUF_FEE_P';
  if (sender.balance < BigInt(fields.Fee)) return 'terINSUF_FEE_B';
  if (fields.TransactionType === 'Payment') return refusedPayment(fields);
  return fields.TransactionType === 'AccountSet' ? undefined : 'temUNKNOWN';
}

function refusedPayment({ Account, Destination, Amount, Flags = 0, SendMax }: Fields): string | undefined {
  const isPartial = (Flags & PARTIAL) !== 0;
  if (typeof Amount === 'string' && BigInt(Amount) <= 0n) return 'temBAD_AMOUNT';
  if (Account === Destination) return 'temREDUNDANT';
  if (isPartial && typeof Amount === 'string' && typeof SendMax !== 'object') return 'temBAD_SEND_XRP_PARTIAL';
  return undefined;
}

/** Its fee and its number are used up whatever becomes of it. `market` sells XRP for other coins. */
export function apply(accounts: Accounts, fields: Fields, market: string): Applied {
  const sender = accounts.get(fields.Account)!;
  sender.balance -= BigInt(fields.Fee);
  sender.sequence += 1;
  if (fields.TransactionType === 'AccountSet') {
    if (fields.SetFlag === REQUIRE_TAG) sender.isTagRequired = true;
    return { result: 'tesSUCCESS' };
  }
  const { Amount, Destination = '', DestinationTag } = fields;
  const destination = accounts.get(Destination);
  if (destination?.isTagRequired === true && DestinationTag === undefined) return { result: 'tecDST_TAG_NEEDED' };
  if (typeof Amount !== 'string') return destination === undefined ? { result: 'tecNO_DST' } : { result: 'tesSUCCESS', delivered: Amount! };
  const isPartial = ((fields.Flags ?? 0) & PARTIAL) !== 0;
  const amount = isPartial ? BigInt(Amount) / PARTIAL_SHARE : BigInt(Amount);
  if (destination === undefined && amount < RESERVE) return { result: 'tecNO_DST_INSUF_XRP' };
  const payer = isPartial ? accounts.get(market)! : sender;
  if (payer.balance - RESERVE < amount) return { result: 'tecUNFUNDED_PAYMENT' };
  payer.balance -= amount;
  const paid = destination ?? { balance: 0n, sequence: 1, isTagRequired: false };
  paid.balance += amount;
  accounts.set(Destination, paid);
  return { result: 'tesSUCCESS', delivered: amount.toString() };
}
