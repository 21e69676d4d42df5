// Reads the XRP ledger: what is validated, what arrived in a ledger, what became of a transaction. It holds no key.
import type { Broadcast, ChainReader, CoinRow, Incoming, Outcome, Watched } from '../chain.ts';
import { coinsOf } from '../coins.ts';
import { MalformedAnswer } from '../json-rpc.ts';
import { hashOfSigned } from './signed.ts';
import { XrpError, xrpNode, type XrpEntry, type XrpNode, type XrpNodeOptions } from './xrp-node.ts';

export interface XrpOptions extends XrpNodeOptions {
  coins: readonly CoinRow[];
}

export function openXrpReader(options: XrpOptions): ChainReader {
  const node = xrpNode(options);
  const coins = coinsOf(options.coins, (text) => text);
  return {
    chain: 'XRP',
    network: async () => ({ name: String(await node.networkId()) }),
    // A validated ledger is never undone, and no other is looked at.
    async tip() {
      const tip = await node.newest();
      return { tip, finalHeight: tip.height };
    },
    blockAt: (height) => node.header(height),
    async incoming(height, watched) {
      const { block, entries } = await node.block(height);
      return { block, incoming: entries.flatMap((entry) => arrived(entry, coins.own.code, watched)) };
    },
    async balanceOf(address, coin) {
      coins.byCode(coin);
      return (await node.account(address))?.account_data.Balance ?? 0n;
    },
    outcomeOf: (hash) => outcomeOf(node, hash),
    broadcast: (raw) => broadcastTo(node, raw),
    close: async () => {},
  };
}

/** The delivered amount alone counts: a partial payment names a larger one. Other coins are delivered as objects. */
function arrived({ hash, tx_json: payment, meta }: XrpEntry, coin: string, watched: Watched): Incoming[] {
  const { TransactionType, Account, Destination, DestinationTag } = payment;
  if (TransactionType !== 'Payment' || Destination === undefined || !watched.has(Destination)) return [];
  if (meta.TransactionResult !== 'tesSUCCESS' || typeof meta.delivered_amount === 'object') return [];
  if (typeof meta.delivered_amount !== 'string' || !/^\d{1,18}$/.test(meta.delivered_amount))
    throw new MalformedAnswer(`${hash}: the node's answer does not say what was delivered`);
  const amount = BigInt(meta.delivered_amount);
  if (amount === 0n) return [];
  const memo = DestinationTag === undefined ? null : String(DestinationTag);
  return [{ txHash: hash, place: 0, coin, to: Destination, memo, amount, from: Account }];
}

async function outcomeOf(node: XrpNode, hash: string): Promise<Outcome | undefined> {
  const found = await node.transaction(hash);
  if (found === undefined) return undefined;
  if (found.validated !== true || found.ledger_index === undefined) return { state: 'pending' };
  const block = await node.header(found.ledger_index);
  if (block === undefined || found.meta === undefined || found.tx_json.Fee === undefined)
    throw new MalformedAnswer(`transaction ${hash}: the node's answer lacks its ledger, its result or its fee`);
  return { state: 'mined', block, isSuccess: found.meta.TransactionResult === 'tesSUCCESS', fee: found.tx_json.Fee };
}

/** The node is at fault or busy, or waits for an earlier number: by these words it may still be carried out. */
const notNow = /^(tel|ter(?!QUEUED)|tooBusy|noNetwork|noCurrent|slowDown)/;

async function broadcastTo(node: XrpNode, raw: string): Promise<Broadcast> {
  const hash = hashOfSigned(raw);
  let answer: Awaited<ReturnType<XrpNode['submit']>>;
  try {
    answer = await node.submit(raw);
  } catch (error) {
    if (!(error instanceof XrpError)) throw error;
    if (notNow.test(error.code)) throw new Error(`the node takes nothing now: ${error.message}`);
    return { state: 'refused', reason: error.message };
  }
  const { engine_result: code, engine_result_message: message = '', tx_json } = answer;
  if (tx_json?.hash !== undefined && tx_json.hash !== hash) throw new MalformedAnswer(`sent ${hash}, the node calls it ${tx_json.hash}`);
  if (notNow.test(code)) throw new Error(`the node takes nothing now: ${code} ${message}`);
  // `tec` costs its fee and is carried out as a failure: it is on its way.
  if (code === 'tesSUCCESS' || code === 'terQUEUED' || code.startsWith('tec')) return { state: 'accepted' };
  if (code === 'tefALREADY') return { state: 'known' };
  if ((code === 'tefPAST_SEQ' || code === 'tefMAX_LEDGER') && (await node.transaction(hash)) !== undefined) return { state: 'known' };
  return { state: 'refused', reason: `${code} ${message}`.trim() };
}
