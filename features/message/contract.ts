// Messages to a member: its list with unread ones, reading and deleting them, and how other features send one.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import { id, isoTime, flagsText, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** What a message is about; each kind has its picture, and the chips of the page choose by it. */
export const messageKinds = ['NOTICE', 'WALLET', 'TRADE', 'SECURITY', 'CONTACT', 'BENEFIT', 'COPY'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Days that a message is kept. */
export const KEPT_DAYS = 90;

export const messageRow = z.object({
  id: z.number(),
  kind: z.enum(messageKinds),
  title: z.string(),
  content: z.string(),
  /** The page of this site that it is about. */
  link: z.nullable(z.string()),
  isRead: z.boolean(),
  createdAt: isoTime,
});
export type MessageRow = z.output<typeof messageRow>;

export const listMessages = defineRoute({
  name: 'listMessages',
  method: 'GET',
  path: '/api/message/list',
  roles: members,
  summary: { ko: '내 메시지', en: 'My messages of 90 days, newest first' },
  query: z.object({
    resultType: z.optional(z.enum(['List', 'ClientList', 'Count'])),
    isReadStrs: z.optional(flagsText),
    kind: z.optional(z.enum(messageKinds)),
    ...pageQuery,
  }),
  reply: pageOf(messageRow),
});

/** Messages about an inquiry are not counted: the inquiry's own count has them. */
export const countUnreadMessages = defineRoute({
  name: 'countUnreadMessages',
  method: 'GET',
  path: '/api/message/my_unread_count',
  roles: members,
  summary: { ko: '읽지 않은 메시지 수', en: 'How many messages are unread' },
  reply: z.object({ count: z.number() }),
});

const done = z.object({ count: z.number() });

/** Ours: the specification reads all at once only. */
export const readMessage = defineRoute({
  name: 'readMessage',
  method: 'POST',
  path: '/api/message/read',
  roles: members,
  summary: { ko: '메시지 읽음', en: 'Mark one message read' },
  body: z.object({ id }),
  reply: done,
  codes: ['NOT_FOUND'],
});

export const readAllMessages = defineRoute({
  name: 'readAllMessages',
  method: 'POST',
  path: '/api/message/read_all',
  roles: members,
  summary: { ko: '모두 읽음', en: 'Mark all my messages read' },
  reply: done,
});

export const deleteMessage = defineRoute({
  name: 'deleteMessage',
  method: 'POST',
  path: '/api/message/delete',
  roles: members,
  summary: { ko: '메시지 삭제', en: 'Delete one of my messages' },
  body: z.object({ id }),
  reply: done,
  codes: ['NOT_FOUND'],
});

export interface OutgoingMessage {
  site: number;
  member: number;
  kind: MessageKind;
  title: { ko: string; en: string };
  content: { ko: string; en: string };
  /** A page of this site. */
  link?: string;
}

/** The client that holds the caller's transaction. */
export interface MessageWriter {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/** Provided by message. */
export interface MessageBox {
  /** Writes the message and tells the member if it is here. Post inside no transaction of your own. */
  send(message: OutgoingMessage): Promise<void>;
  /** Writes it with the caller's transaction, whatever the member chose of its kind: what it asked for itself. Answers what tells it, for after the commit. */
  post(sql: MessageWriter, message: OutgoingMessage): Promise<() => void>;
  /** What leads to this page is read: the member has been there. */
  readLink(site: number, member: number, link: string): Promise<void>;
}
export const messageBox = serviceKey('message.messageBox').of<MessageBox>();
