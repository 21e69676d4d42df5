// Makes the bytes that are to be signed on XRP: number, fee, last ledger. It asks a node, so nothing here is believed by the signer.
import xrpl from 'xrpl';
import type { Reservation, Payment, PrepareOptions, Preparer, Source, Unsigned } from '../chain.ts';
import { coinsOf } from '../coins.ts';
import { MalformedAnswer } from '../json-rpc.ts';
import { nextNumber } from '../next-number.ts';
import { Unfunded } from '../unfunded.ts';
import type { XrpOptions } from './reader.ts';
import { fromBlob, tagOf, toBlob, type XrpPayment } from './transaction.ts';
import { xrpNode, type XrpNode } from './xrp-node.ts';

export interface XrpPreparerOptions extends XrpOptions {
  /** Drops that a transaction may cost at most, whatever the node says. */
  mostFee: bigint;
  /** Ledgers from now on that may have it; one closes in three to five seconds. */
  lifeLedgers?: number;
}

const LIFE_LEDGERS = 100;
/** The shortest that one takes. */
const LEDGER_MS = 3_000;

export function openXrpPreparer(options: XrpPreparerOptions): Preparer {
  const node = xrpNode(options);
  const { own } = coinsOf(options.coins, (text) => text);
  return {
    async prepare(asked) {
      const { source, payment } = single(asked, own.code);
      await refuseDestination(node, payment);
      const lifeLedgers = asked.lifeMs === undefined ? options.lifeLedgers : Math.ceil(asked.lifeMs / LEDGER_MS);
      const transaction = await fresh(
        node,
        { ...options, ...(lifeLedgers === undefined ? {} : { lifeLedgers }) },
        source,
        payment,
        asked.reserved,
        asked.bump?.previous,
      );
      await refuseUnpayable(node, transaction);
      return {
        unsigned: { chain: 'XRP', body: toBlob(transaction), sources: [source] },
        reservation: { nonce: { address: source.address, nonce: BigInt(transaction.sequence) } },
        feeLimit: transaction.fee,
      };
    },
  };
}

function single({ sources, payments }: PrepareOptions, coin: string): { source: Source; payment: Payment } {
  const [source, ...moreSources] = sources;
  const [payment, ...morePayments] = payments;
  if (source === undefined || payment === undefined || moreSources.length > 0 || morePayments.length > 0)
    throw new Error('a transaction of XRP has one sender and one payment');
  if (payment.coin !== coin) throw new Error(`no coin ${payment.coin} on this chain`);
  // An X-address has its tag within: whoever asks takes it apart, so that what is signed reads as what was approved.
  if (!xrpl.isValidClassicAddress(payment.to)) throw new Error(`${payment.to} is no plain address of XRP`);
  if (payment.amount <= 0n) throw new Error('there is nothing to pay');
  return { source, payment };
}

/** An account is there as soon as somebody has paid it so many drops. */
const reserveOf = async (node: XrpNode): Promise<bigint> => BigInt(Math.ceil((await node.reserveXrp()) * 1_000_000));

/** Without its tag a payment to an exchange is nobody's; an address that is not there yet must be given its reserve. */
async function refuseDestination(node: XrpNode, { to, memo, amount }: Payment): Promise<void> {
  const there = await node.account(to);
  if (there?.account_flags?.requireDestinationTag === true && memo === null) throw new Error(`${to} wants a destination tag`);
  if (there !== undefined) return;
  const reserve = await reserveOf(node);
  if (amount < reserve) throw new Error(`${to} is not there yet and must be given ${reserve} drops at least`);
}

async function fresh(
  node: XrpNode,
  { mostFee, lifeLedgers = LIFE_LEDGERS }: XrpPreparerOptions,
  { address }: Source,
  { to, memo, amount }: Payment,
  reserved: readonly Reservation[],
  previous: Unsigned | undefined,
): Promise<XrpPayment> {
  const account = await node.account(address);
  if (account === undefined) throw new Unfunded(address, { coin: 'XRP', has: 0n, need: amount + (await reserveOf(node)) });
  const counted = BigInt(account.account_data.Sequence);
  const before = previous === undefined ? undefined : fromBlob(previous.body);
  const payment = { account: address, destination: to, tag: tagOf(memo), drops: amount };
  if (before !== undefined) {
    const isSame = before.account === address && before.destination === to && before.tag === payment.tag && before.drops === amount;
    if (!isSame) throw new Error('a replacement pays exactly what the one before it paid, from the same address');
  }
  const fee = await feeNow(node, mostFee, before?.fee);
  const sequence = before?.sequence ?? Number(nextNumber(counted, reserved, (one) => one === address));
  return { ...payment, fee, sequence, lastLedger: (await node.newest()).height + lifeLedgers };
}

/** Nodes take a replacement in their queue for a quarter more. */
async function feeNow(node: XrpNode, most: bigint, before: bigint | undefined): Promise<bigint> {
  const { open_ledger_fee: open, base_fee: base } = await node.fees();
  if (base <= 0n) throw new MalformedAnswer(`the node's answer says ${base} drops for a transaction`);
  const raised = before === undefined ? 0n : before + (before + 3n) / 4n;
  const fee = [open, base, raised].reduce((a, b) => (a > b ? a : b));
  if (fee > most) throw new Error(`the network asks ${fee} drops, more than the limit of ${most}`);
  return fee;
}

/** The reserve of the account can be paid to nobody. */
async function refuseUnpayable(node: XrpNode, { account, drops, fee }: XrpPayment): Promise<void> {
  const has = (await node.account(account))?.account_data.Balance ?? 0n;
  const need = drops + fee + (await reserveOf(node));
  if (has < need) throw new Unfunded(account, { coin: 'XRP', has, need });
}
