// The queue on which a member's calls over the socket are answered: by HTTP's own envelope, each under the correlation id it came with.
import { z } from 'zod/mini';
import { members } from './role.ts';
import { defineTopic } from './topic.ts';

export const socketReply = defineTopic({
  name: 'socketReply',
  destination: '/user/queue/reply',
  roles: members,
  summary: {
    ko: '소켓으로 보낸 호출의 답. 헤더 correlation-id와 status(HTTP의 상태 번호)가 함께 와요',
    en: 'Answers to calls sent over the socket, with the headers correlation-id and status (as HTTP has it)',
  },
  message: z.looseObject({
    status: z.enum(['success', 'fail']),
    data: z.optional(z.unknown()),
    sequence: z.optional(z.number()),
    code: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
});
