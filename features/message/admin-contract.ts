// The desk of messages: to whom one would go, sending to one or to all, what was sent and how many read it, templates.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, isoTime, ownPath, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { messageKinds } from './contract.ts';

export const MAX_NAMES = 500;
export const MAX_TITLE = 120;
export const MAX_CONTENT = 2000;
/** Live notes about sendings on the operators' topic. */
export const MESSAGE_KIND = 'message';

/** IDS: by number, from a member's page; NAMES: by user name. */
export const audiences = ['ALL', 'PARTNER', 'NAMES', 'IDS'] as const;
export type Audience = (typeof audiences)[number];

const partnerCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));

export const countAudience = defineRoute({
  name: 'countAudience',
  method: 'GET',
  path: '/api/admin/message/count',
  roles: operators,
  right: 'message.read',
  summary: { ko: '받을 회원 수', en: 'How many members a message would reach, and names that are nobody’s' },
  query: z.object({
    audience: z.enum(['ALL', 'PARTNER', 'NAMES']),
    partner: z.optional(partnerCode),
    /** Separated by commas, blanks or lines. */
    names: z.optional(z.string().check(z.maxLength(8000))),
  }),
  reply: z.object({ count: z.number(), unknown: z.array(z.string()) }),
});

const titleText = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TITLE));
const contentText = z.string().check(z.trim(), z.maxLength(MAX_CONTENT));
/** Without English everyone reads the Korean. */
const words = { title: titleText, content: contentText, titleEn: z.optional(titleText), contentEn: z.optional(contentText) };

/** One unknown id or name and nothing is sent. Up to 500 go at once, more in slices behind the answer. */
export const sendMessages = defineRoute({
  name: 'sendMessages',
  method: 'POST',
  path: '/api/admin/message/send',
  roles: operators,
  right: 'message.write',
  summary: { ko: '회원에게 메시지 보내기', en: 'Send a message to members of a site' },
  body: z.object({
    audience: z.optional(z.enum(audiences)),
    playerIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_NAMES))),
    names: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.minLength(1), z.maxLength(MAX_NAMES))),
    partner: z.optional(partnerCode),
    kind: z.optional(z.enum(messageKinds)),
    ...words,
    link: z.optional(ownPath),
    /** Shown at once to those who are here, beside the usual notice. */
    isUrgent: z.optional(z.boolean()),
    /** Asked for when it goes to many. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  /** `left`: of those named, had left; they are skipped. All of them: MEMBER_LEFT. */
  reply: z.object({ id: z.number(), count: z.number(), left: z.number() }),
  codes: ['MEMBER_UNKNOWN', 'MEMBER_LEFT', 'NAMES_UNKNOWN', 'AUDIENCE_EMPTY', 'REASON_MISSING'],
});

export const sendingRow = z.object({
  id: z.number(),
  audience: z.enum(audiences),
  partner: z.nullable(z.string()),
  kind: z.enum(messageKinds),
  title: z.string(),
  content: z.string(),
  link: z.nullable(z.string()),
  isUrgent: z.boolean(),
  reason: z.nullable(z.string()),
  total: z.number(),
  sent: z.number(),
  /** Of those that were sent. */
  read: z.number(),
  operator: z.object({ id: z.number(), name: z.string() }),
  createdAt: isoTime,
  finishedAt: z.nullable(isoTime),
});
export type SendingRow = z.output<typeof sendingRow>;

export const listSendings = defineRoute({
  name: 'listSendings',
  method: 'GET',
  path: '/api/admin/message/list',
  roles: operators,
  right: 'message.read',
  summary: { ko: '보낸 메시지', en: 'What was sent at a site, and how much of it was read' },
  query: z.object({ page: pageQuery.page, size: pageQuery.size }),
  reply: pageOf(sendingRow),
});

export const messageTemplate = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(messageKinds),
  title: z.string(),
  titleEn: z.string(),
  content: z.string(),
  contentEn: z.string(),
  link: z.nullable(z.string()),
});
export type MessageTemplate = z.output<typeof messageTemplate>;

export const listMessageTemplates = defineRoute({
  name: 'listMessageTemplates',
  method: 'GET',
  path: '/api/admin/message/template/list',
  roles: operators,
  right: 'message.read',
  summary: { ko: '메시지 틀', en: 'Templates of a site' },
  reply: z.array(messageTemplate),
});

export const saveMessageTemplate = defineRoute({
  name: 'saveMessageTemplate',
  method: 'POST',
  path: '/api/admin/message/template/save',
  roles: operators,
  right: 'message.write',
  summary: { ko: '메시지 틀 쓰기', en: 'Write or change a template' },
  body: z.object({
    id: z.optional(id),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    kind: z.enum(messageKinds),
    ...words,
    link: z.optional(ownPath),
  }),
  reply: messageTemplate,
  codes: ['NOT_FOUND'],
});

export const deleteMessageTemplate = defineRoute({
  name: 'deleteMessageTemplate',
  method: 'POST',
  path: '/api/admin/message/template/delete',
  roles: operators,
  right: 'message.write',
  summary: { ko: '메시지 틀 삭제', en: 'Take a template away' },
  body: z.object({ id }),
  reply: z.object({ id: z.number() }),
  codes: ['NOT_FOUND'],
});
