// A stand-in for Pyth's Hermes, for the demo and tests: the same interface and the same envelope, signed by five keys that everybody knows.
//
// Whoever knows the keys can sign anything, so what they signed proves nothing: evidence names them "practice", and says so where it is shown.
// Prices are the demo's own synthetic ones; a recorded update can be given to be replayed at its time.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { SYNTHETIC_SEED } from './feed-choice.ts';
import { symbolByName } from './symbol-table.ts';
import { syntheticPath } from './synthetic-path.ts';

export const PRACTICE_SIGNERS = 'practice';
/** Feeds of the stand-in: the symbol's name, filled up. */
export const practiceFeed = (symbol: string): string => Buffer.from(symbol.padEnd(32, '.')).toString('hex');
const symbols = ['PYTH:GBPAUD', 'PYTH:EURUSD', 'PYTH:XAUUSD', 'PYTH:NDX', 'PYTH:SPX'];

const practiceKeys = [1, 2, 3, 4, 5].map((n) => Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? n : 0x6d)));

const EMITTER = Buffer.from('e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71', 'hex');
const EXPONENT = -8;

export interface RecordedUpdate {
  /** Base64, the feeds in it and its second. */
  update: string;
  feeds: readonly string[];
  publishTime: number;
}
export interface HermesStandIn {
  /** As MARU_PYTH_URL says it. */
  readonly url: string;
  close(): Promise<void>;
}

export async function openHermesStandIn({
  port = 0,
  now = Date.now,
  recorded,
  priceAt = syntheticPrice,
}: {
  port?: number;
  now?(): number;
  recorded?: RecordedUpdate;
  /** In units of 10^-8. */
  priceAt?(symbol: string, second: number): bigint;
} = {}): Promise<HermesStandIn> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const second = Number(/^\/v2\/updates\/price\/(\d{1,12})$/.exec(pathname)?.[1] ?? Number.NaN);
    const feed = searchParams.get('ids[]') ?? '';
    const update = recordedOf(feed, second, recorded) ?? updateOf(feed, second, Math.floor(now() / 1000), priceAt);
    response.writeHead(update === undefined ? 404 : 200, { 'content-type': 'application/json', 'x-stand-in': PRACTICE_SIGNERS });
    response.end(JSON.stringify(update === undefined ? { error: 'not there' } : { binary: { encoding: 'base64', data: [update] } }));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const feeds = symbols.map((symbol) => `${symbol}=${practiceFeed(symbol)}`).join('&');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?signers=${PRACTICE_SIGNERS}&${feeds}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type PriceAt = (symbol: string, second: number) => bigint;

const recordedOf = (feed: string, second: number, recorded: RecordedUpdate | undefined): string | undefined =>
  recorded?.feeds.includes(feed) && second <= recorded.publishTime ? recorded.update : undefined;

/** One update a second and feed: the first at a second is the one of that second. */
function updateOf(feed: string, second: number, now: number, priceAt: PriceAt): string | undefined {
  const symbol = symbols.find((each) => practiceFeed(each) === feed);
  if (symbol === undefined || !(second <= now)) return undefined;
  return signedUpdate(priceMessage(symbol, second, priceAt(symbol, second)), second).toString('base64');
}

/** The synthetic mid of a second. */
export function syntheticPrice(name: string, second: number): bigint {
  const symbol = symbolByName(name);
  if (symbol === undefined) throw new Error(`no symbol ${name}`);
  const ticks = syntheticPath(SYNTHETIC_SEED, symbol).ticksAt(second * 1000);
  return BigInt(ticks) * 10n ** BigInt(0 - EXPONENT - symbol.tickDecimals);
}

/** Pyth's price message. */
function priceMessage(name: string, second: number, price: bigint): Buffer {
  const unsure = price < 0n ? 0n : price / 10_000n;
  const message = Buffer.alloc(85);
  Buffer.from(practiceFeed(name), 'hex').copy(message, 1);
  message.writeBigInt64BE(price, 33);
  message.writeBigUInt64BE(unsure, 41);
  message.writeInt32BE(EXPONENT, 49);
  message.writeBigInt64BE(BigInt(second), 53);
  message.writeBigInt64BE(BigInt(second - 1), 61);
  message.writeBigInt64BE(price, 69);
  message.writeBigUInt64BE(unsure, 77);
  return message;
}

/** An envelope of one price: a Merkle tree of a single leaf, its root signed by three of the five. */
function signedUpdate(message: Buffer, second: number): Buffer {
  const root = keccak_256(Buffer.concat([Buffer.from([0]), message])).subarray(0, 20);
  const body = Buffer.alloc(88);
  body.writeUInt32BE(second, 0);
  body.writeUInt16BE(26, 8);
  EMITTER.copy(body, 10);
  body.writeBigUInt64BE(BigInt(second), 42);
  body.writeUInt8(1, 50);
  body.write('AUWV', 51, 'latin1');
  body.writeBigUInt64BE(BigInt(second), 56);
  body.writeUInt32BE(10_000, 64);
  Buffer.from(root).copy(body, 68);
  const signed = signatures(body);
  const vaa = Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 3]), signed, body]);
  const lengths = Buffer.alloc(2);
  lengths.writeUInt16BE(vaa.length);
  const leaf = Buffer.alloc(2);
  leaf.writeUInt16BE(message.length);
  return Buffer.concat([
    Buffer.from('PNAU', 'latin1'),
    Buffer.from([1, 0, 0, 0]),
    lengths,
    vaa,
    Buffer.from([1]),
    leaf,
    message,
    Buffer.from([0]),
  ]);
}

function signatures(body: Buffer): Buffer {
  const digest = keccak_256(keccak_256(body));
  return Buffer.concat(
    [0, 1, 2].map((index) => {
      const signature = secp256k1.sign(digest, practiceKeys[index], { prehash: false, format: 'recovered' });
      return Buffer.from([index, ...signature.subarray(1), signature[0]]);
    }),
  );
}
