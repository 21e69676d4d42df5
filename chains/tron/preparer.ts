// Makes the bytes that are to be signed on TRON: the block they build on, their end, the energy they may cost. It asks a node, so nothing here is believed by the signer.
import type { Reservation, Payment, PrepareOptions, Preparer, Source } from '../chain.ts';
import { coinsOf, type Coins } from '../coins.ts';
import { transferCall } from '../eth/erc20.ts';
import { MalformedAnswer } from '../json-rpc.ts';
import { Unfunded } from '../unfunded.ts';
import { ethFormOf, hexOf, written } from './address.ts';
import { wordsOf } from './broadcast.ts';
import { mostFee } from './most-fee.ts';
import { tokenBalance, type TronOptions } from './reader.ts';
import { idOf, toRaw, type TronTransaction } from './transaction.ts';
import { tronNode, type TronNode } from './tron-node.ts';

export interface TronPreparerOptions extends TronOptions {
  /** Sun that a call's energy may cost at most, whatever the node says. */
  mostFee: bigint;
  /** How long it can be carried out: long enough to be signed, short enough to be made anew. A day at most. */
  lifeMs?: number;
}

const LIFE_MS = 10 * 60_000;
/** A day, and room for clocks. */
const MOST_LIFE_MS = 23 * 3_600_000;
/** Energy moves with what is stored, and its price by vote. */
const SPARE_PERCENT = 150n;
const MOST_ENERGY = 1_000_000;

export function openTronPreparer(options: TronPreparerOptions): Preparer {
  const node = tronNode(options);
  const coins = coinsOf(options.coins, written);
  return {
    async prepare(asked) {
      if (asked.bump !== undefined) throw new Error('TRON takes no replacement: what did not come in its time is made anew');
      const { source, payment } = single(asked);
      const lifeMs = Math.min(asked.lifeMs ?? options.lifeMs ?? LIFE_MS, MOST_LIFE_MS);
      const transaction = await fresh(node, { ...options, lifeMs }, coins, source, payment, asked.reserved);
      const raw = toRaw(transaction);
      const feeLimit = mostFee(transaction, raw);
      await refuseUnpayable(node, coins, source.address, payment, feeLimit);
      return {
        unsigned: { chain: 'TRON', body: raw, sources: [source] },
        reservation: { once: { id: idOf(raw), untilMs: Number(transaction.expirationMs) } },
        feeLimit,
      };
    },
  };
}

function single({ sources, payments }: PrepareOptions): { source: Source; payment: Payment } {
  const [source, ...moreSources] = sources;
  const [payment, ...morePayments] = payments;
  if (source === undefined || payment === undefined || moreSources.length > 0 || morePayments.length > 0)
    throw new Error('a transaction of TRON has one sender and one payment');
  if (payment.memo !== null) throw new Error('a payment of TRON has no memo');
  if (payment.amount <= 0n) throw new Error('there is nothing to pay');
  return { source, payment: { ...payment, to: written(payment.to) } };
}

async function fresh(
  node: TronNode,
  { mostFee: most, lifeMs }: TronPreparerOptions & { lifeMs: number },
  coins: Coins,
  { address }: Source,
  { coin, to, amount }: Payment,
  reserved: readonly Reservation[],
): Promise<TronTransaction> {
  const { contract } = coins.byCode(coin);
  const tip = await node.newest('wallet');
  // On a block that cannot be undone: undone with it, the transaction could not be carried out.
  const solid = await node.newest('walletsolidity');
  const transaction: TronTransaction = {
    refBlockBytes: (solid.height & 0xffff).toString(16).padStart(4, '0'),
    refBlockHash: solid.hash.slice(16, 32),
    expirationMs: BigInt(tip.timeMs + lifeMs),
    timestampMs: BigInt(tip.timeMs),
    feeLimit: 0n,
    contract:
      contract === undefined
        ? { kind: 'transfer', owner: address, to, amount }
        : { kind: 'trigger', owner: address, contract, data: transferCall(ethFormOf(to), amount) },
  };
  if (transaction.contract.kind === 'trigger') {
    const { owner, contract, data } = transaction.contract;
    transaction.feeLimit = await energyLimit(node, owner, contract, data, most);
  }
  return unlikeOthers(transaction, reserved);
}

/** Two payments that are alike in everything would be one transaction, and be carried out once. */
function unlikeOthers(transaction: TronTransaction, reserved: readonly Reservation[]): TronTransaction {
  const taken = new Set(reserved.map(({ once }) => once?.id));
  const other = { ...transaction };
  while (taken.has(idOf(toRaw(other)))) other.timestampMs += 1n;
  return other;
}

async function energyLimit(node: TronNode, owner: string, contract: string, data: string, most: bigint): Promise<bigint> {
  const { result, energy_used: energy } = await node.call(hexOf(owner), hexOf(contract), data);
  // A call that reverts is answered as a good one, with a word about it.
  if (result.result !== true || (result.message ?? '') !== '')
    throw new Error(`the transfer would fail: ${wordsOf(result.message ?? 'the node gives no reason')}`);
  if (energy === undefined || energy === 0 || energy > MOST_ENERGY)
    throw new MalformedAnswer(`energy of a transfer: the node's answer is ${energy}`);
  const limit = (BigInt(energy) * (await node.parameter('getEnergyFee')) * SPARE_PERCENT) / 100n;
  if (limit > most) throw new Error(`the network asks ${limit} sun for a transfer's energy, more than the limit of ${most}`);
  return limit;
}

/** The network would carry it out as a failure, and take the fee. */
async function refuseUnpayable(
  node: TronNode,
  { own, byCode }: Coins,
  address: string,
  { coin, amount }: Payment,
  fee: bigint,
): Promise<void> {
  const { contract } = byCode(coin);
  const need = contract === undefined ? fee + amount : fee;
  const has = await node.balance(hexOf(address));
  if (has < need) throw new Unfunded(address, { coin: own.code, has, need });
  if (contract === undefined) return;
  const tokens = await tokenBalance(node, contract, address);
  if (tokens < amount) throw new Unfunded(address, { coin, has: tokens, need: amount });
}
