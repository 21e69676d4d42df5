// What the product asks of a chain: one adapter each, divided by who may hold what (ADR 0075). A reader and a preparer hold no key.
//
// Amounts are bigints of the chain's own smallest unit (wei, satoshi, drop, sun); what an asset of a site counts in is units.ts' business.
// Whatever a node says is somebody else's word: an adapter checks shapes, and whoever asks checks hashes, parents and sums.

export const chainNames = ['ETH', 'TRON', 'BTC', 'DOGE', 'XRP', 'EOS'] as const;
export type ChainName = (typeof chainNames)[number];

/** A coin of a chain as a site's row has it: the chain's own, or a token by its contract. */
export interface CoinRow {
  /** The wallet's or network's code: ETH, ETH_USDT ... */
  code: string;
  /** Of a token; the chain's own coin has none. */
  contract?: string;
  /** EOS: what the contract calls it. */
  symbol?: string;
  decimals: number;
}

export interface BlockRef {
  height: number;
  hash: string;
  parent: string;
  timeMs: number;
}

/** One output, log or payment towards an address that is watched. Its identity is chain, `txHash` and `place`. */
export interface Incoming {
  txHash: string;
  /**
   * Index of the output, or of the log within its transaction. Value without a log (a plain payment, a contract that sends ETH)
   * has -1 for the transaction's first recipient, -2 for the next: the same whoever is watched.
   */
  place: number;
  coin: string;
  to: string;
  /** XRP's destination tag, EOS' memo; null: none was given. */
  memo: string | null;
  /** What arrived, never what was said: after a token's fee, XRP's delivered amount. */
  amount: bigint;
  /** Who sent it, where the chain says so plainly. Never offered as a place to pay to. */
  from: string | null;
}

/** Bitcoin family: an output of ours by its place (`txid:index`) that nothing has spent yet. */
export interface Unspent {
  output: string;
  address: string;
  amount: bigint;
}

/** An output of ours that a transaction of a block uses up. */
export interface Spending {
  output: string;
  txHash: string;
}

export interface Tip {
  tip: BlockRef;
  /** No block up to this height can be undone, by the chain's own rule; undefined: it has no such rule. */
  finalHeight: number | undefined;
}

/** What became of a transaction; undefined where the node knows nothing of it. */
export interface Outcome {
  state: 'pending' | 'mined';
  block?: BlockRef;
  /** Mined and carried out: a mined transaction may have failed, and has cost its fee all the same. */
  isSuccess?: boolean;
  /** What the network took, in the chain's own coin. */
  fee?: bigint;
}

/**
 * What one node said of it now. Refused is not gone: it was signed, and another node may carry it out as long as its reservation
 * stand. Only a final block that used them for something else, or is later than its end, makes it void.
 */
export type Broadcast = { state: 'accepted' } | { state: 'known' } | { state: 'refused'; reason: string };

/** Addresses by text as the chain writes them; looked up for each transfer of a block. */
export interface Watched {
  has(address: string): boolean;
  /** Bitcoin family: whether `txid:index` is an output of ours that the caller holds as unspent; each input of a block is asked for. */
  hasOutput?(output: string): boolean;
}

/**
 * Everything towards watched addresses in one block, and the block that it was read from. Where outputs are spent whole, `spent` is what
 * of ours the block used up. Nobody else keeps what is unspent: the caller's rows are the `incoming` of all blocks that count, by
 * `txHash:place`, less their `spent`; a block that is undone takes both back.
 */
export interface BlockReading {
  block: BlockRef;
  incoming: Incoming[];
  spent?: Spending[];
}

/** Which network a node is of: as the chain names it, and where that is not enough the hash of its first block too. */
export interface Network {
  name: string;
  first?: string;
}

export interface ChainReader {
  readonly chain: ChainName;
  network(): Promise<Network>;
  tip(): Promise<Tip>;
  /** Undefined: there is no block of this height (yet). */
  blockAt(height: number): Promise<BlockRef | undefined>;
  incoming(height: number, watched: Watched): Promise<BlockReading>;
  balanceOf(address: string, coin: string): Promise<bigint>;
  /** Chains that pay only whom they know already (EOS): whether there is an account of this name. Throws where the node does not say. */
  hasAccount?(name: string): Promise<boolean>;
  outcomeOf(txHash: string): Promise<Outcome | undefined>;
  /** What is known already is no fault: it may be sent again at any time. */
  broadcast(raw: string): Promise<Broadcast>;
  close(): Promise<void>;
}

export interface Payment {
  to: string;
  memo: string | null;
  coin: string;
  amount: bigint;
}

/** From where a transaction pays: an address of ours, and the path of its key below the seed. */
export interface Source {
  address: string;
  path: string;
}

/** Everything a signature is made over, as text that a file can carry to a machine without a network. */
export interface Unsigned {
  chain: ChainName;
  /** PSBT in base64 for the Bitcoin family, elsewhere the bytes that the signature is made over, in hex. */
  body: string;
  sources: Source[];
}

/** What of ours is reserved for a transaction, which uses it up: two of the same cannot both be carried out. */
export interface Reservation {
  /** Account chains: the address and its number. */
  nonce?: { address: string; nonce: bigint };
  /** Bitcoin family: outputs, `txid:index`. */
  inputs?: string[];
  /**
   * Chains without numbers (TRON, EOS): the transaction itself, which can be carried out once and never after this time of
   * the chain. Another may be made instead of it only when a final block is later than that and did not bring it.
   */
  once?: { id: string; untilMs: number };
}

export interface Preparation {
  unsigned: Unsigned;
  reservation: Reservation;
  /** The most that the network may take for it. */
  feeLimit: bigint;
}

export interface PrepareOptions {
  sources: readonly Source[];
  payments: readonly Payment[];
  /** What other transactions of ours, sent or not, have reserved and no final block has settled: an own list, since the node's may be behind. */
  reserved: readonly Reservation[];
  /**
   * Bitcoin family: what of the sources is unspent, by the caller's rows (`BlockReading`), each checked against its own transaction; without
   * it the node's whole set is searched.
   */
  unspent?: readonly Unspent[];
  /** Replaces a stuck one: the same reservation, a fee that the network takes for a replacement. Refused where a chain has no such thing. */
  bump?: { previous: Unsigned };
  /** Where change goes, on chains that have it. */
  change?: string;
  /** How long it should be possible to carry it out, where a transaction has an end and it is signed by hand: the chain's most if that is less. */
  lifeMs?: number;
}

/** Makes what is to be signed. It asks a node, so the signer decodes what it made and believes nothing else. */
export interface Preparer {
  prepare(options: PrepareOptions): Promise<Preparation>;
  /** What a byte costs now, in the chain's own coin, where one transaction can make many payments. */
  feeRate?(): Promise<bigint>;
}

/** What a transaction does, read from its own bytes. */
export interface Decoded {
  chain: ChainName;
  from: string[];
  payments: Payment[];
  /** Back to ourselves; the signer checks that the address is ours. */
  change: { address: string; amount: bigint }[];
  /** The most that it can cost. */
  feeLimit: bigint;
  reservation: Reservation;
}

export interface Signed {
  raw: string;
  /** Known before it is sent, and what the network will call it. */
  hash: string;
}

/** A key below the seed, by path; lives in the signer's process alone. */
export interface Keys {
  privateKeyAt(path: string): Uint8Array;
}

export interface Signing {
  decode(unsigned: Unsigned): Decoded;
  sign(unsigned: Unsigned, keys: Keys): Signed;
  /** What was signed elsewhere: throws where it is not exactly these bytes with a signature of whoever pays. */
  verify(unsigned: Unsigned, raw: string): Signed;
}

/** Addresses of deposits, from an account's extended public key (m/44'/coin'/account') alone: the one at 0/index below it. */
export interface Deriver {
  addressAt(extendedPublicKey: string, index: number): string;
}
