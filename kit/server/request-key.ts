// Request keys: the same key and command get the first answer again, another command is refused (decisions.md, Responses).
//
// The key and the command travel as hashes inside the command record, so that the engine alone decides, also after a restart.
import { hash } from 'node:crypto';
import { CommandHeadWord } from '@maru/engine/wire/command.ts';
import type { Session } from './feature.ts';

const Head = CommandHeadWord;

/** Who asks, and under which key. */
export interface RequestKey {
  site: number;
  member: number;
  /** Idempotency-Key header. */
  requestKey: string | undefined;
  /** Used when the header is absent: a name that the request's own body gives it. */
  ownName?: string | undefined;
  /** Stands for the command where its words are made from more than the request. */
  bodyText?: string | undefined;
  /** One of several commands that a request becomes. */
  part?: number | undefined;
}

/** Operators' ids are numbers of their own: negative here, so that no member's keys meet them. */
export const keyOwner = ({ role, member }: Session): number => (role === 'operator' ? -member : member);

/** 13 hex digits are 52 bits: whole within a double. */
const HEX_DIGITS = 13;

/** A key's two halves as records and rows hold them. */
export type RequestKeyWords = readonly [number, number];

/** Undefined when the request has no key. */
export function requestKeyWords(key: RequestKey): RequestKeyWords | undefined {
  const name = keyName(key);
  if (name === undefined) return undefined;
  const keyHash = hash('sha256', `${key.site}|${key.member}|${name}|${key.part ?? ''}`, 'hex');
  return [bits52(keyHash, 0), bits52(keyHash, HEX_DIGITS)];
}

/** Writes key and body hashes into an encoded command; leaves zeros when the request has no key. */
export function stampRequestKey(record: Float64Array, key: RequestKey): void {
  const halves = requestKeyWords(key);
  if (halves === undefined) return;
  [record[Head.keyHi], record[Head.keyLo]] = halves;
  record[Head.body] = bodyWord(key.bodyText ?? commandBytes(record));
}

/** What the engine knows a body by. */
export const bodyWord = (body: string | Uint8Array): number => bits52(hash('sha256', body, 'hex'), 0);

// A header key and a name of the same text are two different keys.
function keyName(key: RequestKey): string | undefined {
  if (key.requestKey !== undefined) return `h|${key.requestKey}`;
  return key.ownName === undefined ? undefined : `c|${key.ownName}`;
}

/** Words of the head that are hashed, and where a command's own begin. */
const NAMED = 3;
const OWN = Head.body + 1;

// The body is hashed as the engine will read it: kind, account, symbol and payload. "1.0" and "1.00" are the same request.
function commandBytes(record: Float64Array): Uint8Array {
  const words = new Float64Array(NAMED + record.length - OWN);
  words.set([record[Head.kind], record[Head.account], record[Head.symbol]]);
  words.set(record.subarray(OWN), NAMED);
  return new Uint8Array(words.buffer);
}

function bits52(hex: string, from: number): number {
  return Number.parseInt(hex.slice(from, from + HEX_DIGITS), 16);
}
