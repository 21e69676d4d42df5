// The ledger behind the TRON facade: a real EVM, whose blocks are shown as TRON's and whose gas is paid in sun.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { jsonRpc, NodeError, type JsonRpc } from '../../json-rpc.ts';
import * as shapes from '../../eth/shapes.ts';
import { openEnvelope, ownerOf, type Envelope } from './envelope.ts';

/** A refusal in TRON's words. */
export class Refusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const PLAIN_GAS = 21_000n;
/** Sun for a unit: a plain payment then costs about what its bytes cost there, a call what its energy costs. */
const PLAIN_PRICE = 13n;
export const ENERGY_PRICE = 100n;
const MOST_ENERGY = 5_000_000n;

export interface Header {
  id: string;
  parent: string;
  height: number;
  timeMs: number;
}
export type Mined = { envelope: Envelope; receipt: shapes.Receipt };

export type Ledger = ReturnType<typeof openLedger>;

const hex = (value: bigint) => `0x${value.toString(16)}`;
const evmOf = (address: unknown) => `0x${String(address).slice(2)}`;
/** A block's own hash begins with its height, as TRON's do. */
const blockId = (height: number, hash: string) => height.toString(16).padStart(16, '0') + hash.slice(2 + 16);

export function openLedger({ url, notePath }: { url: string; notePath?: string }) {
  const rpc = jsonRpc({ url });
  const sent = new Map<string, Envelope>();
  const evmHashes = new Map<string, string>();
  const know = (envelope: Envelope, evmHash: string) => {
    sent.set(evmHash, envelope);
    evmHashes.set(envelope.id, evmHash);
  };
  if (notePath !== undefined) recall(notePath, know);
  const header = async (at: string): Promise<Header | undefined> => {
    const found = await rpc.ask('eth_getBlockByNumber', [at, false], z.nullable(shapes.header));
    return found === null ? undefined : shown(found);
  };
  const receipt = (evmHash: string) => rpc.ask('eth_getTransactionReceipt', [evmHash], z.nullable(shapes.receipt));
  return {
    rpc,
    tip: async () => (await header('latest'))!,
    header: (height: number) => header(hex(BigInt(height))),
    knows: (id: string) => evmHashes.has(id),
    sent: (id: string) => ({ envelope: sent.get(evmHashes.get(id)!)! }),
    isPending: async (id: string) => evmHashes.has(id) && (await receipt(evmHashes.get(id)!)) === null,
    async mined(id: string): Promise<Mined | undefined> {
      const evmHash = evmHashes.get(id);
      const found = evmHash === undefined ? null : await receipt(evmHash);
      return found === null ? undefined : { envelope: sent.get(found.transactionHash)!, receipt: found };
    },
    /** Of what came through the facade; its own preparations are not shown. */
    async minedAt(height: number): Promise<Mined[]> {
      const block = await rpc.ask('eth_getBlockByNumber', [hex(BigInt(height)), true], z.nullable(shapes.fullBlock));
      const ours = (block?.transactions ?? []).filter(({ hash }) => sent.has(hash));
      return Promise.all(ours.map(async ({ hash }) => ({ envelope: sent.get(hash)!, receipt: (await receipt(hash))! })));
    },
    trace: (evmHash: string) => rpc.ask('debug_traceTransaction', [evmHash, { tracer: 'callTracer' }], shapes.frame),
    balance: (address: string) => rpc.ask('eth_getBalance', [evmOf(address), 'latest'], shapes.quantity),
    call: (owner: string, contract: string, data: string) => callOf(rpc, { from: evmOf(owner), to: evmOf(contract), data: `0x${data}` }),
    async submit(envelope: Envelope, signed: string): Promise<void> {
      const evmHash = await execute(rpc, envelope);
      know(envelope, evmHash);
      if (notePath !== undefined) appendFileSync(notePath, `${evmHash} ${signed}\n`);
    },
  };
}

const shown = ({ number, hash, parentHash, timestamp }: shapes.Header): Header => ({
  height: number,
  id: blockId(number, hash),
  parent: number === 0 ? '0'.repeat(64) : blockId(number - 1, parentHash),
  timeMs: timestamp * 1000,
});

function recall(path: string, know: (envelope: Envelope, evmHash: string) => void): void {
  if (!existsSync(path)) return;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [evmHash, signed] = line.split(' ');
    if (signed !== undefined) know(openEnvelope(signed), evmHash);
  }
}

async function callOf(rpc: JsonRpc, call: Record<string, string>): Promise<{ words: string; energy: number } | { failure: string }> {
  try {
    const words = await rpc.ask('eth_call', [call, 'latest'], shapes.bytes);
    const energy = await rpc.ask('eth_estimateGas', [call], shapes.quantity);
    return { words: words.slice(2), energy: Number(energy) };
  } catch (error) {
    if (error instanceof NodeError) return { failure: 'REVERT opcode executed' };
    throw error;
  }
}

/** The node signs for nobody in particular: whose signature it was has been proved before. */
async function execute(rpc: JsonRpc, envelope: Envelope): Promise<string> {
  const { value } = envelope.rawData.contract[0].parameter;
  const from = evmOf(ownerOf(envelope));
  const transaction =
    envelope.type === 'TransferContract' ? await payment(rpc, from, value) : callWith(from, value, envelope.rawData.fee_limit ?? 0);
  try {
    return await rpc.ask('eth_sendTransaction', [transaction], shapes.hash);
  } catch (error) {
    if (error instanceof NodeError) throw new Refusal('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${error.message}`);
    throw error;
  }
}

async function payment(rpc: JsonRpc, from: string, value: Record<string, unknown>): Promise<Record<string, string>> {
  const to = evmOf(value.to_address);
  if ((await rpc.ask('eth_getCode', [to, 'latest'], shapes.bytes)) !== '0x')
    throw new Refusal('CONTRACT_VALIDATE_ERROR', 'Contract validate error : Cannot transfer TRX to a smartContract.');
  const amount = BigInt(Number(value.amount ?? 0));
  if (amount <= 0n) throw new Refusal('CONTRACT_VALIDATE_ERROR', 'Contract validate error : Amount must be greater than 0.');
  const has = await rpc.ask('eth_getBalance', [from, 'latest'], shapes.quantity);
  if (has < amount + PLAIN_GAS * PLAIN_PRICE)
    throw new Refusal('CONTRACT_VALIDATE_ERROR', 'Contract validate error : balance is not sufficient.');
  return { from, to, value: hex(amount), gas: hex(PLAIN_GAS), gasPrice: hex(PLAIN_PRICE) };
}

function callWith(from: string, value: Record<string, unknown>, feeLimit: number): Record<string, string> {
  const energy = BigInt(feeLimit) / ENERGY_PRICE;
  if (energy < PLAIN_GAS) throw new Refusal('CONTRACT_VALIDATE_ERROR', 'Contract validate error : fee limit is too low for a call');
  return {
    from,
    to: evmOf(value.contract_address),
    value: hex(BigInt(Number(value.call_value ?? 0))),
    data: `0x${String(value.data ?? '')}`,
    gas: hex(energy < MOST_ENERGY ? energy : MOST_ENERGY),
    gasPrice: hex(ENERGY_PRICE),
  };
}
