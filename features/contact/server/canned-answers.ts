// Ready answers of a site, in both languages: the desk puts them into the answer, where they can still be changed.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { CannedAnswer, deleteCannedAnswer, saveCannedAnswer } from '../admin-contract.ts';

const columns = 'id, title, content_ko AS "contentKo", content_en AS "contentEn"';

export async function listCanned(context: AppContext, call: Call): Promise<Answer<CannedAnswer[]>> {
  const { rows } = await context.pool.query<CannedAnswer>(`SELECT ${columns} FROM contact_canned WHERE site_id = $1 ORDER BY title, id`, [
    call.site.id,
  ]);
  return { data: rows };
}

async function find(context: AppContext, site: number, id: number): Promise<CannedAnswer> {
  const { rows } = await context.pool.query<CannedAnswer>(`SELECT ${columns} FROM contact_canned WHERE site_id = $1 AND id = $2`, [
    site,
    id,
  ]);
  if (rows[0] === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return rows[0];
}

export async function saveCanned(
  context: AppContext,
  call: Call<undefined, Out<typeof saveCannedAnswer.body>>,
  audit: Audit,
): Promise<Answer<CannedAnswer>> {
  const site = call.site.id;
  const { id, title, contentKo, contentEn } = call.body;
  const before = id === undefined ? null : await find(context, site, id);
  const saved = await inTransaction(context.pool, async (sql) => {
    const words = [site, title, contentKo, contentEn];
    const { rows } = await (id === undefined
      ? sql.query<CannedAnswer>(
          `INSERT INTO contact_canned (site_id, title, content_ko, content_en, created_at, written_by) VALUES ($1, $2, $3, $4, $5, $6)
           RETURNING ${columns}`,
          [...words, new Date(context.clock.now()), (call.session as Session).member],
        )
      : sql.query<CannedAnswer>(
          `UPDATE contact_canned SET title = $2, content_ko = $3, content_en = $4 WHERE site_id = $1 AND id = $5 RETURNING ${columns}`,
          [...words, id],
        ));
    await audit({ target: `canned-answer:${rows[0].id}`, before, after: rows[0] }, sql);
    return rows[0];
  });
  return { data: saved };
}

export async function deleteCanned(
  context: AppContext,
  call: Call<undefined, Out<typeof deleteCannedAnswer.body>>,
  audit: Audit,
): Promise<Answer<{ id: number }>> {
  const { id } = call.body;
  const before = await find(context, call.site.id, id);
  await inTransaction(context.pool, async (sql) => {
    await sql.query('DELETE FROM contact_canned WHERE site_id = $1 AND id = $2', [call.site.id, id]);
    await audit({ target: `canned-answer:${id}`, before, after: null }, sql);
  });
  return { data: { id } };
}
