// What proves a request: HMAC secrets, sealed at rest because verifying needs them, and Ed25519 public keys, which need no secrecy.
import { createHash, createHmac, createPublicKey, type KeyObject, randomBytes, timingSafeEqual, verify } from 'node:crypto';

const KEY_CHARS = 64;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Checks one signature over the text that was signed. */
export type Verifier = (signed: string, signature: string) => boolean;

/** A key or secret: 64 characters of 62, as bots' forms expect them. */
export function newKeyText(): string {
  let text = '';
  while (text.length < KEY_CHARS) {
    // 248 = 4 * 62: what lies above would favour the first letters.
    for (const byte of randomBytes(KEY_CHARS)) if (byte < 248 && text.length < KEY_CHARS) text += ALPHABET[byte % 62];
  }
  return text;
}

export const hashKey = (key: string) => createHash('sha256').update(key).digest();

/** DER of an Ed25519 public key given as PEM; undefined when it is anything else. */
export function readPublicKey(pem: string): Buffer | undefined {
  try {
    const key = createPublicKey({ key: pem, format: 'pem' });
    // A private key in PEM would be accepted and turned into its public half: it must not travel here at all.
    if (key.asymmetricKeyType !== 'ed25519' || !pem.includes('BEGIN PUBLIC KEY')) return undefined;
    return key.export({ format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

export function hmacVerifier(secret: string): Verifier {
  return (signed, signature) => {
    if (!/^[0-9a-fA-F]{64}$/.test(signature)) return false;
    return timingSafeEqual(createHmac('sha256', secret).update(signed).digest(), Buffer.from(signature, 'hex'));
  };
}

export function ed25519Verifier(der: Buffer): Verifier {
  const key: KeyObject = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return (signed, signature) => {
    if (!/^[A-Za-z0-9+/]{86}==$/.test(signature)) return false;
    return verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'));
  };
}
