// Whether a host of a brand leads to this server: it is called from here as the world would call it, and must give back what only this server knows.
//
// Whoever sends a Host header by hand proves nothing. Here the name is looked up, its certificate is checked, and the answer to a nonce that
// nobody else was told comes back through whatever stands in between. https, the usual port, one fixed path, no redirect followed, nothing of
// the answer shown: a call that reaches into the own network tells nobody anything.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { serviceKey } from '../contract/service.ts';
import { isAmong } from './address-list.ts';
import { isLoopback } from './config-address.ts';
import type { Config } from './config.ts';
import { isInsideAddress, isInsideHost } from './outside-host.ts';

export const HOST_PROOF_PATH = '/.well-known/maru-host/';

const ANSWER_MS = 8_000;
/** More of an answer than this is not ours. */
const MOST_BYTES = 200;
/** Addresses of one name that are tried. */
const MOST_ADDRESSES = 4;

export const hostFaultCodes = ['NAME', 'INSIDE', 'CONNECT', 'TIMEOUT', 'CERTIFICATE', 'REDIRECT', 'STATUS', 'OTHER'] as const;
/** Why a host is not proven: the code, and what belongs to it (an address, a certificate's fault, where it points, a status). */
export interface HostFault {
  code: (typeof hostFaultCodes)[number];
  detail: string;
}

/** The way out; tests give another. */
export interface HostLine {
  resolve(host: string): Promise<readonly string[]>;
  port: number;
  /** Who signs certificates, beside those whom everybody trusts. */
  ca?: string;
  limitMs: number;
  /** Where an address stands in a test. */
  reach?(address: string): string;
}
export const hostLine = serviceKey('kit.hostLine').of<HostLine>();

export interface HostProofs {
  /** What this server gives back for a nonce that it sent to this host itself; undefined for any other. */
  answer(host: string, nonce: string): string | undefined;
  /** Undefined: it leads here. */
  prove(host: string, line?: HostLine): Promise<HostFault | undefined>;
}
export const hostProofs = serviceKey('kit.hostProofs').of<HostProofs>();

const usualLine: HostLine = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  port: 443,
  limitMs: ANSWER_MS,
};

interface Asked {
  host: string;
  secret: string;
}

export function createHostProofs({ trustedProxies }: Pick<Config, 'trustedProxies'>): HostProofs {
  const asked = new Map<string, Asked>();
  // Behind a proxy of one's own the name may lead to that proxy's private address; one of this machine is nobody's from outside.
  const isOutside = (address: string) =>
    !isInsideAddress(address) || (trustedProxies.length > 0 && !isLoopback(address) && isAmong(trustedProxies, address));
  return {
    answer(host, nonce) {
      const found = asked.get(nonce);
      return found?.host === host.toLowerCase() ? found.secret : undefined;
    },
    async prove(host, line = usualLine) {
      if (isInsideHost(host) && !isOutside(host)) return { code: 'INSIDE', detail: host };
      const [nonce, secret] = [randomBytes(16).toString('hex'), randomBytes(32).toString('hex')];
      asked.set(nonce, { host: host.toLowerCase(), secret });
      try {
        return await proveBy({ host, nonce, secret, line, isOutside });
      } finally {
        asked.delete(nonce);
      }
    },
  };
}

interface Proof extends Asked {
  nonce: string;
  line: HostLine;
  isOutside(address: string): boolean;
}

async function proveBy(proof: Proof): Promise<HostFault | undefined> {
  const { host, line, isOutside } = proof;
  const signal = AbortSignal.timeout(line.limitMs);
  const addresses = await within(signal, line.resolve(host)).catch((error: unknown) => (signal.aborted ? undefined : faultText(error)));
  if (addresses === undefined) return { code: 'TIMEOUT', detail: 'DNS' };
  if (typeof addresses === 'string' || addresses.length === 0) return { code: 'NAME', detail: addresses.toString() };
  // One inside among them is a trap, or leads some of the members nowhere.
  const inside = addresses.find((address) => !isOutside(address));
  if (inside !== undefined) return { code: 'INSIDE', detail: inside };
  let fault: HostFault | undefined;
  for (const address of addresses.slice(0, MOST_ADDRESSES)) {
    fault = await ask(proof, address, signal);
    if (fault?.code !== 'CONNECT') return fault;
  }
  return fault;
}

/** To the address that was looked at: a second look-up might answer another. */
function ask({ host, nonce, secret, line }: Proof, address: string, signal: AbortSignal): Promise<HostFault | undefined> {
  return new Promise((done) => {
    const failed = (error: Error) => done(signal.aborted ? { code: 'TIMEOUT', detail: address } : faultOf(error, address));
    const sending = request(
      {
        host,
        port: line.port,
        path: `${HOST_PROOF_PATH}${nonce}`,
        headers: { host, 'user-agent': 'maru-host-check' },
        agent: false,
        signal,
        lookup: pinned(line.reach?.(address) ?? address),
        ...(isIP(host) === 0 && { servername: host }),
        ...(line.ca !== undefined && { ca: line.ca }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        if (status !== 200) {
          done(status >= 300 && status < 400 ? { code: 'REDIRECT', detail: targetOf(answer.headers.location) } : statusFault(status));
          answer.destroy();
          return;
        }
        let told = Buffer.alloc(0);
        answer.on('data', (part: Buffer) => {
          told = Buffer.concat([told, part]);
          if (told.length > MOST_BYTES) answer.destroy();
        });
        answer.on('error', failed);
        answer.on('close', () => done(isSame(told, secret) ? undefined : signal.aborted ? { code: 'TIMEOUT', detail: address } : other));
      },
    );
    sending.on('error', failed);
    sending.end();
  });
}

const other: HostFault = { code: 'OTHER', detail: '' };
const statusFault = (status: number): HostFault => ({ code: 'STATUS', detail: String(status) });

function isSame(told: Buffer, secret: string): boolean {
  const wanted = Buffer.from(secret);
  return told.length === wanted.length && timingSafeEqual(told, wanted);
}

/** Its host alone. */
const targetOf = (location: string | undefined): string =>
  location !== undefined && URL.canParse(location) ? new URL(location).hostname : '';

const faultText = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

const unreached = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EPIPE']);

/** What is neither the line's fault nor HTTP's is the certificate's. */
function faultOf(error: NodeJS.ErrnoException, address: string): HostFault {
  const code = error.code ?? '';
  if (unreached.has(code)) return { code: 'CONNECT', detail: address };
  return code.startsWith('HPE_') ? other : { code: 'CERTIFICATE', detail: code || 'unknown' };
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const tooLate = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(new Error('too late')), { once: true }));
  return Promise.race([work, tooLate]);
}

const pinned =
  (address: string): LookupFunction =>
  (_host, options, done) => {
    const family = isIP(address);
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
