// Makes the transaction that pays: chooses what is spent from the caller's own rows, asks the node for fees and for what is spent, as it is.
import { hex } from '@scure/base';
import { selectUTXO } from '@scure/btc-signer';
import type { Reservation, Payment, Preparation, PrepareOptions, Preparer, Source, Unspent } from '../chain.ts';
import { NodeError } from '../json-rpc.ts';
import type { BitcoinNetwork } from './network.ts';
import { feeEstimateShape, scannedShape, unspentShape } from './node-answers.ts';
import { type NodeAddress, NodeClient } from './node-client.ts';
import { scriptOf, versionsOf } from './own-scripts.ts';
import { type Order, type OrderOutput, paymentsOf, readOrder, writeOrder } from './payment-order.ts';
import { outputName, readOutputName, readTransaction } from './raw-transaction.ts';
import { previousTransactions } from './reader.ts';
import { toSatoshi } from './satoshi.ts';

export interface PreparerOptions extends NodeAddress {
  network: BitcoinNetwork;
  /** Satoshi a virtual byte, from settings; without it the node is asked. */
  feeRate?: () => Promise<bigint | undefined>;
}

/** What we have does not reach for payments and fee. */
export class TooFewCoins extends Error {
  override name = 'TooFewCoins';
}

/** What nobody could be paid: no address of the network, or less than nodes pass on. */
export class NotPayable extends Error {
  override name = 'NotPayable';
}

/** Blocks until which the node is asked to have it mined. */
const CONFIRM_WITHIN = 3;
/** A replacement pays for its own way through the network, beside what the replaced one paid (BIP125, rule 4). */
const BUMP_PERCENT = 125n;

export function bitcoinPreparer({ network, feeRate, ...address }: PreparerOptions): Preparer {
  const client = new NodeClient(address);
  const rateNow = async () => bounded(network, (await feeRate?.()) ?? (await estimatedRate(client, network)));
  return {
    feeRate: rateNow,
    async prepare(options) {
      const rate = await rateNow();
      const previous = options.bump === undefined ? undefined : readOrder(network, options.bump.previous);
      const unspent = options.unspent ?? (await scanned(client, network, options.sources));
      const chosen = await chooseRipe(client, network, { ...options, unspent }, (left) =>
        previous === undefined ? choose(network, left, rate, []) : chooseBump(network, left, rate, previous),
      );
      return asPreparation(client, network, options, chosen);
    },
  };
}

const bounded = ({ feeRate: { least, most } }: BitcoinNetwork, rate: bigint): bigint => (rate < least ? least : rate > most ? most : rate);

async function estimatedRate(client: NodeClient, { feeRate: { usual } }: BitcoinNetwork): Promise<bigint> {
  try {
    const { feerate } = await client.call('estimatesmartfee', [CONFIRM_WITHIN], feeEstimateShape);
    if (feerate === undefined || feerate.startsWith('-')) return usual;
    return (toSatoshi(feerate) + 999n) / 1000n;
  } catch (error) {
    if (error instanceof NodeError) return usual;
    throw error;
  }
}

/** Chooses again without what the node says is not ripe. What the rows hold, and the node calls spent, is a fault that a person looks at. */
async function chooseRipe(
  client: NodeClient,
  network: BitcoinNetwork,
  options: PrepareOptions,
  chooseOf: (options: PrepareOptions) => Chosen,
): Promise<Chosen> {
  for (let left = options; ; ) {
    const chosen = chooseOf(left);
    const unripe = new Set<string>();
    // What a replaced transaction of ours spends is spent by what waits, and by nothing that is mined.
    const withWaiting = options.bump === undefined;
    const asked = chosen.inputs.map(({ output }) => readOutputName(output)).map(({ txid, index }) => [txid, index, withWaiting]);
    for (const [i, found] of (await client.callEach('gettxout', asked, unspentShape)).entries()) {
      const { output } = chosen.inputs[i];
      if (found === null) throw new Error(`output ${output} is spent, or was never there: the node does not know it`);
      if (found.coinbase && found.confirmations <= network.ripeAfter) unripe.add(output);
    }
    if (unripe.size === 0) return chosen;
    left = { ...left, unspent: left.unspent?.filter(({ output }) => !unripe.has(output)) };
  }
}

/** Without rows: the node's whole set is searched. Exact, and slow on a long chain; Dogecoin's nodes cannot. */
async function scanned(client: NodeClient, network: BitcoinNetwork, sources: readonly Source[]): Promise<Unspent[]> {
  const byScript = new Map(sources.map(({ address }) => [hex.encode(scriptOf(network, address)), address]));
  const { unspents } = await client.call('scantxoutset', ['start', [...byScript.keys()].map((script) => `raw(${script})`)], scannedShape);
  return unspents.flatMap(({ txid, vout, scriptPubKey, amount }) => {
    const address = byScript.get(scriptPubKey);
    return address === undefined ? [] : [{ output: outputName(txid, vout), address, amount }];
  });
}

interface Chosen {
  inputs: Unspent[];
  outputs: OrderOutput[];
  fee: bigint;
  vsize: bigint;
}

function choose(network: BitcoinNetwork, options: PrepareOptions, rate: bigint, required: readonly Unspent[]): Chosen {
  const { payments } = options;
  checkPayments(network, payments);
  const candidates = spendable(options, required);
  const asInput = (unspent: Unspent) => ({
    ...readOutputName(unspent.output),
    witnessUtxo: { script: scriptOf(network, unspent.address), amount: unspent.amount },
  });
  const change = options.change ?? options.sources[0].address;
  const found = selectUTXO(
    candidates.map(asInput),
    payments.map(({ to, amount }) => ({ script: scriptOf(network, to), amount })),
    'default',
    {
      feePerByte: rate,
      changeAddress: change,
      network: versionsOf(network),
      dust: network.dust,
      dustRelayFeeRate: 1n,
      requiredInputs: required.map(asInput),
      // Only sizes and sums are reckoned here; what is signed has the whole transactions.
      allowLegacyWitnessUtxo: true,
      createTx: false,
      bip69: false,
    },
  );
  if (found === undefined) throw new TooFewCoins(`${network.chain}: ${candidates.length} outputs do not reach`);
  const byName = new Map([...required, ...candidates].map((unspent) => [unspent.output, unspent]));
  const inputs = found.inputs.map(({ txid, index }) => byName.get(`${Buffer.from(txid!).toString('hex')}:${index}`)!);
  const outputs: OrderOutput[] = payments.map(({ to, amount }) => ({ address: to, amount, isChange: false }));
  if (found.change) outputs.push({ address: change, amount: found.outputs.at(-1)!.amount, isChange: true });
  return { inputs, outputs, fee: found.fee!, vsize: BigInt(Math.ceil(found.weight / 4)) };
}

function checkPayments(network: BitcoinNetwork, payments: readonly Payment[]): void {
  if (payments.length === 0) throw new Error('nothing is to be paid');
  for (const { to, coin, amount, memo } of payments) {
    if (coin !== network.chain) throw new Error(`${network.chain} does not pay ${coin}`);
    if (memo !== null) throw new Error(`${network.chain} has no memo`);
    if (amount < network.dust) throw new NotPayable(`${amount} to ${to} is less than nodes pass on (${network.dust})`);
    refuseUnreadable(network, to);
  }
}

function refuseUnreadable(network: BitcoinNetwork, to: string): void {
  try {
    scriptOf(network, to);
  } catch {
    throw new NotPayable(`${to} is no address of ${network.chain}`);
  }
}

/** Of the sources alone, and nothing that another transaction of ours has reserved. */
function spendable({ sources, unspent = [], reserved }: PrepareOptions, required: readonly Unspent[]): Unspent[] {
  const own = new Set(sources.map(({ address }) => address));
  const taken = new Set([...reserved.flatMap(({ inputs = [] }: Reservation) => inputs), ...required.map(({ output }) => output)]);
  return unspent.filter(({ output, address }) => own.has(address) && !taken.has(output));
}

/** The same inputs and payments; the fee comes out of the change, and where that does not reach, further outputs are taken to them. */
function chooseBump(network: BitcoinNetwork, options: PrepareOptions, rate: bigint, previous: Order): Chosen {
  const payments = paymentsOf(network, previous);
  if (options.payments.length > 0 && !isSame(payments, options.payments)) throw new Error('a replacement pays what it replaces');
  const before = previous.fee;
  let wanted = rate;
  const next = () => choose(network, { ...options, payments }, wanted, previous.inputs);
  let chosen = next();
  const isEnough = ({ fee, vsize }: Chosen) =>
    fee * 100n >= before * BUMP_PERCENT && fee >= before + vsize * network.feeRate.least && fee > 0n;
  while (!isEnough(chosen)) {
    if (wanted > network.feeRate.most) throw new Error(`no higher fee than ${network.feeRate.most} a byte is paid`);
    const needed = max((before * BUMP_PERCENT + 99n) / 100n, before + chosen.vsize * network.feeRate.least);
    wanted = max(wanted + 1n, needed / chosen.vsize);
    chosen = next();
  }
  return chosen;
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function isSame(a: readonly Payment[], b: readonly Payment[]): boolean {
  const text = (payments: readonly Payment[]) =>
    payments
      .map(({ to, amount }) => `${to} ${amount}`)
      .toSorted()
      .join();
  return text(a) === text(b);
}

async function asPreparation(client: NodeClient, network: BitcoinNetwork, options: PrepareOptions, chosen: Chosen): Promise<Preparation> {
  const { sources, bump } = options;
  const names = chosen.inputs.map(({ output }) => output);
  const previous = await previousTransactions(client, names);
  for (const { output, address, amount } of chosen.inputs) {
    const { txid, index } = readOutputName(output);
    const real = readTransaction(previous.get(txid)!).outputs[index];
    const isTrue = real?.amount === amount && Buffer.from(real.script).equals(scriptOf(network, address));
    if (!isTrue) throw new Error(`output ${output} is not what our rows say`);
  }
  const used = new Set(chosen.inputs.map(({ address }) => address));
  const known = [...sources, ...(bump?.previous.sources ?? [])];
  const body = writeOrder(network, names, chosen.outputs, previous);
  return {
    unsigned: { chain: network.chain, body, sources: known.filter(({ address }, i) => used.has(address) && firstOf(known, address) === i) },
    reservation: { inputs: names },
    feeLimit: chosen.fee,
  };
}

const firstOf = (sources: readonly { address: string }[], address: string): number =>
  sources.findIndex((source) => source.address === address);
