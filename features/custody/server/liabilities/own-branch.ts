// Members' branches, made when they are asked for: of the proof's sealed seed, its balances and the upper nodes of its tree.
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { openSecret } from '@maru/kit/server/seal.ts';
import type { LiabilityBranch } from '../../liability-branch.ts';
import { treeSeal } from './prove-site.ts';
import { type Balances, branchOf, readBalances, type SumTree } from './sum-tree.ts';

interface KeptTree extends Pick<SumTree, 'depth' | 'tops'> {
  seed: Buffer;
  of: Balances;
}

export interface PublishedProof {
  proofId: number;
  site: number;
  coin: string;
  number: number;
  depth: number;
  record: string;
  hash: string;
}

export interface LiabilityTrees {
  /** Undefined: the member was owed nothing. Throws LIABILITY_TREE_GONE for one that is not kept any more, or cannot be opened. */
  branchOf(proof: PublishedProof, member: number): Promise<LiabilityBranch | undefined>;
}
export const liabilityTrees = serviceKey('custody.liabilityTrees').of<LiabilityTrees>();

/** A large site's take tens of megabytes each: those that members ask for now. */
const MOST_KEPT = 2;

export function openTrees(context: AppContext): LiabilityTrees {
  const kept = new Map<number, Promise<KeptTree>>();
  const treeOf = (proof: PublishedProof): Promise<KeptTree> => {
    const known = kept.get(proof.proofId) ?? readTree(context, proof);
    // The one that was asked for longest ago goes first.
    kept.delete(proof.proofId);
    kept.set(proof.proofId, known);
    known.catch(() => kept.delete(proof.proofId));
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as number);
    return known;
  };
  return {
    async branchOf(proof, member) {
      const { seed, of, ...tree } = await treeOf(proof);
      const { record, hash } = proof;
      const branch = branchOf(seed, of, tree, member);
      return branch && { record, hash, ...branch };
    },
  };
}

async function readTree({ pool, config, log }: AppContext, { proofId, site, coin, number, depth }: PublishedProof): Promise<KeptTree> {
  const { rows } = await pool.query<{ seed: string; balances: Buffer; tops: Buffer }>(
    'SELECT seed, balances, tops FROM custody_liability_tree WHERE proof_id = $1',
    [proofId],
  );
  if (rows.length === 0) throw new Refusal('LIABILITY_TREE_GONE');
  const { seed: sealed, balances, tops } = rows[0];
  const seed = openSecret(config.secrets.storageKey, Buffer.from(sealed, 'base64'), treeSeal(site, coin, number));
  if (seed === undefined) {
    log.error({ site, coin, number }, 'the seed of a tree of liabilities was sealed under another storage key');
    throw new Refusal('LIABILITY_TREE_GONE');
  }
  return { seed: Buffer.from(seed, 'hex'), of: readBalances(balances), depth, tops };
}
