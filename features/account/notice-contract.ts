// Where a member wants to be told what: a matrix of topics and channels.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { z } from 'zod/mini';
import { noticeChannels, noticeTopics } from './member-choices.ts';

const noticeRow = z.object({
  topic: z.enum(noticeTopics),
  APP: z.boolean(),
  SMS: z.boolean(),
  MAIL: z.boolean(),
  /** Cannot be switched off. */
  isFixed: z.boolean(),
});
export type NoticeRow = z.output<typeof noticeRow>;

export const getNoticeChoices = defineRoute({
  name: 'getNoticeChoices',
  method: 'GET',
  path: '/api/user/notices',
  roles: members,
  summary: { ko: '알림 받을 곳', en: 'Where I want to be told what' },
  reply: z.object({ content: z.array(noticeRow) }),
});

export const setNoticeChoice = defineRoute({
  name: 'setNoticeChoice',
  method: 'POST',
  path: '/api/user/notices',
  roles: members,
  summary: { ko: '알림 켜기·끄기', en: 'Switch one kind of notice on or off' },
  body: z.object({ topic: z.enum(noticeTopics), channel: z.enum(noticeChannels), isOn: z.boolean() }),
  reply: noticeRow,
  codes: ['NOTICE_FIXED'],
});
