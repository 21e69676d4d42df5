// Six digits of an authenticator app (RFC 6238), and the recovery codes for when it is lost.
import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 asks for the length of the hash. */
const SECRET_BYTES = 20;
export const RECOVERY_CODES = 10;
/** Without letters and digits that look alike: base 32. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** For typing (base 32), and as the `otpauth:` address of a QR code. */
export function newTotp(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: totpUri(secret.base32, issuer, label) };
}

export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString();

/** The step whose code this is, within one step of 30 seconds either way; undefined when it is none. */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  const delta = TOTP.validate({ secret: Secret.fromBase32(secret), token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp: now }) + delta;
}

/** Fifty bits, written as two groups of five. */
export function newRecoveryCode(): string {
  const letters = [...randomBytes(10)].map((byte) => LETTERS[byte & 31]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** `owner` is part of what is hashed: the same code of two persons looks different. */
export function recoveryHash(storageKey: Buffer, owner: string | number, code: string): Buffer {
  return createHmac('sha256', storageKey)
    .update(`recovery ${owner} ${code.replaceAll('-', '').toUpperCase()}`)
    .digest();
}
