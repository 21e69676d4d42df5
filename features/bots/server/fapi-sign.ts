// Who signed a request: the key's header, its signature over the very characters sent, and the moment it was meant for.
import type { SideRequest } from '@maru/kit/server/side-gateway.ts';
import type { ApiKeys, LiveKey } from './api-keys.ts';
import { FapiFault, faults } from './fapi-fault.ts';
import type { Params } from './fapi-params.ts';

const USUAL_WINDOW_MS = 5000;
const LONGEST_WINDOW_MS = 60_000;
/** A clock may run ahead of ours by this much. */
const AHEAD_MS = 1000;
/** Clients that share their code with the venue's spot market may count in microseconds; in milliseconds this is the year 5138. */
const MICROSECONDS_FROM = 100_000_000_000_000;

/** The key of the header, if it may be used from here at all; a key of another site is as unknown as one that never was. */
export async function keyOf(keys: ApiKeys, request: SideRequest): Promise<LiveKey> {
  const header = request.headers['x-mbx-apikey'];
  if (typeof header !== 'string' || !/^[A-Za-z0-9]{16,128}$/.test(header)) throw new FapiFault(-2014, 'API-key format invalid.', 401);
  const key = await keys.find(request.site.id, header);
  if (key === undefined || !key.allows(request.ip)) throw faults.badKey();
  return key;
}

/** Throws unless the request is signed by the key, now. Answers what tells it from every other: what was signed, however its signature is written. */
export function checkSignature(key: LiveKey, request: SideRequest, params: Params, now: number): string {
  const signature = params.text('signature');
  if (signature === undefined) throw faults.missing('signature');
  const { timestamp, window } = momentOf(params);
  const signed = signedText(request.query, request.body);
  if (!key.verify(signed, signature)) throw new FapiFault(-1022, 'Signature for this request is not valid.');
  refuseOtherMoment(timestamp, window, now);
  return `${key.id} ${signed}`;
}

/** Of a request that needs no signature of its own: that it is meant for now. */
export function checkMoment(params: Params, now: number): void {
  const { timestamp, window } = momentOf(params);
  refuseOtherMoment(timestamp, window, now);
}

function momentOf(params: Params): { timestamp: number; window: number } {
  const sent = params.text('timestamp');
  if (sent === undefined || !/^\d{1,16}$/.test(sent)) throw faults.missing('timestamp');
  const window = params.whole('recvWindow') ?? USUAL_WINDOW_MS;
  if (window > LONGEST_WINDOW_MS) throw new FapiFault(-1131, `recvWindow must be less than ${LONGEST_WINDOW_MS}`);
  return { timestamp: Number(sent) < MICROSECONDS_FROM ? Number(sent) : Number(sent) / 1000, window };
}

function refuseOtherMoment(timestamp: number, window: number, now: number): void {
  if (timestamp >= now + AHEAD_MS) throw new FapiFault(-1021, `Timestamp for this request was ${AHEAD_MS}ms ahead of the server's time.`);
  if (now - timestamp > window) throw new FapiFault(-1021, 'Timestamp for this request is outside of the recvWindow.');
}

export function needTrade(key: LiveKey): void {
  if (key.scope !== 'TRADE') throw faults.badKey();
}

/** All that was sent but the signature itself: query string and body, one after the other. */
export function signedText(query: string, body: string): string {
  return withoutSignature(query) + withoutSignature(body);
}

const withoutSignature = (text: string) =>
  text
    .split('&')
    .filter((part) => !part.startsWith('signature='))
    .join('&');
