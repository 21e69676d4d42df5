// Secrets that must be read back, encrypted and proved whole (AES-256-GCM): in the database under the installation's storage key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `bound`: what the secret belongs to; a row copied under another key does not open. */
export function sealSecret(storageKey: Buffer, secret: string, bound: Buffer): Buffer {
  return sealBytes(storageKey, Buffer.from(secret, 'utf8'), bound);
}

/** undefined: sealed under another installation's key, or damaged. */
export function openSecret(storageKey: Buffer, sealed: Buffer, bound: Buffer): string | undefined {
  return openBytes(storageKey, sealed, bound)?.toString('utf8');
}

/** `key` of 32 bytes; nonce, tag and what was sealed, in this order. */
export function sealBytes(key: Buffer, secret: Uint8Array, bound: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound);
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** undefined: another key, or damaged. */
export function openBytes(key: Buffer, sealed: Buffer, bound: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES)).setAAD(bound);
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
