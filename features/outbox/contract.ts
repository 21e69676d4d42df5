// Letters to members by mail and SMS: written inside the transaction that has something to say, carried after it; and the demo's inbox.
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

export { letterPage } from './letter-page.ts';
export { letterTexts, letterWords } from './letter-words.ts';

export const letterKinds = ['MAIL', 'SMS'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** What letters there are; the words of each stand in `templates.ts`, a site's own in rows. */
export const letterNames = [
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
export type LetterName = (typeof letterNames)[number];

export interface Letter {
  site: number;
  kind: LetterKind;
  name: LetterName;
  language: 'ko' | 'en';
  /** An e-mail address, or a phone number as members write it. */
  to: string;
  /** Whose letter it is: the words that this member has chosen against forged ones are put in. */
  member?: number | undefined;
  values: Readonly<Record<string, string>>;
  /** After this moment nobody wants it any more (ms). */
  expiresAt?: number;
}

/** Anything that runs SQL: the pool, or the client that holds the caller's transaction. */
export interface Writer {
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of whatever was asked
  query(sql: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

/** Provided by outbox. */
export interface LetterBox {
  /** False where the site has nobody to carry this kind. */
  canCarry(site: number, kind: LetterKind): boolean;
  /** Writes the letter with the caller's transaction: it leaves only if that commits. */
  post(sql: Writer, letter: Letter): Promise<void>;
  /** Sends what is due now instead of at the next look; call after the commit. */
  hurry(): void;
}
/** Words that only a member and its site know, undefined when none were chosen. Provided by account. */
export type LetterMark = (sql: Writer, site: number, member: number) => Promise<string | undefined>;
export const letterMark = serviceKey('outbox.letterMark').of<LetterMark>();

export const letterBox = serviceKey('outbox.letterBox').of<LetterBox>();

export const receivedLetter = z.object({
  id: z.number(),
  kind: z.enum(letterKinds),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  receivedAt: isoTime,
});
export type ReceivedLetter = z.output<typeof receivedLetter>;

/** Only in a demo that has no carriers of its own: its letters end in a local inbox that everyone may read. */
export const listDemoInbox = defineRoute({
  name: 'listDemoInbox',
  method: 'GET',
  path: '/api/demo/inbox',
  roles: everyone,
  summary: { ko: '데모 받은 편지함', en: 'Letters that the demo delivered, newest first' },
  query: z.object({ to: z.optional(z.string().check(z.maxLength(120))) }),
  reply: z.object({ content: z.array(receivedLetter) }),
  codes: ['NOT_FOUND'],
});
