// Mail by SMTP. The address of the mail's row makes the Message-ID, so that a server that gets it twice can tell.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { createTransport } from 'nodemailer';
import { outsideAddressOf } from '@maru/kit/server/outside-host.ts';
import { mailPage } from '../mail-page.ts';
import { type Transport, TransportFailure, type WrittenMessage } from './transport.ts';

const ANSWER_MS = 15_000;

/**
 * `url`: smtp(s)://user:password@host:port. `isOutside`: an operator typed it, so it must lead out of our own network, and nothing is
 * said there before the line is encrypted and the server has shown a certificate for its name.
 */
export function createMailTransport(url: string, { isOutside = false }: { isOutside?: boolean } = {}): Transport {
  const waits = { connectionTimeout: ANSWER_MS, greetingTimeout: ANSWER_MS, socketTimeout: ANSWER_MS };
  const shared = isOutside ? undefined : createTransport({ url, ...waits });
  const open = async () => {
    if (shared !== undefined) return shared;
    const { protocol, hostname, port, username, password } = new URL(url);
    // The address that was looked at is the one that is called: a second look-up might answer another.
    return createTransport({
      host: await outsideAddressOf(hostname),
      servername: hostname,
      port: Number(port),
      secure: protocol === 'smtps:',
      requireTLS: true,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      ...waits,
    });
  };
  return {
    kind: 'MAIL',
    serves: () => true,
    async carry(outgoing) {
      try {
        await (await open()).sendMail({
          from: { name: outgoing.site.name[outgoing.language], address: senderOf(outgoing.site) },
          to: { name: '', address: outgoing.recipient },
          subject: outgoing.subject,
          text: outgoing.body,
          html: mailPage(outgoing.site, outgoing, outgoing.language),
          messageId: `<${outgoing.id}.${outgoing.site.code}@${domainOf(outgoing)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: number; message: string };
        // 5xx is the server's no; 4xx and everything about the line may pass.
        throw new TransportFailure(message, responseCode !== undefined && responseCode >= 500 && responseCode !== 535);
      }
    },
    close: () => shared?.close(),
  };
}

const senderOf = (site: SiteConfig) => site.senders?.mail ?? `no-reply@${site.hosts.find((host) => host.includes('.')) ?? 'localhost'}`;
const domainOf = (outgoing: WrittenMessage) => senderOf(outgoing.site).split('@')[1];
