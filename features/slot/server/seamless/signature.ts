// Who may call as a provider: HMAC-SHA-256 under the site's secret over when, where and what, no older than a minute.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const PROVIDER_HEADER = 'x-maru-provider';
export const TIMESTAMP_HEADER = 'x-maru-timestamp';
export const SIGNATURE_HEADER = 'x-maru-signature';
const WINDOW_MS = 60_000;

export interface SignedRequest {
  /** Milliseconds since 1970, as sent. */
  timestamp: string;
  /** A stake that was signed as such is no win. */
  path: string;
  body: string;
}

export const signatureOf = (secret: string, { timestamp, path, body }: SignedRequest): string =>
  createHmac('sha256', secret).update(`${timestamp}.${path}.${body}`).digest('hex');

export function isSigned(secret: string, request: SignedRequest, signature: string, nowMs: number): boolean {
  if (!/^\d{1,15}$/.test(request.timestamp) || Math.abs(nowMs - Number(request.timestamp)) > WINDOW_MS) return false;
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(signatureOf(secret, request), 'hex'));
}
