// "Was this helpful": one word a member and text, the last one counts.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { rateContent } from '../board-contract.ts';

export async function rateOpenContent(
  context: AppContext,
  call: Call<undefined, Out<typeof rateContent.body>>,
): Promise<Answer<Out<typeof rateContent.reply>>> {
  const { site, member } = call.session as Session;
  const { id, isHelpful } = call.body;
  const { rowCount } = await context.pool.query(
    `INSERT INTO notice_vote (content_id, site_id, member_id, is_helpful)
     SELECT id, $1, $3, $4 FROM notice_notice
     WHERE (site_id = $1 OR site_id IS NULL) AND id = $2 AND board IN ('faq', 'static') AND is_open AND deleted_at IS NULL
     ON CONFLICT (content_id, site_id, member_id) DO UPDATE SET is_helpful = $4`,
    [site, id, member, isHelpful],
  );
  if (rowCount === 0) throw new Refusal('NOT_FOUND', { field: 'id' });
  const { rows } = await context.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM notice_vote WHERE content_id = $1 AND is_helpful',
    [id],
  );
  return { data: { count: rows[0].n, mine: isHelpful } };
}
