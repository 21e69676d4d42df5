// Headers that every answer carries and the check of where a state-changing request comes from.
import { randomBytes } from 'node:crypto';

/** For answers that are data: nothing in them may run, frame or load. */
export const dataHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

export const HSTS = 'max-age=31536000; includeSubDomains';

/** For one page: 128 bits that nobody can know before. */
export const newNonce = (): string => randomBytes(16).toString('base64');

export interface PageFraming {
  /** The one origin that may frame the page; absent: nobody. */
  framedBy?: string | undefined;
  /** The back office frames pages of its sites, each under a host of its own. */
  framesSites?: boolean;
}

/**
 * For pages: scripts only from this origin or with the page's nonce. Styles may be inline because ui parts place
 * themselves by style elements; no style can run code.
 */
export function pageHeaders(nonce: string, hostHeader: string, { framedBy, framesSites }: PageFraming = {}): Record<string, string> {
  const socket = /^[a-z0-9.:[\]-]+$/i.test(hostHeader) ? ` ws://${hostHeader} wss://${hostHeader}` : '';
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self'",
    "worker-src 'self' blob:",
    `connect-src 'self'${socket}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ...(framesSites === true ? ["frame-src 'self' http: https:"] : []),
    `frame-ancestors ${framedBy === undefined ? "'none'" : originOnly(framedBy)}`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    // It knows no single origin; where one may frame the page, the policy above says which.
    ...(framedBy === undefined && { 'x-frame-options': 'DENY' }),
    'referrer-policy': framedBy === undefined ? 'same-origin' : 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

const originOnly = (text: string) => (/^https?:\/\/[a-z0-9.:[\]-]+$/i.test(text) ? text : "'none'");

/** With two of them a proxy and this server may mean two different sites (RFC 9112, section 3.2). */
export function hasManyHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

/** A browser's request to change something, or to open a socket, must come from a page of this very host and port. */
export function isOriginAllowed(origin: string | undefined, fetchSite: string | undefined, hostHeader: string | undefined): boolean {
  if (fetchSite === 'cross-site') return false;
  if (origin === undefined) return true;
  if (hostHeader === undefined) return false;
  try {
    return new URL(origin).host === hostHeader.toLowerCase();
  } catch {
    return false;
  }
}
