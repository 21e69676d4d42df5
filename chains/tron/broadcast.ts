// What a TRON node's no to a signed transaction means.
import type { Broadcast } from '../chain.ts';
import { MalformedAnswer } from '../json-rpc.ts';
import { idOf, rawOf } from './transaction.ts';
import type { TronNode } from './tron-node.ts';

/** The node is at fault, not the transaction: it is sent again. */
const ofTheNode = new Set(['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED']);

export async function broadcastTo(node: TronNode, raw: string): Promise<Broadcast> {
  const id = idOf(rawOf(raw));
  const { result, code = '', message = '', txid } = await node.send(raw);
  if (txid !== undefined && txid !== id) throw new MalformedAnswer(`sent ${id}, the node calls it ${txid}`);
  if (result === true) return { state: 'accepted' };
  const reason = `${code} ${wordsOf(message)}`.trim();
  if (ofTheNode.has(code)) throw new Error(`the node takes nothing now: ${reason}`);
  if (code === 'DUP_TRANSACTION_ERROR') return { state: 'known' };
  // Its time is over, so it is no longer on the list of known ones; it may have been carried out before.
  if (code === 'TRANSACTION_EXPIRATION_ERROR' && (await node.info(id)) !== undefined) return { state: 'known' };
  return { state: 'refused', reason: reason === '' ? 'the node gave no reason' : reason };
}

/** Some nodes answer their words as hex. */
export function wordsOf(message: string): string {
  return /^([0-9a-f]{2}){4,}$/.test(message) ? Buffer.from(message, 'hex').toString('utf8') : message;
}
