// Whether a text is an address of a chain, checksum and kind included, and whose it is where it is not.
import { base58xrp } from '@scure/base';
import type { ChainName } from '../chain.ts';
import { checkedBase58, mixedCase, witnessProgram } from './checksums.ts';
import { classicOf } from './x-address.ts';

/** How a network of the Bitcoin family writes addresses; test networks have others. */
export interface BitcoinPrefixes {
  pubKeyHash: number;
  scriptHash: number;
  /** Human-readable part of segwit addresses; none: the coin has no segwit. */
  witness?: string;
}

export const btcMainnet: BitcoinPrefixes = { pubKeyHash: 0, scriptHash: 5, witness: 'bc' };
export const dogeMainnet: BitcoinPrefixes = { pubKeyHash: 0x1e, scriptHash: 0x16 };
/** Of a chain on one's own machine: no real coin can be sent there by mistake. */
const btcDemo: BitcoinPrefixes = { pubKeyHash: 0x6f, scriptHash: 0xc4, witness: 'bcrt' };
const dogeDemo: BitcoinPrefixes = { pubKeyHash: 0x6f, scriptHash: 0xc4 };

const HASH_BYTES = 20;
const TRON_VERSION = 0x41;
export function isBitcoinAddress(text: string, prefixes: BitcoinPrefixes): boolean {
  const payload = checkedBase58(text);
  if (payload !== undefined)
    return payload.length === 1 + HASH_BYTES && (payload[0] === prefixes.pubKeyHash || payload[0] === prefixes.scriptHash);
  if (prefixes.witness === undefined) return false;
  const witness = witnessProgram(text);
  if (witness?.prefix !== prefixes.witness) return false;
  const { version, program } = witness;
  return version === 0 ? program.length === 20 || program.length === 32 : program.length >= 2 && program.length <= 40;
}

/** All lower or all upper case carries no checksum and is taken, as every wallet does; mixed case must be right. */
function isEthAddress(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
  const digits = text.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || mixedCase(text) === text;
}

function isTronAddress(text: string): boolean {
  const payload = checkedBase58(text);
  return payload?.length === 1 + HASH_BYTES && payload[0] === TRON_VERSION;
}

function isXrpAddress(text: string): boolean {
  const payload = checkedBase58(text, base58xrp);
  return (payload?.length === 1 + HASH_BYTES && payload[0] === 0) || classicOf(text) !== undefined;
}

/** Names of accounts have no checksum: a mistyped one can only be seen by asking the chain. */
const isEosAccount = (text: string) => text.length <= 12 && /^[a-z1-5]([a-z1-5.]*[a-z1-5])?$/.test(text);

const checks: Record<ChainName, (text: string) => boolean> = {
  ETH: isEthAddress,
  TRON: isTronAddress,
  BTC: (text) => isBitcoinAddress(text, btcMainnet),
  DOGE: (text) => isBitcoinAddress(text, dogeMainnet),
  XRP: isXrpAddress,
  EOS: isEosAccount,
};

/** On a demo's own chain: the Bitcoin family writes its addresses otherwise there, the others do not. */
export function isDemoAddress(chain: ChainName, text: string): boolean {
  if (chain === 'BTC') return isBitcoinAddress(text, btcDemo);
  return chain === 'DOGE' ? isBitcoinAddress(text, dogeDemo) : checks[chain](text);
}

/** `text` as it is: a blank before or behind it makes it none. */
export const isAddress = (chain: ChainName, text: string): boolean => checks[chain](text);

/** The chain that an address is of: to name it where another coin's was pasted. Plain names of accounts say nothing. */
export const whoseAddress = (text: string): ChainName | undefined =>
  (Object.keys(checks) as ChainName[]).find((chain) => (chain === 'EOS' ? isPlainlyEos(text) : checks[chain](text)));

/** Ordinary words are names of EOS too; only the full length of a name says so. */
const isPlainlyEos = (text: string) => text.length === 12 && isEosAccount(text);

/** A test network's: named, so that nobody sends real coins after a copy of one. */
export function isTestNetwork(text: string): boolean {
  const witness = witnessProgram(text);
  if (witness !== undefined) return ['tb', 'bcrt'].includes(witness.prefix);
  const payload = checkedBase58(text);
  return payload?.length === 1 + HASH_BYTES && [0x6f, 0xc4, 0x71].includes(payload[0]);
}
