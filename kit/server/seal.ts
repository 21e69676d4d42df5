// Secrets that must be read back from the database, encrypted under the installation's storage key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

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
