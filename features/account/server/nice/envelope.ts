// NICE's envelope: keys out of one token, AES-128-CBC over JSON, HMAC-SHA256 over what was encrypted.
//
// As the public descriptions of the API have it: SHA-256 of time, number and token value as base64 text, whose first 16 characters are
// the key, last 16 the initialisation vector, first 32 the key of the MAC. Both directions use the same keys; a token is used once.
import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface TokenFacts {
  /** YYYYMMDDHHmmss, as it was sent for the token. */
  requestTime: string;
  requestNumber: string;
  tokenValue: string;
}

interface Keys {
  key: Buffer;
  iv: Buffer;
  mac: Buffer;
}

export interface Envelope {
  encData: string;
  integrityValue: string;
}

function keysOf({ requestTime, requestNumber, tokenValue }: TokenFacts): Keys {
  const text = createHash('sha256')
    .update(requestTime.trim() + requestNumber.trim() + tokenValue.trim())
    .digest('base64');
  return { key: Buffer.from(text.slice(0, 16)), iv: Buffer.from(text.slice(-16)), mac: Buffer.from(text.slice(0, 32)) };
}

const macOf = (mac: Buffer, encData: string) => createHmac('sha256', mac).update(encData).digest();

export function closeEnvelope(facts: TokenFacts, content: object): Envelope {
  const { key, iv, mac } = keysOf(facts);
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  const encData = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]).toString('base64');
  return { encData, integrityValue: macOf(mac, encData).toString('base64') };
}

/** The MAC comes first: nothing that somebody else wrote is decrypted. undefined: not of this token, or not whole. */
export function openEnvelope(facts: TokenFacts, { encData, integrityValue }: Envelope): Record<string, unknown> | undefined {
  const { key, iv, mac } = keysOf(facts);
  const [expected, told] = [macOf(mac, encData), Buffer.from(integrityValue, 'base64')];
  if (told.length !== expected.length || !timingSafeEqual(told, expected)) return undefined;
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, iv);
    const text = Buffer.concat([decipher.update(encData, 'base64'), decipher.final()]).toString('utf8');
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
