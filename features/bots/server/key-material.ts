// What proves a request: HMAC secrets, encrypted at rest because verifying needs them, and Ed25519 public keys, which need no secrecy.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
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

/** `bound`: what the secret belongs to; a row copied under another key does not open. */
export function sealSecret(storageKey: Buffer, secret: string, bound: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', storageKey, nonce).setAAD(bound);
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** undefined: sealed under another installation's key, or damaged. */
export function openSecret(storageKey: Buffer, sealed: Buffer, bound: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', storageKey, sealed.subarray(0, NONCE_BYTES)).setAAD(bound);
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

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
