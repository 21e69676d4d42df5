// One message to a webhook as Standard Webhooks asks: signed over its id, time and body; to a host outside, as far as an answer goes.
import { createHmac, randomBytes } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInsideHost, outsideAddressOf } from '@maru/kit/server/outside-host.ts';

const ANSWER_MS = 10_000;
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export interface WebhookCall {
  url: string;
  secret: string;
  /** The same at every try: receivers tell by it what they have already. */
  id: string;
  body: string;
  /** ms. */
  now: number;
  /** What an operator typed leads out of our network or nowhere; in a demo everything is on one machine. */
  isOutside: boolean;
}

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** https://www.standardwebhooks.com: HMAC-SHA256 of `id.seconds.body` by the decoded secret. */
export function webhookSignature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Whether this may be called at all, as far as it can be told from its text. */
export function isWebhookAddress(text: string, isOutside: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '' || hostname === '') return false;
  return isOutside ? protocol === 'https:' && !isInsideHost(hostname) : protocol === 'https:' || protocol === 'http:';
}

/** Throws unless it was taken with 2xx. Answers that point elsewhere are not followed. */
export async function postWebhook({ url, secret, id, body, now, isOutside }: WebhookCall): Promise<void> {
  if (!isWebhookAddress(url, isOutside)) throw new Error('the address may not be called');
  const target = new URL(url);
  // The address that was looked at is the one that is called: a second look-up might answer another.
  const address = isOutside ? await outsideAddressOf(target.hostname) : undefined;
  const seconds = Math.floor(now / 1000);
  const status = await new Promise<number>((done, fail) => {
    const sending = (target.protocol === 'https:' ? request : requestPlain)(
      target,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'maru-alerts',
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': webhookSignature(secret, id, seconds, body),
        },
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(address !== undefined && { lookup: lookupOf(address) }),
      },
      (answer) => {
        done(answer.statusCode ?? 0);
        // What it says is nothing to us.
        answer.destroy();
      },
    );
    sending.on('error', (error) => fail(error.name === 'AbortError' ? new Error(`no answer within ${ANSWER_MS / 1000} s`) : error));
    sending.end(body);
  });
  if (status < 200 || status > 299) throw new Error(`HTTP ${status}`);
}

const lookupOf =
  (address: string): LookupFunction =>
  (_host, options, done) => {
    const family = isIP(address);
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
