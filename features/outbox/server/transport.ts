// What carries a message out: one interface for mail and SMS, and the failure that says whether trying again makes sense.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { OutgoingKind } from '../contract.ts';

export interface WrittenMessage {
  id: number | string;
  site: SiteConfig;
  language: 'ko' | 'en';
  recipient: string;
  subject: string;
  body: string;
}

export interface Transport {
  readonly kind: OutgoingKind;
  /** False where the site lacks what this transport needs (a registered sender number, say). */
  serves(site: SiteConfig): boolean;
  /** Throws TransportFailure. */
  carry(outgoing: WrittenMessage): Promise<void>;
  close?(): void;
}

export class TransportFailure extends Error {
  /** The other side will never take this mail. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}
