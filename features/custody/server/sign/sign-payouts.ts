// Signs what is prepared: it reads the withdrawal and who agreed itself, or the sweep, decodes the bytes, and stores them signed with the new state at once.
import { accountKey, keysOf } from '@maru/chains/account-keys.ts';
import type { ChainName, Deriver, Signing, Unsigned } from '@maru/chains/chain.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool, PoolClient } from 'pg';
import { lockSource } from '../lock-source.ts';
import { dropFrom, giveBack } from '../withdrawals/drop-prepared.ts';
import { moveState } from '../withdrawals/move-state.ts';
import { lockContent } from '../withdrawals/read-content.ts';
import { type ApprovedRow, checkPayout, keyOf, SignerRefused } from './check-payout.ts';
import { checkSweep, sweepKey } from './check-sweep.ts';
import { DepositAddresses, readSweep } from './deposit-addresses.ts';
import { hotAccount, hotPath } from './hot-key.ts';
import { type ChainPolicy, chainPolicy, type SignerPolicy } from './policy.ts';
import type { SignedLog } from './signed-log.ts';
import { insistCompared, insistFollowed, NotCompared, refuseStopped } from './stopped.ts';

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
  withdrawal: number | null;
  sweep: number | null;
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
    `SELECT payout_id::float8 AS id, withdrawal_id::float8 AS withdrawal, sweep_id::float8 AS sweep, site_id AS site, chain, source, unsigned, replaces::float8 AS replaces
     FROM custody_payout p WHERE state = 'PREPARED'
       AND NOT EXISTS (SELECT 1 FROM custody_sweep s WHERE s.sweep_id = p.sweep_id AND s.kind = 'FROM_COLD') ORDER BY payout_id LIMIT 500`,
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

interface Checked {
  key: string;
  coin: string;
  to: string;
  amount: bigint;
  reserved: string[];
  isAgain: boolean;
}

async function signOne(parts: SignerParts, prepared: Prepared): Promise<void> {
  const { pool, seed, policy, log, chains, now } = parts;
  const { signing } = chains.get(prepared.chain) as ChainSigning;
  const rules = chainPolicy(policy, prepared.chain);
  if (rules === undefined) throw new SignerRefused(`the policy has no ${prepared.chain}`);
  const unsigned = JSON.parse(prepared.unsigned) as Unsigned;
  await inTransaction(pool, async (client) => {
    const given = { client, prepared, unsigned, rules };
    const checked = prepared.sweep === null ? await checkedPayout(parts, given) : await checkedSweep(parts, given);
    // Refused or signed in the meantime: nothing of it is to be done.
    if (checked === undefined) return;
    const { isAgain, amount, ...line } = checked;
    const { raw, hash } = orRefused(() => signing.sign(unsigned, keysOf(seed)));
    if (!isAgain) log.add({ ...line, amount: String(amount), at: now() });
    const { rowCount } = await client.query(
      `UPDATE custody_payout SET state = 'SIGNED', raw = $2, hash = $3, signed_ms = $4 WHERE payout_id = $1 AND state = 'PREPARED'`,
      [prepared.id, raw, hash, now()],
    );
    if (rowCount !== 1) throw new Error(`payout ${prepared.id} changed while it was signed`);
    const { withdrawal } = prepared;
    if (withdrawal === null || prepared.replaces !== null) return;
    if (!(await moveState(client, withdrawal, { from: ['APPROVED'], to: 'SIGNED', now: now() })))
      throw new Error(`withdrawal ${withdrawal} changed while it was signed`);
  });
}

interface Given {
  client: PoolClient;
  prepared: Prepared;
  unsigned: Unsigned;
  rules: ChainPolicy;
}

const hotOf = ({ seed, chains }: SignerParts, { chain, site }: Prepared): string =>
  (chains.get(chain) as ChainSigning).deriver.addressAt(accountKey(seed, chain, hotAccount(site)), 0);

/** While ledger and chain differ nothing of a coin moves, between addresses of ours neither: it would blur where coins are missing. */
async function insistMayGo(
  { comparedMs, now }: SignerParts,
  client: PoolClient,
  { chain, site, asset }: { chain: ChainName; site: number; asset: number },
): Promise<void> {
  await refuseStopped(client, site, asset);
  await insistFollowed(client, chain);
  if (comparedMs !== undefined) await insistCompared(client, { chain, site, asset }, now() - comparedMs);
}

async function checkedPayout(parts: SignerParts, { client, prepared, unsigned, rules }: Given): Promise<Checked | undefined> {
  const { chain, site } = prepared;
  const row = await readApproved(client, prepared);
  if (row === undefined) return undefined;
  await insistMayGo(parts, client, { chain, site, asset: row.asset });
  const { signing } = parts.chains.get(chain) as ChainSigning;
  return orRefused(() => {
    if (unsigned.sources.some(({ path }) => path !== hotPath(chain, site)))
      throw new SignerRefused('it asks for a key that is not the hot one');
    const given = { policy: rules, hot: hotOf(parts, prepared), log: parts.log, now: parts.now() };
    const { coin, amount, reserved, isAgain } = checkPayout(row, signing.decode(unsigned), given);
    return { key: keyOf(row), coin: coin.code, to: row.address, amount, reserved, isAgain };
  });
}

async function checkedSweep(parts: SignerParts, { client, prepared, unsigned, rules }: Given): Promise<Checked | undefined> {
  const row = await readSweep(client, prepared);
  if (row === undefined) return undefined;
  await insistMayGo(parts, client, { ...prepared, asset: row.asset });
  const { signing, deriver } = parts.chains.get(prepared.chain) as ChainSigning;
  return orRefused(() => {
    const own = new DepositAddresses(parts.seed, prepared, deriver, unsigned);
    if (row.kind !== 'SWEEP' && unsigned.sources.some(({ path }) => path !== hotPath(prepared.chain, prepared.site)))
      throw new SignerRefused('it asks for a key that is not the hot one');
    const hot = hotOf(parts, prepared);
    const isDeposit = (address: string) => own.has(address, row.place);
    const { kind, ...checked } = {
      kind: row.kind,
      ...checkSweep(row, signing.decode(unsigned), { policy: rules, hot, log: parts.log, isDeposit }),
    };
    return { key: sweepKey(row), ...checked, coin: `${kind} ${checked.coin}` };
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
  if (withdrawal === null) return undefined;
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

/** What was prepared behind it out of the same address cannot be carried out before it: it goes too. */
async function drop({ pool, now }: SignerParts, { id, withdrawal, sweep, source, replaces }: Prepared, why: string): Promise<void> {
  const reason = why.slice(0, 300);
  await inTransaction(pool, async (client) => {
    await client.query('UPDATE custody_withdrawal SET waits = $2, waits_until_ms = $3 WHERE withdrawal_id = $1', [
      withdrawal,
      reason,
      now() + AGAIN_MS,
    ]);
    await lockSource(client, source);
    await client.query(`UPDATE custody_payout SET state = 'DROPPED', refused = $2 WHERE payout_id = $1 AND state = 'PREPARED'`, [
      id,
      reason,
    ]);
    if (replaces !== null) return;
    if (sweep !== null) await client.query('UPDATE custody_sweep SET reason = $2 WHERE sweep_id = $1', [sweep, reason]);
    await giveBack(client, [{ withdrawal, sweep }], now());
    await dropFrom(client, { source, payout: id, now: now() });
  });
}
