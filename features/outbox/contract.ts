// Messages to members by mail and SMS: written inside the transaction that has something to say, carried after it; and the demo's inbox.
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import type { SqlWriter as Writer } from '@maru/kit/contract/sql-writer.ts';
import { z } from 'zod/mini';

export type { SqlWriter as Writer } from '@maru/kit/contract/sql-writer.ts';

export { mailPage } from './mail-page.ts';
export { outgoingTexts, outgoingWords } from './outgoing-words.ts';

export const outgoingKinds = ['MAIL', 'SMS'] as const;
export type OutgoingKind = (typeof outgoingKinds)[number];

/** What mails there are; the words of each stand in `templates.ts`, a site's own in rows. */
export const outgoingNames = [
  'CODE',
  'NO_ACCOUNT',
  'SECURITY_CHANGED',
  'NEW_LOGIN',
  'APPROVED',
  'NOT_APPROVED',
  'NOTICE',
  'PRICE_ALERT',
  'LEFT',
] as const;
export type OutgoingName = (typeof outgoingNames)[number];

export interface OutgoingMessage {
  site: number;
  kind: OutgoingKind;
  name: OutgoingName;
  language: 'ko' | 'en';
  /** An e-mail address, or a phone number as members write it. */
  to: string;
  /** Whose mail it is: the words that this member has chosen against forged ones are put in. */
  member?: number | undefined;
  values: Readonly<Record<string, string>>;
  /** After this moment nobody wants it any more (ms). */
  expiresAt?: number;
}

/** Provided by outbox. */
export interface Outbox {
  /** False where the site has nobody to carry this kind. */
  canCarry(site: number, kind: OutgoingKind): boolean;
  /** Writes the mail with the caller's transaction: it leaves only if that commits. */
  post(sql: Writer, outgoing: OutgoingMessage): Promise<void>;
  /** Sends what is due now instead of at the next look; call after the commit. */
  hurry(): void;
}
/** Words that only a member and its site know, undefined when none were chosen. Provided by account. */
export type MailMark = (sql: Writer, site: number, member: number) => Promise<string | undefined>;
export const mailMark = serviceKey('outbox.mailMark').of<MailMark>();

export const outbox = serviceKey('outbox.outbox').of<Outbox>();

export const receivedMail = z.object({
  id: z.number(),
  kind: z.enum(outgoingKinds),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  receivedAt: isoTime,
});
export type ReceivedMail = z.output<typeof receivedMail>;

/** Only in a demo that has no transports of its own: its mails end in a local inbox that everyone may read. */
export const listDemoInbox = defineRoute({
  name: 'listDemoInbox',
  method: 'GET',
  path: '/api/demo/inbox',
  roles: everyone,
  summary: { ko: '데모 받은 편지함', en: 'Mails that the demo delivered, newest first' },
  query: z.object({ to: z.optional(z.string().check(z.maxLength(120))) }),
  reply: z.object({ content: z.array(receivedMail) }),
  codes: ['NOT_FOUND'],
});
