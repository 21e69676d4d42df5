// Makes the bytes that are to be signed: number, gas and fees. It asks a node, so nothing here is believed by the signer.
import type { Reservation, CoinRow, Payment, PrepareOptions, Preparation, Preparer, Source, Unsigned } from '../chain.ts';
import { mixedCase } from '../address/checksums.ts';
import { coinsOf, type Coins } from '../coins.ts';
import { MalformedAnswer } from '../json-rpc.ts';
import { nextNumber } from '../next-number.ts';
import { Unfunded } from '../unfunded.ts';
import { transferCall } from './erc20.ts';
import { openEthNode, type EthNode } from './eth-node.ts';
import { fromBytes, toBytes, type EthTransaction } from './transaction.ts';

export interface EthPreparerOptions {
  url: string;
  chainId: bigint;
  coins: readonly CoinRow[];
  /** Wei for a unit of gas that is never gone above: a node may name any fee. */
  mostFeePerGas: bigint;
  timeoutMs?: number;
}

const LEAST_GAS = 21_000n;
/** More than any honest token or wallet of several keys needs for taking a payment. */
const MOST_GAS = 300_000n;
/** What a call costs moves with what is stored; a payment that runs no code costs what it costs. */
const SPARE_GAS_PERCENT = 125n;

export async function openEthPreparer(options: EthPreparerOptions): Promise<Preparer> {
  const node = await openEthNode(options);
  const coins = coinsOf(options.coins, mixedCase);
  return {
    async prepare(asked) {
      const { source, payment } = single(asked);
      const transaction =
        asked.bump === undefined
          ? await fresh(node, options, coins, source, payment, asked.reserved)
          : await replacing(node, options, asked.bump.previous, source, coins, payment);
      return preparation(transaction, source);
    },
  };
}

function single({ sources, payments }: PrepareOptions): { source: Source; payment: Payment } {
  const [source, ...moreSources] = sources;
  const [payment, ...morePayments] = payments;
  if (source === undefined || payment === undefined || moreSources.length > 0 || morePayments.length > 0)
    throw new Error('a transaction of Ethereum has one sender and one payment');
  if (payment.memo !== null) throw new Error('a payment of Ethereum has no memo');
  if (payment.amount <= 0n) throw new Error('there is nothing to pay');
  return { source: { ...source, address: mixedCase(source.address) }, payment: { ...payment, to: mixedCase(payment.to) } };
}

function preparation(transaction: EthTransaction, source: Source): Preparation {
  const { nonce, gas, maxFeePerGas } = transaction;
  return {
    unsigned: { chain: 'ETH', body: toBytes(transaction), sources: [source] },
    reservation: { nonce: { address: source.address, nonce } },
    feeLimit: gas * maxFeePerGas,
  };
}

async function fresh(
  node: EthNode,
  { chainId, mostFeePerGas }: EthPreparerOptions,
  coins: Coins,
  { address }: Source,
  payment: Payment,
  reserved: readonly Reservation[],
): Promise<EthTransaction> {
  const call = callOf(payment, coins);
  const nonce = nextNumber(await node.nonce(address), reserved, (one) => mixedCase(one) === address);
  const fees = await feesNow(node, mostFeePerGas);
  await refuseUnpayable(node, coins, address, payment);
  const gas = await gasFor(node, address, call);
  await refuseUnpayable(node, coins, address, payment, gas * fees.maxFeePerGas);
  return { chainId: Number(chainId), nonce, ...call, gas, ...fees };
}

/** A node would take it and carry it out never, or carry it out as a failure that costs its fee. */
async function refuseUnpayable(node: EthNode, { own, byCode }: Coins, address: string, { coin, amount }: Payment, fee = 0n): Promise<void> {
  const { contract } = byCode(coin);
  const need = contract === undefined ? fee + amount : fee;
  const has = await node.balance(address);
  if (has < need) throw new Unfunded(address, { coin: own.code, has, need });
  if (contract === undefined) return;
  const tokens = await node.tokenBalance(contract, address);
  if (tokens < amount) throw new Unfunded(address, { coin, has: tokens, need: amount });
}

export function callOf({ coin, to, amount }: Payment, coins: Coins): Pick<EthTransaction, 'to' | 'value' | 'data'> {
  const { contract } = coins.byCode(coin);
  return contract === undefined ? { to, value: amount, data: '0x' } : { to: contract, value: 0n, data: transferCall(to, amount) };
}

async function gasFor(node: EthNode, from: string, { to, value, data }: Pick<EthTransaction, 'to' | 'value' | 'data'>): Promise<bigint> {
  const estimate = await node.estimateGas({ from, to, value: `0x${value.toString(16)}`, data });
  if (estimate < LEAST_GAS || estimate > MOST_GAS) throw new MalformedAnswer(`gas for a payment to ${to}: the node says ${estimate}`);
  return estimate === LEAST_GAS ? estimate : (estimate * SPARE_GAS_PERCENT) / 100n;
}

type Fees = Pick<EthTransaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

/** Twice the present base fee holds for six full blocks; what is not needed is not taken. */
async function feesNow(node: EthNode, most: bigint): Promise<Fees> {
  const base = (await node.header('latest'))?.baseFeePerGas;
  if (base === undefined) throw new MalformedAnswer('the newest block has no base fee');
  return within({ maxPriorityFeePerGas: await node.priorityFee() }, base, most);
}

function within({ maxPriorityFeePerGas: tip }: { maxPriorityFeePerGas: bigint }, base: bigint, most: bigint): Fees {
  if (base + tip > most) throw new Error(`the network asks ${base + tip} wei for a unit of gas, more than the limit of ${most}`);
  const fee = 2n * base + tip;
  return { maxFeePerGas: fee < most ? fee : most, maxPriorityFeePerGas: tip };
}

/** Nodes take a replacement that offers a tenth more in both fields; an eighth is what all of them take. */
const raised = (fee: bigint) => fee + (fee + 7n) / 8n;
const larger = (a: bigint, b: bigint) => (a > b ? a : b);

async function replacing(
  node: EthNode,
  { mostFeePerGas, chainId }: EthPreparerOptions,
  previous: Unsigned,
  source: Source,
  coins: Coins,
  payment: Payment,
): Promise<EthTransaction> {
  const before = fromBytes(previous.body);
  const call = callOf(payment, coins);
  const isSame = before.to === call.to && before.value === call.value && before.data === call.data && BigInt(before.chainId) === chainId;
  if (!isSame || mixedCase(previous.sources[0].address) !== source.address)
    throw new Error('a replacement pays exactly what the one before it paid, from the same address');
  const now = await feesNow(node, mostFeePerGas);
  const fees = {
    maxFeePerGas: larger(raised(before.maxFeePerGas), now.maxFeePerGas),
    maxPriorityFeePerGas: larger(raised(before.maxPriorityFeePerGas), now.maxPriorityFeePerGas),
  };
  if (fees.maxFeePerGas > mostFeePerGas)
    throw new Error(`a replacement would offer ${fees.maxFeePerGas} wei for a unit of gas, more than the limit of ${mostFeePerGas}`);
  return { ...before, ...fees };
}
