// How the installation is, in the few lines that an operator reads first.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { z } from 'zod/mini';

export const systemPart = z.object({
  /** `database`, `journal`, `engine`, `market`, …: as it registered itself. */
  part: z.string(),
  isFine: z.boolean(),
  /** What it says of itself: English, and where it has a code, that with its figures for words in any language. */
  detail: z.nullable(z.string()),
  says: z.nullable(z.object({ code: z.string(), figures: z.record(z.string(), z.number()) })),
});

export const getDeskSystem = defineRoute({
  name: 'getDeskSystem',
  method: 'GET',
  path: '/api/admin/system',
  roles: operators,
  right: 'dashboard.read',
  summary: { ko: '시스템 상태', en: 'Health of the parts, and how fast and how fresh they are' },
  reply: z.object({
    parts: z.array(systemPart),
    /** Time to make a batch of commands durable, last minute; null before the first. */
    flushP99Ms: z.nullable(z.number()),
    /** Commands of this site that the lists are behind. */
    behind: z.number(),
    sequence: z.number(),
    /** Of the site's first symbol; null where there is no price. */
    priceAgeMs: z.nullable(z.number()),
    memoryBytes: z.number(),
  }),
});
