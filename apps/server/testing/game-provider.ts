// A stand-in for another provider’s game server: a client that signs as the seamless wallet asks (docs/decisions/0028). It plays no game.
import {
  PROVIDER_HEADER,
  SIGNATURE_HEADER,
  signatureOf,
  type SignedRequest,
  TIMESTAMP_HEADER,
} from '@maru/slot/server/seamless/signature.ts';
import { httpExchange } from './http-exchange.ts';

export class GameProviderStandIn {
  readonly name = 'stand-in';
  readonly secret = 'a-secret-of-the-stand-in-alone-0001';
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** As an operator types it under /admin/providers. */
  account() {
    return { kind: 'slot-game', host: 'games.example', port: 443, user: this.name, secret: this.secret };
  }

  /** `other`: what a forger would change after or before signing. */
  async call(action: string, body: object, other: Partial<SignedRequest> & { host?: string; name?: string; secret?: string } = {}) {
    const path = `/api/slot/seamless/${action}`;
    const text = JSON.stringify(body);
    const timestamp = other.timestamp ?? String(Date.now());
    const signed = { timestamp, path: other.path ?? path, body: other.body ?? text };
    const headers = {
      host: other.host ?? 'localhost',
      [PROVIDER_HEADER]: other.name ?? this.name,
      [TIMESTAMP_HEADER]: timestamp,
      [SIGNATURE_HEADER]: signatureOf(other.secret ?? this.secret, signed),
    };
    const answer = await httpExchange(this.#port, 'POST', path, text, headers);
    return { status: answer.status, code: answer.body.code, data: answer.body.data };
  }
}
