// The demo's post office: a real SMTP server and an SMS gateway that checks signatures, both on loopback, and an inbox that shows what came.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { timingSafeEqual } from 'node:crypto';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { ReceivedMail } from '../contract.ts';
import { SEND_PATH, signatureOf, type SmsAccount } from './sms-transport.ts';

const KEEP = 200;
/** The window in which a gateway of this kind takes a signature, once. */
const WINDOW_MS = 15 * 60_000;

export interface PostOffice {
  /** For the mail transport. */
  readonly smtpUrl: string;
  readonly sms: SmsAccount;
  /** Newest first; with `to` only mails to that address or number. */
  inbox(to?: string): ReceivedMail[];
  close(): Promise<void>;
}

export async function openPostOffice(now: () => number): Promise<PostOffice> {
  const mails: ReceivedMail[] = [];
  let serial = 0;
  const receive = (outgoing: Omit<ReceivedMail, 'id' | 'receivedAt'>) => {
    mails.unshift({ ...outgoing, id: ++serial, receivedAt: new Date(now()).toISOString() });
    mails.length = Math.min(mails.length, KEEP);
  };
  const account = { key: 'demo', secret: 'demo-secret' };
  const smtp = smtpServer(receive);
  const gateway = smsGateway(account, now, receive);
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', () => resolve()));
  await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', () => resolve()));
  const portOf = (address: AddressInfo | string | null) => (address as AddressInfo).port;
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    sms: { ...account, base: `http://127.0.0.1:${portOf(gateway.address())}` },
    inbox(to) {
      // Numbers leave without their hyphens; addresses keep theirs.
      const plain = (text: string) => text.replaceAll('-', '').toLowerCase();
      return to === undefined ? [...mails] : mails.filter((outgoing) => plain(outgoing.to) === plain(to));
    },
    async close() {
      gateway.closeAllConnections();
      await Promise.all([new Promise<void>((done) => void smtp.close(() => done())), new Promise((done) => gateway.close(done))]);
    },
  };
}

type Receive = (outgoing: Omit<ReceivedMail, 'id' | 'receivedAt'>) => void;

function smtpServer(receive: Receive): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: 1_000_000,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        callbackify(deliver)(Buffer.concat(chunks), session.envelope.rcptTo, receive, done);
      });
    },
  });
}

async function deliver(source: Buffer, recipients: readonly { address: string }[], receive: Receive): Promise<void> {
  const mail = await PostalMime.parse(source);
  const from = mail.from?.name ? `${mail.from.name} <${mail.from.address}>` : (mail.from?.address ?? '');
  for (const { address } of recipients) receive({ kind: 'MAIL', from, to: address, subject: mail.subject ?? '', text: mail.text ?? '' });
}

function smsGateway(account: { key: string; secret: string }, now: () => number, receive: Receive): Server {
  const seen = new Map<string, number>();
  const isGenuine = (header: string | undefined) => {
    const found = /^HMAC-SHA256 apiKey=([^,]+), date=([^,]+), salt=([0-9a-zA-Z]{12,64}), signature=([0-9a-f]{64})$/.exec(header ?? '');
    if (found === null) return false;
    const [, key, date, salt, signature] = found;
    const at = now();
    if (key !== account.key || !(Math.abs(at - Date.parse(date)) <= WINDOW_MS) || seen.has(signature)) return false;
    const expected = Buffer.from(signatureOf(account.secret, date, salt), 'hex');
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return false;
    for (const [old, time] of seen) if (at - time > 2 * WINDOW_MS) seen.delete(old);
    seen.set(signature, at);
    return true;
  };
  return createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== SEND_PATH) return answer(response, 404, { errorMessage: 'no such path' });
    if (!isGenuine(request.headers.authorization)) return answer(response, 401, { errorMessage: 'signature does not match' });
    readMessages(request).then(
      (messages) => {
        for (const { to, from, text } of messages) receive({ kind: 'SMS', from, to, subject: '', text });
        answer(response, 200, { failedMessageList: [] });
      },
      () => answer(response, 400, { errorMessage: 'messages: not readable' }),
    );
  });
}

interface SmsMessage {
  to: string;
  from: string;
  text: string;
}

async function readMessages(request: IncomingMessage): Promise<SmsMessage[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { messages } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { messages: SmsMessage[] };
  if (!messages.every(({ to, from, text }) => /^\d{8,11}$/.test(to) && /^\d{8,11}$/.test(from) && text !== ''))
    throw new Error('malformed');
  return messages;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
