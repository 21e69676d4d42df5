// SMS over an HTTP gateway in the shape of SOLAPI's: HMAC-SHA256 over date and salt, one message a call.
import { createHmac, randomBytes } from 'node:crypto';
import { type Transport, TransportFailure } from './transport.ts';
import { smsTypeOf } from './sms-length.ts';

const ANSWER_MS = 10_000;
export const SEND_PATH = '/messages/v4/send-many/detail';

export interface SmsAccount {
  /** https://host, without the path. */
  base: string;
  key: string;
  secret: string;
}

/** `url`: https://key:secret@host. */
export function smsAccountOf(url: string): SmsAccount {
  const { origin, username, password } = new URL(url);
  return { base: origin, key: decodeURIComponent(username), secret: decodeURIComponent(password) };
}

export const signatureOf = (secret: string, date: string, salt: string) =>
  createHmac('sha256', secret)
    .update(date + salt)
    .digest('hex');

function authorization({ key, secret }: SmsAccount, now: number): string {
  const date = new Date(now).toISOString();
  const salt = randomBytes(16).toString('hex');
  return `HMAC-SHA256 apiKey=${key}, date=${date}, salt=${salt}, signature=${signatureOf(secret, date, salt)}`;
}

/** `expectOutside`: of an account that an operator typed; throws when it leads into our own network. */
export function createSmsTransport(account: SmsAccount, now: () => number, expectOutside?: () => Promise<unknown>): Transport {
  return {
    kind: 'SMS',
    // Sender numbers are registered beforehand by law: a site without one sends nothing.
    serves: (site) => site.senders?.sms !== undefined,
    async carry({ site, recipient, body }) {
      const message = { to: recipient.replaceAll('-', ''), from: site.senders?.sms, text: body, type: smsTypeOf(body) };
      let reply: Response;
      try {
        await expectOutside?.();
        reply = await fetch(account.base + SEND_PATH, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: authorization(account, now()) },
          body: JSON.stringify({ messages: [message] }),
          // Neither a signature nor a number goes where an answer points.
          redirect: 'error',
          signal: AbortSignal.timeout(ANSWER_MS),
        });
      } catch (error) {
        throw new TransportFailure((error as Error).message, false);
      }
      const answer = (await reply.json().catch(() => ({}))) as { errorMessage?: string; failedMessageList?: { statusMessage?: string }[] };
      if (!reply.ok) throw new TransportFailure(answer.errorMessage ?? `HTTP ${reply.status}`, isFinalStatus(reply.status));
      const failed = answer.failedMessageList?.[0];
      if (failed !== undefined) throw new TransportFailure(failed.statusMessage ?? 'refused by the gateway', true);
    },
  };
}

// A wrong key or clock (401, 403) is mended by the operator, not by dropping members' codes.
const isFinalStatus = (status: number) => status === 400 || status === 404 || status === 422;
