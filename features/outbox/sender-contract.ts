// Whether a site's mails arrive, proved by one: a code goes out by the site's own sender and comes back by the operator's hand.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { outgoingKinds } from './contract.ts';

export const senderState = z.object({
  kind: z.enum(outgoingKinds),
  /** Somebody carries this kind for the site. */
  canCarry: z.boolean(),
  /** When a code last came back, by the sender and account that stand now; null: never, or they have changed since. */
  testedAt: z.nullable(isoTime),
});
export type SenderState = z.output<typeof senderState>;

export const listSenderTests = defineRoute({
  name: 'listSenderTests',
  method: 'GET',
  path: '/api/admin/site/senders',
  roles: operators,
  right: 'provider.read',
  summary: { ko: '발송 시험', en: 'Whether the site’s mail and SMS were proved to arrive' },
  reply: z.array(senderState),
});

export const testSender = defineRoute({
  name: 'testSender',
  method: 'POST',
  path: '/api/admin/site/senders/test',
  roles: operators,
  right: 'provider.write',
  summary: { ko: '시험 발송', en: 'Send a code to oneself by the site’s own sender' },
  body: z.object({
    kind: z.enum(outgoingKinds),
    /** An address, or digits of a phone number. */
    recipient: z.string().check(z.trim(), z.minLength(5), z.maxLength(254)),
    language: z.enum(['ko', 'en']),
  }),
  reply: z.object({ expiresIn: z.number() }),
  codes: ['SENDER_NONE', 'SENDER_TOO_OFTEN', 'INVALID_FIELD'],
});

export const confirmSender = defineRoute({
  name: 'confirmSender',
  method: 'POST',
  path: '/api/admin/site/senders/confirm',
  roles: operators,
  right: 'provider.write',
  summary: { ko: '시험 발송 확인', en: 'The code that came: the sender is proved' },
  body: z.object({ kind: z.enum(outgoingKinds), code: z.string().check(z.trim(), z.regex(/^\d{6}$/)) }),
  reply: z.array(senderState),
  codes: ['SENDER_CODE_WRONG'],
});
