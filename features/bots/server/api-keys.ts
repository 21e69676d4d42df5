// The store of API keys: rows in SQL, the ones in use in memory with their verifier, gone from both the moment they are revoked.
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool, PoolClient } from 'pg';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { LeavingPart } from '@maru/member/contract.ts';
import { type ApiKey, MAX_KEYS, type Scope } from '../contract.ts';
import { addressList } from './address-list.ts';
import { ed25519Verifier, hashKey, hmacVerifier, newKeyText, type Verifier } from './key-material.ts';

/** A key as requests use it. */
export interface LiveKey {
  id: number;
  site: number;
  member: number;
  scope: Scope;
  kind: 'HMAC' | 'ED25519';
  allows(address: string): boolean;
  verify: Verifier;
}

export interface NewKey {
  site: number;
  member: number;
  label: string;
  scope: Scope;
  addresses: readonly string[];
  /** DER; undefined = make an HMAC secret. */
  publicKey: Buffer | undefined;
}

export interface ApiKeys {
  /** The living key of this text at this site; other sites' keys do not exist here. */
  find(site: number, text: string): Promise<LiveKey | undefined>;
  list(site: number, member: number): Promise<ApiKey[]>;
  create(asked: NewKey): Promise<{ key: ApiKey; apiKey: string; secretKey: string | null }>;
  /** Of an account that many share: the oldest ends when there are as many as there may be. */
  makeSpace(site: number, member: number): Promise<void>;
  /** False when the member has no such living key. */
  revoke(site: number, member: number, id: number): Promise<boolean>;
  /** Of a member that leaves: revoked for good, and nothing of them but that they were. */
  erase(sql: Parameters<NonNullable<LeavingPart['erase']>>[0], site: number, member: number): Promise<void>;
  /** Behind that, out of memory; whoever listens by one ends. */
  forget(site: number, member: number): void;
  /** Which of these are revoked: another process may have done it. */
  revokedAmong(ids: readonly number[]): Promise<number[]>;
  /** Noted in memory, written every few seconds. */
  used(key: LiveKey, address: string): void;
  onRevoke(listener: (id: number) => void): void;
  flush(): Promise<void>;
}

interface Row {
  id: number;
  site_id: number;
  member_id: number;
  label: string;
  key_hash: Buffer;
  shown: string;
  kind: 'HMAC' | 'ED25519';
  material: Buffer;
  scope: Scope;
  addresses: string[];
  created_at: Date;
  last_used_at: Date | null;
  last_used_from: string | null;
}

/** Another process may have revoked it: looked up anew after this. */
const KNOWN_MS = 10_000;
const MAX_KNOWN = 10_000;
const COLUMNS =
  'id, site_id, member_id, label, key_hash, shown, kind, material, scope, addresses, created_at, last_used_at, last_used_from';

type Parts = Pick<AppContext, 'pool' | 'clock' | 'config'>;

export function createApiKeys(parts: Parts): ApiKeys {
  return new KeyStore(parts);
}

class KeyStore implements ApiKeys {
  readonly #parts: Parts;
  readonly #known = new Map<string, { key: LiveKey; until: number }>();
  readonly #uses = new Map<number, { at: number; from: string }>();
  readonly #listeners: ((id: number) => void)[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async find(site: number, text: string): Promise<LiveKey | undefined> {
    const hash = hashKey(text);
    const name = hash.toString('base64');
    const now = this.#parts.clock.now();
    const known = this.#known.get(name);
    if (known !== undefined && known.until > now) return known.key.site === site ? known.key : undefined;
    const { rows } = await this.#parts.pool.query<Row>(`SELECT ${COLUMNS} FROM bots_api_key WHERE key_hash = $1 AND revoked_at IS NULL`, [
      hash,
    ]);
    this.#known.delete(name);
    const key = rows[0] === undefined ? undefined : this.#alive(rows[0]);
    if (key === undefined) return undefined;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(name, { key, until: now + KNOWN_MS });
    return key.site === site ? key : undefined;
  }

  #alive(row: Row): LiveKey | undefined {
    const verify = this.#verifierOf(row);
    if (verify === undefined) return undefined;
    const { id, site_id: site, member_id: member, scope, kind } = row;
    return { id, site, member, scope, kind, allows: addressList(row.addresses), verify };
  }

  #verifierOf({ kind, material, key_hash }: Row): Verifier | undefined {
    if (kind === 'ED25519') return ed25519Verifier(material);
    const secret = openSecret(this.#parts.config.secrets.storageKey, material, key_hash);
    return secret === undefined ? undefined : hmacVerifier(secret);
  }

  async list(site: number, member: number): Promise<ApiKey[]> {
    const { rows } = await this.#parts.pool.query<Row>(
      `SELECT ${COLUMNS} FROM bots_api_key WHERE site_id = $1 AND member_id = $2 AND revoked_at IS NULL ORDER BY id DESC`,
      [site, member],
    );
    return rows.map((row) => this.#present(row));
  }

  #present(row: Row): ApiKey {
    const use = this.#uses.get(row.id);
    const at = use === undefined ? row.last_used_at : new Date(use.at);
    const { id, label, shown, kind, scope, addresses } = row;
    const lastUsedFrom = use?.from ?? row.last_used_from;
    return {
      id,
      label,
      shown,
      kind,
      scope,
      addresses,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: at?.toISOString() ?? null,
      lastUsedFrom,
    };
  }

  async create({
    site,
    member,
    label,
    scope,
    addresses,
    publicKey,
  }: NewKey): Promise<{ key: ApiKey; apiKey: string; secretKey: string | null }> {
    const { pool, clock, config } = this.#parts;
    const apiKey = newKeyText();
    const hash = hashKey(apiKey);
    const secretKey = publicKey === undefined ? newKeyText() : null;
    const material = publicKey ?? sealSecret(config.secrets.storageKey, secretKey as string, hash);
    const shown = `${apiKey.slice(0, 6)}…${apiKey.slice(-4)}`;
    const kind = publicKey === undefined ? 'HMAC' : 'ED25519';
    const values = [site, member, label, hash, shown, kind, material, scope, [...addresses], new Date(clock.now()), MAX_KEYS];
    const rows = await oneByOne(pool, `bots_api_key ${site} ${member}`, (client) =>
      client.query<Row>(
        `INSERT INTO bots_api_key (site_id, member_id, label, key_hash, shown, kind, material, scope, addresses, created_at)
         SELECT $1::integer, $2::bigint, $3, $4::bytea, $5, $6, $7::bytea, $8, $9::text[], $10::timestamptz
         WHERE (SELECT count(*) FROM bots_api_key WHERE site_id = $1 AND member_id = $2 AND revoked_at IS NULL) < $11
         RETURNING ${COLUMNS}`,
        values,
      ),
    );
    if (rows[0] === undefined) throw new Refusal('TOO_MANY_API_KEYS', { limit: String(MAX_KEYS) });
    return { key: this.#present(rows[0]), apiKey, secretKey };
  }

  async makeSpace(site: number, member: number): Promise<void> {
    const keys = await this.list(site, member);
    for (const { id } of keys.slice(MAX_KEYS - 1)) await this.revoke(site, member, id);
  }

  async revoke(site: number, member: number, id: number): Promise<boolean> {
    const { pool, clock } = this.#parts;
    const { rows } = await pool.query<{ key_hash: Buffer }>(
      `UPDATE bots_api_key SET revoked_at = $4 WHERE site_id = $1 AND member_id = $2 AND id = $3 AND revoked_at IS NULL RETURNING key_hash`,
      [site, member, id, new Date(clock.now())],
    );
    if (rows[0] === undefined) return false;
    this.#known.delete(rows[0].key_hash.toString('base64'));
    for (const hear of this.#listeners) hear(id);
    return true;
  }

  async erase(sql: Parameters<NonNullable<LeavingPart['erase']>>[0], site: number, member: number): Promise<void> {
    await sql.query(
      `UPDATE bots_api_key SET revoked_at = coalesce(revoked_at, $3), label = '', shown = '', addresses = '{}', material = '', last_used_from = NULL
       WHERE site_id = $1 AND member_id = $2`,
      [site, member, new Date(this.#parts.clock.now())],
    );
  }

  forget(site: number, member: number): void {
    for (const [name, { key }] of this.#known) {
      if (key.site !== site || key.member !== member) continue;
      this.#known.delete(name);
      for (const hear of this.#listeners) hear(key.id);
    }
  }

  async revokedAmong(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const { rows } = await this.#parts.pool.query<{ id: number }>(
      'SELECT id FROM bots_api_key WHERE id = ANY($1) AND revoked_at IS NOT NULL',
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  used(key: LiveKey, from: string): void {
    this.#uses.set(key.id, { at: this.#parts.clock.now(), from });
  }

  onRevoke(listener: (id: number) => void): void {
    this.#listeners.push(listener);
  }

  async flush(): Promise<void> {
    const uses = [...this.#uses];
    if (uses.length === 0) return;
    await this.#parts.pool.query(
      `UPDATE bots_api_key k SET last_used_at = u.at, last_used_from = u.origin
       FROM unnest($1::bigint[], $2::timestamptz[], $3::text[]) AS u (id, at, origin) WHERE k.id = u.id`,
      [uses.map(([id]) => id), uses.map(([, use]) => new Date(use.at)), uses.map(([, use]) => use.from)],
    );
    for (const [id, use] of uses) if (this.#uses.get(id) === use) this.#uses.delete(id);
  }
}

/** One after the other for the same name: two at once must not both be the last allowed. */
async function oneByOne<T extends object>(pool: Pool, name: string, work: (client: PoolClient) => Promise<{ rows: T[] }>): Promise<T[]> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    return (await work(client)).rows;
  });
}
