// Blocks, transactions and receipts of the facade in the shapes that TRON's HTTP interface has.
import { tracedMoves } from '../../eth/value-moves.ts';
import type { Frame } from '../../eth/shapes.ts';
import type { Header, Ledger, Mined } from './ledger.ts';

const TRON_VERSION = '41';
const plain = (hex: string) => hex.slice(2).toLowerCase();

export function headerAnswer({ id, parent, height, timeMs }: Header) {
  return {
    blockID: id,
    block_header: { raw_data: { number: height, parentHash: parent, timestamp: timeMs, version: 31 }, witness_signature: '' },
  };
}

export const blockAnswer = (header: Header, mined: readonly Mined[]) => ({
  ...headerAnswer(header),
  transactions: mined.map(transactionAnswer),
});

export const transactionAnswer = ({ envelope, receipt }: { envelope: Mined['envelope']; receipt?: Mined['receipt'] }) => ({
  ...(receipt === undefined ? {} : { ret: [{ contractRet: resultOf(receipt) }] }),
  signature: envelope.signatures,
  txID: envelope.id,
  raw_data: envelope.rawData,
  raw_data_hex: envelope.rawHex,
});

const resultOf = ({ status }: Mined['receipt']) => (status === '0x1' ? 'SUCCESS' : 'REVERT');

/** Plain payments have no result of a machine; a log's address lacks the version. */
export async function infoAnswer(mined: Mined, ledger: Ledger) {
  const { envelope, receipt } = mined;
  const fee = Number(receipt.gasUsed * receipt.effectiveGasPrice);
  const isCall = envelope.type === 'TriggerSmartContract';
  return {
    id: envelope.id,
    fee,
    blockNumber: receipt.blockNumber,
    blockTimeStamp: (await ledger.header(receipt.blockNumber))?.timeMs,
    contractResult: [''],
    receipt: isCall ? { energy_fee: fee, energy_usage_total: Number(receipt.gasUsed), result: resultOf(receipt) } : { net_fee: fee },
    ...(receipt.status === '0x1' ? {} : { result: 'FAILED', resMessage: Buffer.from('REVERT opcode executed').toString('hex') }),
    log: receipt.logs.map(({ address, topics, data }) => ({ address: plain(address), topics: topics.map(plain), data: plain(data) })),
    ...(isCall && receipt.status === '0x1' ? { internal_transactions: innerOf(await ledger.trace(receipt.transactionHash)) } : {}),
  };
}

/** What contracts paid; the call's own value is said by the transaction. */
function innerOf(top: Frame) {
  return tracedMoves({ ...top, value: 0n }).map(({ from, to, amount }) => ({
    caller_address: TRON_VERSION + plain(from),
    transferTo_address: TRON_VERSION + plain(to),
    callValueInfo: [{ callValue: Number(amount) }],
    note: '63616c6c',
  }));
}
