// What a node's no to a signed transaction means, in the words of the nodes there are.
import { keccak256 } from 'viem/utils';
import type { Broadcast } from '../chain.ts';
import { MalformedAnswer, NodeError } from '../json-rpc.ts';
import type { EthNode } from './eth-node.ts';

/** It has exactly this transaction: geth, Nethermind, Erigon and Besu, OpenEthereum and hosted ones. */
const known =
  /already known|known transaction|alreadyknown|already imported|already in (the )?(mempool|pool)|already_exists|already exists/i;
/** The number is used up, by this transaction or by another: geth, anvil, OpenEthereum, Nethermind, zkSync and others. */
const numberUsed =
  /nonce (is )?too low|nonce too old|oldnonce|nonce_too_low|nonce has already been used|invalid (transaction )?nonce|incorrect nonce|lower than the (current )?(account )?nonce/i;

export async function broadcastTo(node: EthNode, raw: string): Promise<Broadcast> {
  const hash = keccak256(raw as `0x${string}`);
  try {
    const answered = await node.send(raw);
    if (answered !== hash) throw new MalformedAnswer(`sent ${hash}, the node calls it ${answered}`);
    return { state: 'accepted' };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (known.test(error.message)) return { state: 'known' };
    if (numberUsed.test(error.message) && (await isThere(node, hash))) return { state: 'known' };
    return { state: 'refused', reason: error.message };
  }
}

/** Its number is used: either this very transaction was mined, or another one over the same reservation. */
const isThere = async (node: EthNode, hash: string) => (await node.receipt(hash)) !== null || (await node.transaction(hash)) !== null;
