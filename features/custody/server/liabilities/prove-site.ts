// Makes the proofs of a site: balances at one sequence of the ledger, a tree of each coin, its root published under the site's key.
import { randomBytes, randomInt } from 'node:crypto';
import type { Liabilities, LiabilitiesView } from '@maru/engine/ledger/liabilities.ts';
import { utcDayText } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { sealSecret } from '@maru/kit/server/seal.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { installationSigner } from '@maru/rounds/admin-contract.ts';
import type { PoolClient } from 'pg';
import { checkBranch } from '../../liability-branch.ts';
import { liabilitiesSignatureText, NO_PROOF, recordHash, recordText } from '../../liability-record.ts';
import { makeTree } from './make-tree.ts';
import { balancesOf, LiabilityRefused, type ProvenCoin } from './proven-coins.ts';
import { SEED_BYTES } from './secrets.ts';
import { type Balances, branchOf, type SumTree, writeBalances } from './sum-tree.ts';

const LOCK = 0x6f776564;

export interface ProofOf {
  site: SiteConfig;
  coins: readonly ProvenCoin[];
  /** An operator; null: the day's own. */
  askedBy: number | null;
  goesOn(): boolean;
}

export const treeSeal = (site: number, coin: string, number: number): Buffer =>
  Buffer.from(`custody-liabilities|${site}|${coin}|${number}`);

/** How many were published. A coin that nobody is owed has none; one that was refused has its reason in `custody_liability_fault`. */
export async function proveSite(context: AppContext, { site, coins, askedBy, goesOn }: ProofOf): Promise<number> {
  const { engine, pool, clock, log, services } = context;
  const groups = coins.map(({ assets }) => assets);
  const { seq, groups: found } = await engine.query<LiabilitiesView>(site.id, 'liabilities', groups);
  const now = clock.now();
  const directory = services.use(memberDirectory);
  let published = 0;
  for (const [at, coin] of coins.entries()) {
    if (!goesOn()) break;
    try {
      const made = await makeProof(found[at], (account) => directory.memberOf(site.id, account));
      await inTransaction(pool, async (client) => {
        if (made !== undefined) await publish(context, client, { site, coin, askedBy, seq, now, ...made });
        await client.query('DELETE FROM custody_liability_fault WHERE site_id = $1 AND coin = $2', [site.id, coin.coin]);
      });
      if (made !== undefined) published++;
    } catch (error) {
      log.error({ err: error, site: site.id, coin: coin.coin }, 'a proof of liabilities was not made');
      await keepFault(context, site.id, coin.coin, error);
    }
  }
  return published;
}

interface Made {
  seed: Buffer;
  balances: Balances;
  tree: SumTree;
  below: number;
}

async function makeProof(found: Liabilities, memberOf: (account: number) => number | undefined): Promise<Made | undefined> {
  const { sum, ...balances } = balancesOf(found, memberOf);
  if (sum === 0) return undefined;
  const seed = randomBytes(SEED_BYTES);
  const tree = await makeTree(seed, balances);
  if (tree.sum !== sum) throw new LiabilityRefused('SUM', { members: sum, tree: tree.sum });
  return { seed, balances, tree, below: found.below };
}

interface Published extends Made {
  site: SiteConfig;
  coin: ProvenCoin;
  askedBy: number | null;
  seq: number;
  now: number;
}

/** Any of its members finds what it is owed under the root, as its own device will look: else nothing is published. */
function holdsFor({ seed, balances, tree }: Made, record: string): void {
  const at = randomInt(balances.members.length);
  const member = balances.members[at];
  const branch = branchOf(seed, balances, tree, member);
  const checked = branch && checkBranch({ record, hash: recordHash(record), ...branch }, String(member));
  if (checked?.wrong.length !== 0 || checked.total !== BigInt(balances.balances[at])) throw new LiabilityRefused('SUM', { member });
}

/** One number after the other, each naming the proof before. */
async function publish(context: AppContext, client: PoolClient, proof: Published): Promise<void> {
  const { site, coin, askedBy, seq, now, seed, tree, balances, below } = proof;
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK, site.id]);
  const { rows } = await client.query<{ number: number; hash: string }>(
    'SELECT number, hash FROM custody_liability WHERE site_id = $1 AND coin = $2 ORDER BY number DESC LIMIT 1',
    [site.id, coin.coin],
  );
  const number = (rows[0]?.number ?? 0) + 1;
  const record = recordText({
    site: site.code,
    siteNumber: String(site.id),
    coin: coin.coin,
    decimals: String(coin.decimals),
    number: String(number),
    at: String(now),
    sequence: String(seq),
    depth: String(tree.depth),
    sum: String(tree.sum),
    below: String(below),
    root: tree.root,
    previous: rows[0]?.hash ?? NO_PROOF,
  });
  const hash = recordHash(record);
  holdsFor(proof, record);
  const by = await context.services.find(installationSigner)?.sign(client, liabilitiesSignatureText(hash), now);
  if (by === undefined) context.log.error({ site: site.id, coin: coin.coin }, 'a proof of liabilities is published unsigned');
  const kept = await client.query<{ id: number }>(
    `INSERT INTO custody_liability (site_id, coin, number, day, at_ms, seq, decimals, depth, sum, below, root, record, hash, signature, key, asked_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING proof_id::float8 AS id`,
    [
      site.id,
      coin.coin,
      number,
      utcDayText(now),
      now,
      seq,
      coin.decimals,
      tree.depth,
      tree.sum,
      below,
      tree.root,
      record,
      hash,
      by?.signature ?? null,
      by?.key ?? null,
      askedBy,
    ],
  );
  const sealed = sealSecret(context.config.secrets.storageKey, seed.toString('hex'), treeSeal(site.id, coin.coin, number)).toString(
    'base64',
  );
  await client.query('INSERT INTO custody_liability_tree (proof_id, made_ms, seed, balances, tops) VALUES ($1, $2, $3, $4, $5)', [
    kept.rows[0].id,
    now,
    sealed,
    writeBalances(balances),
    tree.tops,
  ]);
}

async function keepFault({ pool, clock }: AppContext, site: number, coin: string, error: unknown): Promise<void> {
  const { fault, figures } = error instanceof LiabilityRefused ? error : { fault: 'FAILED', figures: {} };
  await inTransaction(pool, (client) =>
    client.query(
      `INSERT INTO custody_liability_fault (site_id, coin, since_ms, at_ms, fault, figures) VALUES ($1, $2, $3, $3, $4, $5)
       ON CONFLICT (site_id, coin) DO UPDATE SET at_ms = excluded.at_ms, fault = excluded.fault, figures = excluded.figures`,
      [site, coin, clock.now(), fault, JSON.stringify(figures)],
    ),
  );
}
