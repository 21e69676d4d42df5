// Prepares a transaction for each approved withdrawal, one after the other, each over claims that no other one has.
import type { Claims, Payment, Preparation, Source } from '@maru/chains/chain.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { claimTextsOf } from '../claim-texts.ts';
import { lockSource } from '../lock-source.ts';
import { inChainUnits, ledgerDecimals } from '../units.ts';
import { hasOutputs, unspentOf } from './own-outputs.ts';
import { claimOf, hotSources, type PayoutParts } from './payout-chain.ts';

interface Approved {
  id: number;
  site: number;
  walletType: string;
  asset: number;
  address: string;
  memo: string | null;
  amount: number;
  decimals: number;
}

const APPROVED = `SELECT w.withdrawal_id::float8 AS id, w.site_id AS site, w.wallet_type AS "walletType", w.asset, w.address, w.memo,
   w.amount::float8 AS amount, c.chain_decimals AS decimals
 FROM custody_withdrawal w JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
 WHERE w.chain = $1 AND w.state = 'APPROVED' AND w.ledger = 'HELD' AND w.payee IS NULL AND w.waits_until_ms <= $2
   AND NOT EXISTS (SELECT 1 FROM custody_payout p WHERE p.withdrawal_id = w.withdrawal_id AND p.state <> 'DROPPED')
   AND NOT EXISTS (SELECT 1 FROM custody_stop s WHERE s.site_id = w.site_id AND s.asset = w.asset AND s.lifted_ms IS NULL)
 ORDER BY w.withdrawal_id LIMIT 100`;

/** Until one that could not be prepared is tried again. */
const AGAIN_MS = 5_000;

export async function preparePayouts(parts: PayoutParts): Promise<number> {
  const { pool, chain, now } = parts;
  const sources = await hotSources(pool, chain, parts.deriver);
  const { rows } = await pool.query<Approved>(APPROVED, [chain, now()]);
  let made = 0;
  for (const row of rows) {
    const source = sources.get(row.site);
    if (source === undefined) continue;
    try {
      await prepareOne(parts, row, source);
      made++;
    } catch (error) {
      await sayWaits(parts, row.id, String(error instanceof Error ? error.message : error));
    }
  }
  return made;
}

async function prepareOne(parts: PayoutParts, row: Approved, source: Source): Promise<void> {
  const amount = inChainUnits(BigInt(row.amount), row.decimals, ledgerDecimals(row.asset));
  if (amount === undefined) throw new Error(`${row.amount} of ${row.walletType} is no amount of ${parts.chain}`);
  const payment: Payment = { to: row.address, memo: row.memo, coin: row.walletType, amount };
  const claimed = await claimedOn(parts);
  const unspent = hasOutputs(parts.chain) ? { unspent: await unspentOf(parts.pool, parts.chain, [source.address]) } : {};
  const made = await parts.preparer.prepare({ sources: [source], payments: [payment], claimed, change: source.address, ...unspent });
  // Outputs are chosen among those that nobody else claimed: they are there for this one alone.
  if (made.claims.inputs === undefined) await refuseUnfunded(parts, row.site, source, payment, made);
  await keep(parts, row, source, made, claimed.flatMap(claimTextsOf));
}

/** Of withdrawals that are not over: what is over the node counts itself. */
async function claimedOn({ pool, chain }: PayoutParts): Promise<Claims[]> {
  const { rows } = await pool.query<{ claim: string }>(
    `SELECT k.claim FROM custody_claim k JOIN custody_withdrawal w ON w.withdrawal_id = k.withdrawal_id
     WHERE k.chain = $1 AND w.ledger IN ('NONE', 'HELD', 'SENT')`,
    [chain],
  );
  return rows.map(({ claim }) => claimOf(chain, claim));
}

interface Promised {
  coin: string;
  asset: number;
  decimals: number;
  amount: number;
  fee: string;
}

/** What others of ours will take out of the same address is not there for this one, whatever the node says now. */
async function refuseUnfunded({ pool, chain, reader }: PayoutParts, site: number, source: Source, payment: Payment, made: Preparation) {
  const { rows } = await pool.query<Promised>(
    `SELECT w.wallet_type AS coin, w.asset, c.chain_decimals AS decimals, w.amount::float8 AS amount, p.fee_limit AS fee
     FROM custody_payout p JOIN custody_withdrawal w ON w.withdrawal_id = p.withdrawal_id
     JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type
     WHERE p.chain = $1 AND p.site_id = $2 AND p.state IN ('PREPARED', 'SIGNED') AND p.mined_height IS NULL AND w.ledger IN ('HELD', 'SENT')`,
    [chain, site],
  );
  const needs = new Map([[payment.coin, payment.amount]]);
  const add = (coin: string, amount: bigint) => needs.set(coin, (needs.get(coin) ?? 0n) + amount);
  add(chain, made.feeLimit);
  for (const { coin, asset, decimals, amount, fee } of rows) {
    add(coin, inChainUnits(BigInt(amount), decimals, ledgerDecimals(asset)) ?? 0n);
    add(chain, BigInt(fee));
  }
  for (const [coin, amount] of needs) {
    if (amount === 0n) continue;
    const has = await reader.balanceOf(source.address, coin);
    if (has < amount) throw new Error(`the hot address has ${has} of ${coin}'s smallest unit, and all payouts need ${amount}`);
  }
}

/** `behind`: the claims of others that its own were chosen beside. */
async function keep({ pool, chain, now }: PayoutParts, row: Approved, source: Source, made: Preparation, behind: string[]): Promise<void> {
  const claims = claimTextsOf(made.claims);
  const until = made.claims.once?.untilMs ?? null;
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM custody_withdrawal WHERE withdrawal_id = $1 AND state = 'APPROVED' AND ledger = 'HELD' FOR UPDATE`,
      [row.id],
    );
    // Refused by an operator while it was prepared.
    if (rowCount === 0) return;
    await lockSource(client, source.address);
    await refuseGap(client, chain, behind);
    for (const claim of claims)
      await client.query('INSERT INTO custody_claim (chain, claim, withdrawal_id) VALUES ($1, $2, $3)', [chain, claim, row.id]);
    await client.query(
      `INSERT INTO custody_payout (withdrawal_id, site_id, chain, state, unsigned, source, claims, fee_limit, until_ms, prepared_ms)
       VALUES ($1, $2, $3, 'PREPARED', $4, $5, $6, $7, $8, $9)`,
      [row.id, row.site, chain, JSON.stringify(made.unsigned), source.address, claims, String(made.feeLimit), until, now()],
    );
    await client.query('UPDATE custody_withdrawal SET waits = NULL WHERE withdrawal_id = $1', [row.id]);
  });
}

/** One that was given back in the meantime may come before its own number, and nothing would ever be carried out behind the gap. */
async function refuseGap(client: PoolClient, chain: string, claims: readonly string[]): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM custody_claim WHERE chain = $1 AND claim = ANY($2)', [chain, claims]);
  if (rowCount !== claims.length) throw new Error('claims of others were given back while it was prepared');
}

async function sayWaits({ pool, now }: PayoutParts, id: number, why: string): Promise<void> {
  await inTransaction(pool, (client) =>
    client.query(`UPDATE custody_withdrawal SET waits = $2, waits_until_ms = $3 WHERE withdrawal_id = $1 AND state = 'APPROVED'`, [
      id,
      why.slice(0, 300),
      now() + AGAIN_MS,
    ]),
  );
}
