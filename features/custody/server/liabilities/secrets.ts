// What a tree's secret seed decides: each member's salt, how its balance is split, and at which place each leaf lies. The same seed, the same tree.
import { createCipheriv, createHmac, hash } from 'node:crypto';
import { PARTS } from '../../liability-branch.ts';

export const SEED_BYTES = 32;
const SALT_BYTES = 32;
const ROUNDS = 8;
/** Owners from here on are padding: nobody's, with nothing. */
const NOBODY = 2 ** 48;

export interface Share {
  salt: Buffer;
  /** In units of the ledger; together the whole balance. */
  parts: number[];
}

/** Of a member and its balance. */
export function shareOf(seed: Buffer, member: number, balance: number): Share {
  const drawn = drawFor(seed, member);
  const cuts = Array.from({ length: PARTS - 1 }, (_, i) => numberAt(drawn, SALT_BYTES + i * 8) % (balance + 1)).sort((a, b) => a - b);
  return { salt: drawn.subarray(0, SALT_BYTES), parts: [...cuts, balance].map((cut, i) => cut - (cuts[i - 1] ?? 0)) };
}

/** Of leaves that only fill the tree up, PARTS by PARTS. */
export function paddingSalt(seed: Buffer, group: number): Buffer {
  return drawFor(seed, NOBODY + group).subarray(0, SALT_BYTES);
}

/** All messages are of one length, and of an answer nobody sees more than the first half: the seed in front of it is key enough. */
function drawFor(seed: Buffer, owner: number): Buffer {
  const message = Buffer.alloc(SEED_BYTES + 8);
  seed.copy(message);
  message.writeUInt32BE(Math.floor(owner / 2 ** 32), SEED_BYTES);
  message.writeUInt32BE(owner % 2 ** 32, SEED_BYTES + 4);
  return Buffer.from(hash('sha512', message, 'binary'), 'latin1');
}

/** 53 bits. */
const numberAt = (bytes: Buffer, at: number): number => (bytes.readUInt32BE(at) >>> 11) * 2 ** 32 + bytes.readUInt32BE(at + 4);

/**
 * Which place each leaf has, and which leaf each place: a Feistel network whose rounds are tables of the seed's own keystream, so either
 * is known of one leaf without making the others.
 */
export class Shuffle {
  readonly #low: number;
  readonly #tables: readonly Uint32Array[];

  constructor(seed: Buffer, depth: number) {
    this.#low = depth >> 1;
    const key = createHmac('sha256', seed).update('shuffle').digest();
    const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
    const halves = [2 ** this.#low, 2 ** (depth - this.#low)];
    this.#tables = Array.from({ length: ROUNDS }, (_, round) => {
      const [entries, values] = round % 2 === 0 ? halves : halves.toReversed();
      const bytes = stream.update(Buffer.alloc(entries * 4));
      return Uint32Array.from({ length: entries }, (_, i) => bytes.readUInt32BE(i * 4) & (values - 1));
    });
  }

  placeOf(leaf: number): number {
    return this.#turn(leaf, 0, 1);
  }

  leafAt(place: number): number {
    return this.#turn(place, ROUNDS - 1, -1);
  }

  #turn(value: number, first: number, step: 1 | -1): number {
    let low = value & (2 ** this.#low - 1);
    let high = value >>> this.#low;
    for (let round = first, n = 0; n < ROUNDS; n++, round += step) {
      const table = this.#tables[round];
      if (round % 2 === 0) high ^= table[low];
      else low ^= table[high];
    }
    return ((high << this.#low) | low) >>> 0;
  }
}
