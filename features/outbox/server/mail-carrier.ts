// Mail by SMTP. The address of the letter's row makes the Message-ID, so that a server that gets it twice can tell.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { createTransport } from 'nodemailer';
import { letterPage } from '../letter-page.ts';
import { type Carrier, CarrierFailure, type WrittenLetter } from './carrier.ts';

const ANSWER_MS = 15_000;

/** `url`: smtp(s)://user:password@host:port. */
export function createMailCarrier(url: string): Carrier {
  const transport = createTransport({ url, connectionTimeout: ANSWER_MS, greetingTimeout: ANSWER_MS, socketTimeout: ANSWER_MS });
  return {
    kind: 'MAIL',
    serves: () => true,
    async carry(letter) {
      try {
        await transport.sendMail({
          from: { name: letter.site.name[letter.language], address: senderOf(letter.site) },
          to: { name: '', address: letter.recipient },
          subject: letter.subject,
          text: letter.body,
          html: letterPage(letter.site, letter, letter.language),
          messageId: `<${letter.id}.${letter.site.code}@${domainOf(letter)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: number; message: string };
        // 5xx is the server's no; 4xx and everything about the line may pass.
        throw new CarrierFailure(message, responseCode !== undefined && responseCode >= 500 && responseCode !== 535);
      }
    },
    close: () => transport.close(),
  };
}

const senderOf = (site: SiteConfig) => site.senders?.mail ?? `no-reply@${site.hosts.find((host) => host.includes('.')) ?? 'localhost'}`;
const domainOf = (letter: WrittenLetter) => senderOf(letter.site).split('@')[1];
