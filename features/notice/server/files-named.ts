// Which files contents and popups still name: in their words, in drafts beside them, or hung below them; what was deleted names none.
import type { AppContext } from '@maru/kit/server/context.ts';

/** Shared contents (of no site) name files of any. */
export async function filesNamed({ pool }: AppContext, site: number, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>(
    `WITH words AS (
       SELECT concat_ws(' ', content_ko, content_en, draft::text, array_to_string(file_ids, ' ')) AS said
       FROM notice_notice WHERE deleted_at IS NULL AND (site_id = $1 OR site_id IS NULL)
       UNION ALL
       SELECT concat_ws(' ', content_ko, content_en, link, draft::text)
       FROM notice_popup WHERE deleted_at IS NULL AND (site_id = $1 OR site_id IS NULL))
     SELECT id FROM unnest($2::text[]) id WHERE EXISTS (SELECT FROM words WHERE strpos(said, id) > 0)`,
    [site, ids],
  );
  return rows.map(({ id }) => id);
}
