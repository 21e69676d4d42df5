// Signs what is prepared: it reads the withdrawal and who agreed itself, decodes the bytes, and stores them signed with the new state at once.
import { accountKey, keysOf } from '@maru/chains/account-keys.ts';
import type { ChainName, Deriver, Signing, Unsigned } from '@maru/chains/chain.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool, PoolClient } from 'pg';
import { lockSource } from '../lock-source.ts';
import { moveState } from '../withdrawals/move-state.ts';
import { lockContent } from '../withdrawals/read-content.ts';
import { type ApprovedRow, checkPayout, keyOf, SignerRefused } from './check-payout.ts';
import { hotAccount, hotPath } from './hot-key.ts';
import { chainPolicy, type SignerPolicy } from './policy.ts';
import type { SignedLog } from './signed-log.ts';
import { insistCompared, NotCompared, refuseStopped } from './stopped.ts';

export interface ChainSigning {
  signing: Signing;
  deriver: Deriver;
}

export interface SignerParts {
  pool: Pool;
  seed: Uint8Array;
  policy: SignerPolicy;
  log: SignedLog;
  chains: ReadonlyMap<ChainName, ChainSigning>;
  now(): number;
  /** Ledger and chain were compared within so long, or it waits; undefined: nobody asks. */
  comparedMs?: number;
}

interface Prepared {
  id: number;
  withdrawal: number;
  site: number;
  chain: ChainName;
  source: string;
  unsigned: string;
  replaces: number | null;
}

/** Until one that was refused is prepared anew. */
const AGAIN_MS = 60_000;

/** In the order of their numbers: what is refused takes along what was prepared behind it, or that would wait for ever. */
export async function signPayouts(parts: SignerParts): Promise<number> {
  const { rows } = await parts.pool.query<Prepared>(
    `SELECT payout_id::float8 AS id, withdrawal_id::float8 AS withdrawal, site_id AS site, chain, source, unsigned, replaces::float8 AS replaces
     FROM custody_payout WHERE state = 'PREPARED' ORDER BY payout_id LIMIT 500`,
  );
  const stopped = new Set<string>();
  let signed = 0;
  for (const row of rows) {
    if (!parts.chains.has(row.chain) || stopped.has(row.source)) continue;
    try {
      await signOne(parts, row);
      signed++;
    } catch (error) {
      if (error instanceof NotCompared) {
        stopped.add(row.source);
        continue;
      }
      // Anything else (the database is away) leaves it prepared as it is: it may stand in the log already.
      if (!(error instanceof SignerRefused)) throw error;
      await drop(parts, row, error.message);
      stopped.add(row.source);
    }
  }
  return signed;
}

async function signOne(parts: SignerParts, prepared: Prepared): Promise<void> {
  const { pool, seed, policy, log, chains, now } = parts;
  const { chain, site } = prepared;
  const { signing, deriver } = chains.get(chain) as ChainSigning;
  const rules = chainPolicy(policy, chain);
  if (rules === undefined) throw new SignerRefused(`the policy has no ${chain}`);
  const unsigned = JSON.parse(prepared.unsigned) as Unsigned;
  const path = hotPath(chain, site);
  if (unsigned.sources.some((source) => source.path !== path)) throw new SignerRefused('it asks for a key that is not the hot one');
  const hot = deriver.addressAt(accountKey(seed, chain, hotAccount(site)), 0);
  await inTransaction(pool, async (client) => {
    const row = await readApproved(client, prepared);
    // Refused or signed in the meantime: nothing of it is to be done.
    if (row === undefined) return;
    await refuseStopped(client, site, row.asset);
    if (parts.comparedMs !== undefined) await insistCompared(client, { chain, site, asset: row.asset }, now() - parts.comparedMs);
    const { checked, raw, hash } = orRefused(() => ({
      checked: checkPayout(row, signing.decode(unsigned), { policy: rules, hot, log, now: now() }),
      ...signing.sign(unsigned, keysOf(seed)),
    }));
    const { coin, amount, claims } = checked;
    if (!checked.isAgain) log.add({ key: keyOf(row), coin: coin.code, to: row.address, amount: String(amount), claims, at: now() });
    const { rowCount } = await client.query(
      `UPDATE custody_payout SET state = 'SIGNED', raw = $2, hash = $3, signed_ms = $4 WHERE payout_id = $1 AND state = 'PREPARED'`,
      [prepared.id, raw, hash, now()],
    );
    if (rowCount !== 1) throw new Error(`payout ${prepared.id} changed while it was signed`);
    if (prepared.replaces === null && !(await moveState(client, row.id, { from: ['APPROVED'], to: 'SIGNED', now: now() })))
      throw new Error(`withdrawal ${row.id} changed while it was signed`);
  });
}

/** Bytes that cannot be read and a key that does not fit are refusals like any other. */
function orRefused<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SignerRefused ? error : new SignerRefused(String(error instanceof Error ? error.message : error));
  }
}

/** Locked, and as the server's own rows have it: nothing is taken from who prepared it. */
async function readApproved(client: PoolClient, { id, withdrawal, site, replaces }: Prepared): Promise<ApprovedRow | undefined> {
  const row = await lockContent(client, site, withdrawal);
  const wanted = replaces === null ? ['APPROVED'] : ['SIGNED', 'SENT'];
  if (row === undefined || row.number === null || !wanted.includes(row.state) || row.payee !== null) return undefined;
  if (row.ledger !== (replaces === null ? 'HELD' : 'SENT')) return undefined;
  const { rowCount } = await client.query(`SELECT 1 FROM custody_payout WHERE payout_id = $1 AND state = 'PREPARED' FOR UPDATE`, [id]);
  if (rowCount !== 1) return undefined;
  const { rows: agreed } = await client.query<{ person: string; hash: string }>(
    'SELECT person, content_hash AS hash FROM custody_withdrawal_yes WHERE withdrawal_id = $1',
    [withdrawal],
  );
  return { ...row, number: row.number, agreed };
}

async function drop({ pool, now }: SignerParts, { id, withdrawal, source, replaces }: Prepared, why: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('UPDATE custody_withdrawal SET waits = $2, waits_until_ms = $3 WHERE withdrawal_id = $1', [
      withdrawal,
      why.slice(0, 300),
      now() + AGAIN_MS,
    ]);
    await lockSource(client, source);
    await client.query(`UPDATE custody_payout SET state = 'DROPPED', refused = $2 WHERE payout_id = $1 AND state = 'PREPARED'`, [
      id,
      why.slice(0, 300),
    ]);
    if (replaces !== null) return;
    const { rows } = await client.query<{ id: number }>(
      `UPDATE custody_payout SET state = 'DROPPED' WHERE source = $1 AND state = 'PREPARED' AND replaces IS NULL AND payout_id > $2
       RETURNING withdrawal_id::float8 AS id`,
      [source, id],
    );
    await client.query('DELETE FROM custody_claim WHERE withdrawal_id = ANY($1)', [[withdrawal, ...rows.map((row) => row.id)]]);
  });
}
