// What differs between the networks of the Bitcoin family: address versions, script of our own addresses, fees and dust.

export interface BitcoinNetwork {
  chain: 'BTC' | 'DOGE';
  /** Prefix of segwit addresses; undefined: the network has none. */
  bech32: string | undefined;
  pubKeyHash: number;
  scriptHash: number;
  /** How our own addresses are paid: by witness key hash, or the old way where there is no segwit. */
  script: 'wpkh' | 'pkh';
  /** Path of the account whose extended public key the watcher holds (BIP84, BIP44). */
  accountPath: string;
  /** Version bytes that an extended public key of this network may begin with. */
  publicKeyVersions: readonly number[];
  /** An output of less is not passed on by nodes; the highest limit of all kinds of outputs. */
  dust: bigint;
  /** Blocks above those that mined coins stand in, before anybody may spend them. */
  ripeAfter: number;
  /** Satoshi a virtual byte: where neither settings nor node say one, what nodes ask at least, and what no node can talk us into. */
  feeRate: { usual: bigint; least: bigint; most: bigint };
  /** Hash of block 0, by which a node of another network is known; undefined: a network that is started anew. */
  genesis: string | undefined;
}

const XPUB = 0x0488b21e;
const ZPUB = 0x04b24746;
const DGUB = 0x02facafd;
const TPUB = 0x043587cf;
const VPUB = 0x045f1cf6;

export const btc: BitcoinNetwork = {
  chain: 'BTC',
  bech32: 'bc',
  pubKeyHash: 0x00,
  scriptHash: 0x05,
  script: 'wpkh',
  accountPath: "m/84'/0'/0'",
  publicKeyVersions: [XPUB, ZPUB],
  dust: 546n,
  ripeAfter: 100,
  feeRate: { usual: 10n, least: 1n, most: 500n },
  genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
};

export const doge: BitcoinNetwork = {
  chain: 'DOGE',
  bech32: undefined,
  pubKeyHash: 0x1e,
  scriptHash: 0x16,
  script: 'pkh',
  accountPath: "m/44'/3'/0'",
  publicKeyVersions: [XPUB, DGUB],
  // Its soft limit: less costs the sender more than it is worth.
  dust: 1_000_000n,
  ripeAfter: 240,
  feeRate: { usual: 1_000n, least: 1_000n, most: 100_000n },
  genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
};

/** Networks of one's own machine: addresses that no real coin can be sent to by mistake. */
export const btcDemo: BitcoinNetwork = {
  ...btc,
  bech32: 'bcrt',
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  accountPath: "m/84'/1'/0'",
  publicKeyVersions: [XPUB, TPUB, VPUB],
  genesis: undefined,
};

export const dogeDemo: BitcoinNetwork = {
  ...doge,
  ripeAfter: 60,
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  accountPath: "m/44'/1'/0'",
  publicKeyVersions: [XPUB, TPUB],
  genesis: undefined,
};

const litecoinRegtest = {
  bech32: 'rltc',
  pubKeyHash: 0x6f,
  scriptHash: 0x3a,
  publicKeyVersions: [XPUB, TPUB],
  dust: 5_460n,
  ripeAfter: 100,
  feeRate: { usual: 10n, least: 1n, most: 500n },
  genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
};

/** The real node that tests meet: as Bitcoin is spoken to, and by old scripts alone as Dogecoin is. */
export const litecoinAsBtc: BitcoinNetwork = { ...btc, ...litecoinRegtest };
export const litecoinAsDoge: BitcoinNetwork = { ...doge, ...litecoinRegtest, bech32: undefined };
