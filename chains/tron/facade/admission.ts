// What a TRON node refuses before it looks at what a transaction does: its hash, its signer, its time, its likeness to another.
import { utils } from 'tronweb';
import { openEnvelope, ownerOf, signerOf, type Envelope } from './envelope.ts';
import { Refusal, type Ledger } from './ledger.ts';

const HOURS_AHEAD = 24;
const HOUR_MS = 3_600_000;
/** A block that a transaction builds on is among the newest 65,536. */
const REF_BLOCKS = 0x10000;

export function opened(signed: string): Envelope {
  try {
    return openEnvelope(signed);
  } catch (error) {
    throw new Refusal('OTHER_ERROR', `Invalid transaction: ${(error as Error).message}`);
  }
}

/** JSON as clients send it: the hash, the bytes and the readable part must be of one transaction. */
export function signedFrom(json: { txID?: unknown; raw_data_hex?: unknown; raw_data?: unknown; signature?: unknown }): string {
  const raw = String(json.raw_data_hex ?? '').toLowerCase();
  const signatures = Array.isArray(json.signature) ? json.signature.map((one) => String(one).replace(/^0x/, '')) : [];
  if (!/^([0-9a-f]{2})+$/.test(raw) || !signatures.every((one) => /^[0-9a-fA-F]{130}$/.test(one)))
    throw new Refusal('OTHER_ERROR', 'Invalid transaction');
  if (utils.ethersUtils.sha256(`0x${raw}`).slice(2) !== json.txID)
    throw new Refusal('SIGERROR', 'the transaction id is not the hash of its raw data');
  if (json.raw_data !== undefined && !utils.transaction.txCheck(json as Parameters<typeof utils.transaction.txCheck>[0]))
    throw new Refusal('SIGERROR', 'raw data and its bytes differ');
  return Buffer.concat([lengthFirst(0x0a, raw), ...signatures.map((one) => lengthFirst(0x12, one))]).toString('hex');
}

function lengthFirst(tag: number, hex: string): Buffer {
  const body = Buffer.from(hex, 'hex');
  const length: number[] = [];
  for (let rest = body.length; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.concat([Buffer.from([tag, ...length, rest]), body]);
    length.push((rest & 0x7f) | 0x80);
  }
}

export async function refuseUnfit(envelope: Envelope, ledger: Ledger): Promise<void> {
  if (envelope.signatures.length !== 1) throw new Refusal('SIGERROR', 'Validate signature error: miss sig or contract');
  if (signer(envelope) !== ownerOf(envelope))
    throw new Refusal('SIGERROR', 'Validate signature error: signature does not match the owner of the contract');
  if (ledger.knows(envelope.id)) throw new Refusal('DUP_TRANSACTION_ERROR', 'Dup transaction.');
  const tip = await ledger.tip();
  const { expiration, ref_block_bytes, ref_block_hash } = envelope.rawData;
  if (expiration <= tip.timeMs || expiration > tip.timeMs + HOURS_AHEAD * HOUR_MS)
    throw new Refusal('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
  const height = refHeight(Number.parseInt(ref_block_bytes, 16), tip.height);
  const ref = height < 0 ? undefined : await ledger.header(height);
  if (ref?.id.slice(16, 32) !== ref_block_hash) throw new Refusal('TAPOS_ERROR', 'Tapos check error');
}

function signer(envelope: Envelope): string | undefined {
  try {
    return signerOf(envelope);
  } catch {
    return undefined;
  }
}

/** The newest height at or below the tip that ends in these two bytes. */
const refHeight = (low: number, tip: number) => tip - ((tip - low) & (REF_BLOCKS - 1));
