// A feature that exists for the operators' tests alone: a wall per site, whose colour changes only with a second person's yes.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type ServerFeature } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals } from '@maru/operator/contract.ts';
import { z } from 'zod/mini';

const route = { method: 'POST', roles: operators, summary: { ko: '시험', en: 'test' }, reply: z.object({}) } as const;
const body = z.object({ colour: z.string() });
export const askPaint = defineRoute({
  ...route,
  name: 'askPaint',
  path: '/api/admin/paint/ask',
  right: 'paint.write',
  body,
  codes: ['APPROVAL_REQUIRED'],
});
const silentPaint = defineRoute({ ...route, name: 'silentPaint', path: '/api/admin/paint/silent', right: 'paint.write' });

export interface PaintShop {
  feature: ServerFeature;
  /** Colours in the order they were painted. */
  painted: string[];
  /** What follows the commits. */
  dried: string[];
}

export function createPaintShop(): PaintShop {
  const painted: string[] = [];
  const dried: string[] = [];
  const feature: ServerFeature = {
    name: 'paint',
    errors: { COLOUR_GONE: { status: 409, ko: '물감이 없어요.', en: 'This colour is gone.' } },
    routes: [
      handleOperator(askPaint, async (context, call) => {
        const { colour } = call.body;
        const requestId = await inTransaction(context.pool, (client) =>
          context.services.use(approvals).ask(call, client, {
            kind: 'paint.wall',
            site: call.site.id,
            target: 'wall:1',
            summary: { ko: '벽 칠하기', en: 'Paint the wall' },
            payload: { colour, z: 1, a: 2 },
            before: { colour: painted.at(-1) ?? null },
            after: { colour },
            reason: 'the old one peels',
          }),
        );
        throw new Refusal('APPROVAL_REQUIRED', { requestId });
      }),
      handleOperator(silentPaint, async () => ({ data: {} })),
    ],
    async start(context) {
      context.services.use(approvals).register<AppContext>({
        kind: 'paint.wall',
        name: { ko: '벽 칠하기', en: 'Paint' },
        right: 'paint.approve',
        async apply(_context, _client, request) {
          const { colour } = request.payload as { colour: string };
          if (colour === 'gone') throw new Refusal('COLOUR_GONE');
          painted.push(colour);
          return { after: { colour } };
        },
        async after(_context, request) {
          dried.push((request.payload as { colour: string }).colour);
        },
      });
      return () => undefined;
    },
  };
  return { feature, painted, dried };
}
