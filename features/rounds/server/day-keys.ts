// The installation's own signing key: made once, sealed under the storage key, replaced by one that the old key signed.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import type { SqlWriter } from '@maru/kit/contract/sql-writer.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';
import { type DayKey, dayKeyText, type DaySignature, NO_KEY } from '../day-key.ts';

const LOCK = 0x6b657973;
const ALL =
  'SELECT number, public_key AS "publicKey", since_ms AS since, signature, is_first AS "isFirst", sealed FROM rounds_day_key ORDER BY number';

interface KeyRow {
  number: number;
  publicKey: string;
  since: number;
  signature: string;
  isFirst: boolean;
  sealed: string;
}
interface Before {
  number: number;
  publicKey: string;
  /** Null: the new key begins anew. */
  secret: KeyObject | null;
}

const bound = (publicKey: string) => Buffer.from(`rounds-day-key|${publicKey}`);
const present = ({ number, publicKey, since, signature }: KeyRow): DayKey => ({
  number: String(number),
  publicKey,
  since: String(since),
  signature,
});

export class DayKeys {
  readonly #storageKey: Buffer;

  constructor(storageKey: Buffer) {
    this.#storageKey = storageKey;
  }

  /** Every key so far, oldest first; the first is made when nobody has one. */
  async all(pool: Pool, now: number): Promise<DayKey[]> {
    const rows = await this.#rows(pool);
    return (rows.length > 0 ? rows : await inTransaction(pool, (client) => this.#ready(client, now))).map(present);
  }

  /** Undefined: the key was sealed under another storage key, and nothing may stand for it. */
  async sign(client: SqlWriter, text: string, now: number): Promise<{ signature: string; key: number } | undefined> {
    const last = (await this.#ready(client, now)).at(-1) as KeyRow;
    const secret = this.#open(last);
    return secret === undefined ? undefined : { signature: signed(text, secret), key: last.number };
  }

  /** A new key, signed by the one that stood until now; undefined: that one cannot sign. `isFirst`: it begins anew, signed by none. */
  async rotate(pool: Pool, now: number, isFirst: boolean): Promise<DayKey | undefined> {
    return inTransaction(pool, async (client) => {
      const last = (await this.#ready(client, now)).at(-1) as KeyRow;
      const secret = isFirst ? null : this.#open(last);
      return secret === undefined
        ? undefined
        : present(await this.#add(client, now, { number: last.number, publicKey: last.publicKey, secret }));
    });
  }

  async #rows(db: SqlWriter): Promise<KeyRow[]> {
    return (await db.query<KeyRow>(ALL)).rows;
  }

  /** Under a lock: two servers may begin at once. */
  async #ready(client: SqlWriter, now: number): Promise<KeyRow[]> {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const rows = await this.#rows(client);
    return rows.length > 0 ? rows : [await this.#add(client, now)];
  }

  async #add(client: SqlWriter, now: number, before?: Before): Promise<KeyRow> {
    const pair = generateKeyPairSync('ed25519');
    const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
    const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const sealed = sealSecret(this.#storageKey, secret, bound(publicKey)).toString('base64');
    const key = { number: (before?.number ?? 0) + 1, publicKey, since: now };
    const isFirst = !before?.secret;
    const text = dayKeyText({ number: String(key.number), publicKey, since: String(now) }, isFirst ? NO_KEY : before.publicKey);
    const signature = signed(text, before?.secret ?? pair.privateKey);
    await client.query(
      'INSERT INTO rounds_day_key (number, public_key, since_ms, signature, is_first, sealed) VALUES ($1, $2, $3, $4, $5, $6)',
      [key.number, publicKey, now, signature, isFirst, sealed],
    );
    return { ...key, signature, isFirst, sealed };
  }

  #open({ publicKey, sealed }: KeyRow): KeyObject | undefined {
    const secret = openSecret(this.#storageKey, Buffer.from(sealed, 'base64'), bound(publicKey));
    return secret === undefined ? undefined : createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' });
  }
}

const signed = (text: string, key: KeyObject): string => sign(null, Buffer.from(text), key).toString('hex');

/** From the last one that began anew. */
function leadingTo(rows: readonly KeyRow[], number: number): KeyRow[] {
  const until = rows.filter((row) => row.number <= number);
  return until.slice(until.findLastIndex(({ isFirst }) => isFirst));
}

/** As a day's file carries it; undefined of days that were told before there were keys. */
export async function signatureOf(db: SqlWriter, row: { signature: string | null; key: number | null }): Promise<DaySignature | undefined> {
  if (row.signature === null || row.key === null) return undefined;
  const { rows } = await db.query<KeyRow>(ALL);
  return { signature: row.signature, keys: leadingTo(rows, row.key).map(present) };
}
