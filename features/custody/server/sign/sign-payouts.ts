// Signs what is prepared: it reads the withdrawal and who agreed itself, or the sweep, decodes the bytes, and stores them signed with the new state at once.
import { accountKey, keysOf } from '@maru/chains/account-keys.ts';
import type { ChainName, Deriver, Signing, Unsigned } from '@maru/chains/chain.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Pool, PoolClient } from 'pg';
import { lockSource } from '../lock-source.ts';
import { dropFrom, giveBack } from '../withdrawals/drop-prepared.ts';
import { moveState } from '../withdrawals/move-state.ts';
import { lockContent } from '../withdrawals/read-content.ts';
import { type ApprovedRow, checkPayouts, keyOf, SignerRefused, SomeRefused } from './check-payout.ts';
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
     FROM custody_payout p WHERE state = 'PREPARED' AND first_id = payout_id
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
      await drop(parts, row, error);
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
    const withdrawals = await withdrawalsOf(client, prepared);
    const checked = prepared.sweep === null ? await checkedPayouts(parts, withdrawals, given) : await checkedSweep(parts, given);
    // Refused or signed in the meantime: nothing of it is to be done.
    if (checked === undefined) return;
    const { raw, hash } = orRefused(() => signing.sign(unsigned, keysOf(seed)));
    const lines = checked
      .filter(({ isAgain }) => !isAgain)
      .map(({ isAgain, amount, ...line }) => ({ ...line, amount: String(amount), at: now() }));
    if (lines.length > 0) log.add(...lines);
    const { rowCount } = await client.query(
      `UPDATE custody_payout SET state = 'SIGNED', raw = CASE WHEN payout_id = $1 THEN $2 END, hash = $3, signed_ms = $4
       WHERE first_id = $1 AND state = 'PREPARED'`,
      [prepared.id, raw, hash, now()],
    );
    if (rowCount !== checked.length) throw new Error(`payout ${prepared.id} changed while it was signed`);
    if (prepared.replaces !== null) return;
    for (const withdrawal of withdrawals)
      if (!(await moveState(client, withdrawal, { from: ['APPROVED'], to: 'SIGNED', now: now() })))
        throw new Error(`withdrawal ${withdrawal} changed while it was signed`);
  });
}

/** What the transaction pays, in the order of its payments. */
async function withdrawalsOf(client: PoolClient, { id }: Prepared): Promise<number[]> {
  const { rows } = await client.query<{ withdrawal: number }>(
    'SELECT withdrawal_id::float8 AS withdrawal FROM custody_payout WHERE first_id = $1 AND withdrawal_id IS NOT NULL ORDER BY payout_id',
    [id],
  );
  return rows.map(({ withdrawal }) => withdrawal);
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

async function checkedPayouts(
  parts: SignerParts,
  withdrawals: readonly number[],
  { client, prepared, unsigned, rules }: Given,
): Promise<Checked[] | undefined> {
  const { chain, site } = prepared;
  const rows: ApprovedRow[] = [];
  for (const withdrawal of withdrawals) {
    const row = await readApproved(client, withdrawal, prepared);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  for (const asset of new Set(rows.map((row) => row.asset))) await insistMayGo(parts, client, { chain, site, asset });
  const { signing } = parts.chains.get(chain) as ChainSigning;
  return orRefused(() => {
    if (unsigned.sources.some(({ path }) => path !== hotPath(chain, site)))
      throw new SignerRefused('it asks for a key that is not the hot one');
    const given = { policy: rules, hot: hotOf(parts, prepared), log: parts.log, now: parts.now() };
    return checkPayouts(rows, signing.decode(unsigned), given).map(({ coin, amount, reserved, isAgain }, i) => ({
      key: keyOf(rows[i]),
      coin: coin.code,
      to: rows[i].address,
      amount,
      reserved,
      isAgain,
    }));
  });
}

async function checkedSweep(parts: SignerParts, { client, prepared, unsigned, rules }: Given): Promise<Checked[] | undefined> {
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
    return [{ key: sweepKey(row), ...checked, coin: `${kind} ${checked.coin}` }];
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
async function readApproved(client: PoolClient, withdrawal: number, { id, site, replaces }: Prepared): Promise<ApprovedRow | undefined> {
  const row = await lockContent(client, site, withdrawal);
  const wanted = replaces === null ? ['APPROVED'] : ['SIGNED', 'SENT'];
  if (row === undefined || row.number === null || !wanted.includes(row.state) || row.payee !== null) return undefined;
  if (row.ledger !== (replaces === null ? 'HELD' : 'SENT')) return undefined;
  const { rowCount } = await client.query(
    `SELECT 1 FROM custody_payout WHERE first_id = $1 AND withdrawal_id = $2 AND state = 'PREPARED' FOR UPDATE`,
    [id, withdrawal],
  );
  if (rowCount !== 1) return undefined;
  const { rows: agreed } = await client.query<{ person: string; hash: string }>(
    'SELECT person, content_hash AS hash FROM custody_withdrawal_yes WHERE withdrawal_id = $1',
    [withdrawal],
  );
  return { ...row, number: row.number, agreed };
}

/** What was prepared behind it out of the same address cannot be carried out before it: it goes too. Only what is refused itself waits. */
async function drop({ pool, now }: SignerParts, prepared: Prepared, error: SignerRefused): Promise<void> {
  const { id, sweep, source, replaces } = prepared;
  const reason = error.message.slice(0, 300);
  await inTransaction(pool, async (client) => {
    await sayRefused(client, prepared, error, now() + AGAIN_MS);
    await lockSource(client, source);
    await client.query(`UPDATE custody_payout SET state = 'DROPPED', refused = $2 WHERE first_id = $1 AND state = 'PREPARED'`, [
      id,
      reason,
    ]);
    if (replaces !== null) return;
    if (sweep !== null) await client.query('UPDATE custody_sweep SET reason = $2 WHERE sweep_id = $1', [sweep, reason]);
    await giveBack(
      client,
      [...(await withdrawalsOf(client, prepared)).map((withdrawal) => ({ withdrawal, sweep: null })), { withdrawal: null, sweep }],
      now(),
    );
    await dropFrom(client, { source, payout: id, now: now() });
  });
}

async function sayRefused(client: PoolClient, { id, site }: Prepared, error: SignerRefused, until: number): Promise<void> {
  const say = (why: string, numbers: readonly number[] | null) =>
    client.query(
      `UPDATE custody_withdrawal SET waits = $2, waits_until_ms = $3
       WHERE withdrawal_id IN (SELECT withdrawal_id FROM custody_payout WHERE first_id = $1) AND site_id = $4 AND ($5::bigint[] IS NULL OR number = ANY($5))`,
      [id, why.slice(0, 300), until, site, numbers],
    );
  if (!(error instanceof SomeRefused)) return void (await say(error.message, null));
  for (const [number, why] of error.why) await say(why, [number]);
}
