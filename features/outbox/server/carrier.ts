// What carries a letter out of the house: one interface for mail and SMS, and the failure that says whether trying again makes sense.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { LetterKind } from '../contract.ts';

export interface WrittenLetter {
  id: number | string;
  site: SiteConfig;
  language: 'ko' | 'en';
  recipient: string;
  subject: string;
  body: string;
}

export interface Carrier {
  readonly kind: LetterKind;
  /** False where the site lacks what this carrier needs (a registered sender number, say). */
  serves(site: SiteConfig): boolean;
  /** Throws CarrierFailure. */
  carry(letter: WrittenLetter): Promise<void>;
  close?(): void;
}

export class CarrierFailure extends Error {
  /** The other side will never take this letter. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}
