// Everything an installation keeps of a member, as one file for that member alone.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

export const ownDataStates = ['RUNNING', 'DONE', 'FAILED'] as const;

const newest = z.object({
  state: z.enum(ownDataStates),
  askedAt: isoTime,
  bytes: z.number(),
  /** Until then the file can be fetched; null: it cannot. */
  until: z.nullable(isoTime),
});
export const ownDataReply = z.object({
  /** Null: never asked for. */
  newest: z.nullable(newest),
  /** From when on another may be asked for; null: now. */
  opensAt: z.nullable(isoTime),
});
export type OwnData = z.output<typeof ownDataReply>;

export const getOwnData = defineRoute({
  name: 'getOwnData',
  method: 'GET',
  path: '/api/user/data',
  roles: members,
  summary: { ko: '내 정보 내려받기 상태', en: 'Whether a file of my data is there, and when another may be asked for' },
  reply: ownDataReply,
});

export const askOwnData = defineRoute({
  name: 'askOwnData',
  method: 'POST',
  path: '/api/user/data',
  roles: members,
  summary: { ko: '내 정보 내려받기', en: 'Writes a file of everything that is kept of me; once in 24 hours' },
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(128)) }),
  reply: ownDataReply,
  codes: ['PASSWORD_WRONG', 'TOO_MANY_LOGINS', 'SECOND_FACTOR_NEEDED', 'OWN_DATA_TODAY', 'OWN_DATA_RUNNING'],
});

export const fetchOwnData = defineRoute({
  name: 'fetchOwnData',
  method: 'GET',
  path: '/api/user/data/file',
  roles: members,
  summary: { ko: '내 정보 파일', en: 'The file of my data' },
  download: true,
  reply: z.unknown(),
  codes: ['OWN_DATA_NOT_READY'],
});
