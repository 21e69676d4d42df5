// The TRON of demo and tests: its HTTP interface over a real EVM on this machine, with the demo's USDT and a purse that test coins come from.
import { TronWeb } from 'tronweb';
import * as z from 'zod/mini';
import type { CoinRow } from '../chain.ts';
import { startAnvil } from '../eth/anvil.ts';
import { deployToken, mineBlocks } from '../eth/demo-node.ts';
import { textOf } from './address.ts';
import { openFacade } from './facade/server.ts';
import { openLedger } from './facade/ledger.ts';

export interface TronDemoNode {
  url: string;
  /** Of the EVM behind it, for what its owner alone may do. */
  evmUrl: string;
  pid: number;
  coins: CoinRow[];
  /** A client of TRON's own library, with the purse's key. */
  client: TronWeb;
  /** Test coins; the transaction's hash, which is in the next block. */
  send(to: string, coin: string, amount: bigint): Promise<string>;
  mine(blocks?: number): Promise<void>;
  ended: Promise<void>;
  close(): Promise<void>;
}

export interface TronDemoOptions {
  blockSeconds?: number;
  solidLag?: number;
  statePath?: string;
}

/** First account of the phrase that every such node has. Known to everyone: what it holds is worth nothing anywhere. */
const DEMO_PHRASE = 'test test test test test test test test test test test junk';
const PURSE_KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const CHAIN_ID = 728_126_428;
const FEE_LIMIT = 100_000_000;

export async function startTronDemoNode({ blockSeconds, solidLag = 2, statePath }: TronDemoOptions = {}): Promise<TronDemoNode> {
  const anvil = await startAnvil({ mnemonic: DEMO_PHRASE, chainId: CHAIN_ID, blockSeconds, statePath, isWithoutFees: true });
  try {
    const ledger = openLedger({ url: anvil.url, ...(statePath === undefined ? {} : { notePath: `${statePath}.sent` }) });
    const [purse] = await ledger.rpc.ask('eth_accounts', [], z.array(z.string()));
    const token = textOf(await deployToken(ledger.rpc, purse));
    const facade = await openFacade({ ledger, solidLag });
    const client = new TronWeb({ fullHost: facade.url, privateKey: PURSE_KEY });
    return {
      url: facade.url,
      evmUrl: anvil.url,
      pid: anvil.pid,
      ended: anvil.ended,
      client,
      coins: [
        { code: 'TRON', decimals: 6 },
        { code: 'TRON_USDT', contract: token, decimals: 6 },
      ],
      send: (to, coin, amount) => (coin === 'TRON' ? sendTrx(client, to, amount) : sendToken(client, token, to, amount)),
      mine: (blocks = 1) => mineBlocks(ledger.rpc, blocks),
      async close() {
        await facade.close();
        await anvil.close();
      },
    };
  } catch (error) {
    await anvil.close();
    throw error;
  }
}

interface Sent {
  result?: boolean;
  code?: string | number;
  message?: string;
}

/** Two alike within one block would be one transaction, so each says that it was made a millisecond later. */
async function blockHeader(client: TronWeb) {
  sent += 1;
  const { timestamp, expiration, ...block } = await client.trx.getCurrentRefBlockParams();
  return { ...block, timestamp: timestamp + sent, expiration: expiration + 60_000 };
}
let sent = 0;

async function signAndSend(client: TronWeb, built: Parameters<TronWeb['trx']['sign']>[0]): Promise<string> {
  const signed = await client.trx.sign(built);
  const answer = (await client.trx.sendRawTransaction(signed as never)) as unknown as Sent;
  if (answer.result !== true) throw new Error(`the demo's TRON did not take it: ${answer.code} ${answer.message}`);
  return (signed as { txID: string }).txID;
}

async function sendTrx(client: TronWeb, to: string, amount: bigint): Promise<string> {
  const options = { blockHeader: await blockHeader(client) };
  return signAndSend(client, await client.transactionBuilder.sendTrx(to, Number(amount), undefined, options));
}

async function sendToken(client: TronWeb, token: string, to: string, amount: bigint): Promise<string> {
  const parameters = [
    { type: 'address', value: to },
    { type: 'uint256', value: amount.toString() },
  ];
  const options = { feeLimit: FEE_LIMIT, txLocal: true, blockHeader: await blockHeader(client) };
  const { transaction } = await client.transactionBuilder.triggerSmartContract(token, 'transfer(address,uint256)', options, parameters);
  return signAndSend(client, transaction);
}
