// What the desk has sent at a site with the share that was read, and the site's templates.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import type { Audience, deleteMessageTemplate, listSendings, MessageTemplate, saveMessageTemplate, SendingRow } from '../admin-contract.ts';
import type { MessageKind } from '../contract.ts';

const PAGE = 20;
const MAX_PAGE = 100;

interface Row {
  id: number;
  audience: Audience;
  partner_code: string | null;
  kind: MessageKind;
  title: string;
  content: string;
  link: string | null;
  is_urgent: boolean;
  reason: string | null;
  total: number;
  sent: number;
  read: number;
  sent_by: number;
  created_at: Date;
  finished_at: Date | null;
  rows_total: number;
}

export async function listOfSite(
  context: AppContext,
  call: Call<Out<typeof listSendings.query>>,
): Promise<Answer<Out<typeof listSendings.reply>>> {
  const { page = 0, size = PAGE } = call.query;
  const limit = Math.min(size, MAX_PAGE);
  const { rows } = await context.pool.query<Row>(
    `SELECT s.id, s.audience, s.partner_code, s.kind, s.title_${call.language} AS title, s.content_${call.language} AS content, s.link,
       s.is_urgent, s.reason, s.total, s.sent, s.sent_by, s.created_at, s.finished_at, count(*) OVER ()::int AS rows_total,
       (SELECT count(*)::int FROM message_message m WHERE m.send_id = s.id AND m.read_at IS NOT NULL) AS read
     FROM message_send s WHERE s.site_id = $1 ORDER BY s.id DESC LIMIT $2 OFFSET $3`,
    [call.site.id, limit, page * limit],
  );
  const ids = [...new Set(rows.map((row) => row.sent_by))];
  const names = ids.length === 0 ? new Map<number, { name: string }>() : await context.services.use(operatorNames).of(ids);
  const content = rows.map(
    (row): SendingRow => ({
      id: row.id,
      audience: row.audience,
      partner: row.partner_code,
      kind: row.kind,
      title: row.title,
      content: row.content,
      link: row.link,
      isUrgent: row.is_urgent,
      reason: row.reason,
      total: row.total,
      sent: row.sent,
      read: row.read,
      operator: { id: row.sent_by, name: names.get(row.sent_by)?.name ?? `#${row.sent_by}` },
      createdAt: row.created_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
    }),
  );
  return { data: { content, page, size: limit, totalElements: rows[0]?.rows_total ?? 0 } };
}

const columns = 'id, name, kind, title, title_en AS "titleEn", content, content_en AS "contentEn", link';

export async function listTemplates(context: AppContext, call: Call): Promise<Answer<MessageTemplate[]>> {
  const { rows } = await context.pool.query<MessageTemplate>(
    `SELECT ${columns} FROM message_template WHERE site_id = $1 ORDER BY name, id`,
    [call.site.id],
  );
  return { data: rows };
}

async function findTemplate(context: AppContext, site: number, id: number): Promise<MessageTemplate> {
  const { rows } = await context.pool.query<MessageTemplate>(`SELECT ${columns} FROM message_template WHERE site_id = $1 AND id = $2`, [
    site,
    id,
  ]);
  if (rows[0] === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return rows[0];
}

export async function saveTemplate(
  context: AppContext,
  call: Call<undefined, Out<typeof saveMessageTemplate.body>>,
  audit: Audit,
): Promise<Answer<MessageTemplate>> {
  const site = call.site.id;
  const { id, name, kind, title, titleEn = title, content, contentEn = content, link } = call.body;
  const before = id === undefined ? null : await findTemplate(context, site, id);
  const values = [site, name, kind, title, titleEn, content, contentEn, link ?? null];
  const saved = await inTransaction(context.pool, async (sql) => {
    const { rows } = await (id === undefined
      ? sql.query<MessageTemplate>(
          `INSERT INTO message_template (site_id, name, kind, title, title_en, content, content_en, link, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${columns}`,
          [...values, new Date(context.clock.now())],
        )
      : sql.query<MessageTemplate>(
          `UPDATE message_template SET name = $2, kind = $3, title = $4, title_en = $5, content = $6, content_en = $7, link = $8
           WHERE site_id = $1 AND id = $9 RETURNING ${columns}`,
          [...values, id],
        ));
    await audit({ target: `message-template:${rows[0].id}`, before, after: rows[0] }, sql);
    return rows[0];
  });
  return { data: saved };
}

export async function deleteTemplate(
  context: AppContext,
  call: Call<undefined, Out<typeof deleteMessageTemplate.body>>,
  audit: Audit,
): Promise<Answer<{ id: number }>> {
  const { id } = call.body;
  const before = await findTemplate(context, call.site.id, id);
  await inTransaction(context.pool, async (sql) => {
    await sql.query('DELETE FROM message_template WHERE site_id = $1 AND id = $2', [call.site.id, id]);
    await audit({ target: `message-template:${id}`, before, after: null }, sql);
  });
  return { data: { id } };
}
