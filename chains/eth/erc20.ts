// The two words of ERC-20 that money moves by: the call `transfer` and the event `Transfer`, each in its one exact form.
import { checksummed } from './checksummed.ts';
import type { Log } from './shapes.ts';

/** keccak256 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** First four bytes of keccak256 of `transfer(address,uint256)`, and of `balanceOf(address)`. */
const TRANSFER = '0xa9059cbb';
const BALANCE_OF = '0x70a08231';

const word = (hex: string) => hex.padStart(64, '0');
const MOST = 1n << 256n;

export interface Transfer {
  from: string;
  to: string;
  amount: bigint;
}

/** Undefined: something else, a token with indexed amounts (ERC-721) among it. */
export function transferOf({ topics, data }: Pick<Log, 'topics' | 'data'>): Transfer | undefined {
  if (topics.length !== 3 || topics[0] !== TRANSFER_TOPIC || data.length !== 66) return undefined;
  const [from, to] = topics.slice(1).map(addressOfWord);
  return from === undefined || to === undefined ? undefined : { from, to, amount: BigInt(data) };
}

/** `hex` with 0x: a word whose upper twelve bytes are zero. */
function addressOfWord(hex: string): string | undefined {
  return /^0x0{24}[0-9a-fA-F]{40}$/.test(hex) ? checksummed(`0x${hex.slice(26)}`) : undefined;
}

export function transferCall(to: string, amount: bigint): `0x${string}` {
  if (amount < 0n || amount >= MOST) throw new RangeError(`${amount} is no amount of a token`);
  return `${TRANSFER}${word(to.slice(2).toLowerCase())}${word(amount.toString(16))}`;
}

/** What a transaction's data orders; undefined: anything but exactly one transfer. */
export function readTransferCall(data: string): Omit<Transfer, 'from'> | undefined {
  if (!/^0x[0-9a-f]{136}$/.test(data) || !data.startsWith(TRANSFER)) return undefined;
  const to = addressOfWord(`0x${data.slice(10, 74)}`);
  return to === undefined ? undefined : { to, amount: BigInt(`0x${data.slice(74)}`) };
}

/** Exactly one transfer, whatever it moves. */
export const isTransferCall = (data: string): boolean => data.length === 138 && data.startsWith(TRANSFER);

export const balanceCall = (of: string): `0x${string}` => `${BALANCE_OF}${word(of.slice(2).toLowerCase())}`;
