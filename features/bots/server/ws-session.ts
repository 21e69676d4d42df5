// Who is logged on to a trading socket: an Ed25519 key once shown, for which later requests need no signature of their own.
import { randomUUID } from 'node:crypto';
import type { SideRequest } from '@maru/kit/server/side-gateway.ts';
import type { BotsService } from './bots-service.ts';
import { FapiFault } from './fapi-fault.ts';
import type { Params } from './fapi-params.ts';
import { checkSignature, keyOf } from './fapi-sign.ts';

/** What the venue's calls of a session weigh. */
export const SESSION_WEIGHT = 2;

export class WsSession {
  /** Names the requests of this socket among all others: a logged-on one has no signature to tell it from another. */
  readonly name = randomUUID();
  readonly #connectedSince: number;
  #logon: { apiKey: string; since: number } | undefined;

  constructor(now: number) {
    this.#connectedSince = now;
  }

  get apiKey(): string | undefined {
    return this.#logon?.apiKey;
  }

  /** Another logon takes the place of the one before. */
  async logon(service: BotsService, request: SideRequest, params: Params, now: number): Promise<object> {
    const key = await keyOf(service.keys, request);
    checkSignature(key, request, params, now);
    if (key.kind !== 'ED25519') throw new FapiFault(-4056, 'HMAC_SHA256 API key is not supported.');
    await service.sessionOf(request.site, key);
    this.#logon = { apiKey: String(request.headers['x-mbx-apikey']), since: now };
    return this.#told(now);
  }

  /** A key that was revoked since, or may not be used any more, is logged on no longer. */
  async status(service: BotsService, request: SideRequest, now: number): Promise<object> {
    if (this.#logon !== undefined) {
      const asked = { ...request, headers: { 'x-mbx-apikey': this.#logon.apiKey } };
      const isAlive = await keyOf(service.keys, asked).then((key) => service.sessionOf(request.site, key).then(yes, no), no);
      if (!isAlive) this.#logon = undefined;
    }
    return this.#told(now);
  }

  logout(now: number): object {
    this.#logon = undefined;
    return this.#told(now);
  }

  #told(now: number): object {
    return {
      apiKey: this.#logon?.apiKey ?? null,
      authorizedSince: this.#logon?.since ?? null,
      connectedSince: this.#connectedSince,
      returnRateLimits: false,
      serverTime: now,
    };
  }
}

const yes = () => true;
const no = () => false;
