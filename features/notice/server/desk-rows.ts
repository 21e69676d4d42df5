// One row of contents or popups under an operator's hand: found in its site only, written or drafted, closed, taken away; each with its audit line.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { plainText } from './plain-text.ts';

/** Only these columns differ between the two tables' switches. */
export const desks = {
  content: { table: 'notice_notice', open: 'is_open', target: 'content' },
  popup: { table: 'notice_popup', open: 'is_show', target: 'popup' },
} as const;
export type DeskName = keyof typeof desks;

export type Columns = Readonly<Record<string, unknown>>;
export type DeskRow = { id: number; draft: Columns | null } & Record<string, unknown>;

export async function findRow(sql: Pick<PoolClient, 'query'>, name: DeskName, site: number, id: number, isHeld = false): Promise<DeskRow> {
  const { rows } = await sql.query<DeskRow>(
    `SELECT * FROM ${desks[name].table} WHERE site_id = $1 AND id = $2 AND deleted_at IS NULL ${isHeld ? 'FOR UPDATE' : ''}`,
    [site, id],
  );
  if (rows[0] === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return rows[0];
}

const SAID = 500;

/** For the log: texts without their form, shortened; what is long lies in the row itself. */
function said(columns: Columns | null): Columns | null {
  if (columns === null) return null;
  const entries = Object.entries(columns).filter(([name]) => !['deleted_at', 'views', 'written_by', 'draft'].includes(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name.startsWith('content_') ? plainText(String(value)).slice(0, SAID) : value]),
  );
}

async function insert(sql: PoolClient, table: string, columns: Columns): Promise<DeskRow> {
  const names = Object.keys(columns);
  const places = names.map((_, i) => `$${i + 1}`);
  const { rows } = await sql.query<DeskRow>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`,
    Object.values(columns),
  );
  return rows[0];
}

async function update(sql: PoolClient, table: string, id: number, columns: Columns): Promise<DeskRow> {
  const assignments = Object.keys(columns).map((name, i) => `${name} = $${i + 2}`);
  const { rows } = await sql.query<DeskRow>(`UPDATE ${table} SET ${assignments.join(', ')} WHERE id = $1 RETURNING *`, [
    id,
    ...Object.values(columns),
  ]);
  return rows[0];
}

export interface Writing {
  id: number | undefined;
  columns: Columns;
  isPublished: boolean;
  /** Only in the moment of publishing: when it was sent or made public. */
  stamps: Columns;
}

/** A new row, a changed one, or a draft beside what is public. */
export async function writeRow(context: AppContext, call: Call, audit: Audit, name: DeskName, writing: Writing): Promise<number> {
  const { table, open, target } = desks[name];
  const now = new Date(context.clock.now());
  const mark = { updated_at: now, written_by: (call.session as Session).member };
  return await inTransaction(context.pool, async (sql) => {
    const { id, columns, isPublished, stamps } = writing;
    const before = id === undefined ? null : await findRow(sql, name, call.site.id, id, true);
    const publish = isPublished ? { [open]: true, draft: null, ...stamps } : {};
    let after: DeskRow;
    if (before === null) after = await insert(sql, table, { site_id: call.site.id, ...columns, ...publish, created_at: now, ...mark });
    else if (isPublished || before[open] !== true) after = await update(sql, table, before.id, { ...columns, ...publish, ...mark });
    else after = await update(sql, table, before.id, { draft: JSON.stringify(columns), ...mark });
    const what = isPublished ? 'PUBLISHED' : before?.[open] === true ? 'DRAFTED' : 'SAVED';
    await audit({ target: `${target}:${after.id}`, before: said(before), after: { what, ...said(columns) } }, sql);
    return after.id;
  });
}

/** Out of sight, or gone; the row itself stays for the log's sake. */
export function changeRow(name: DeskName, what: 'CLOSED' | 'DELETED') {
  return async (context: AppContext, call: Call<undefined, { id: number }>, audit: Audit): Promise<Answer<{ id: number }>> => {
    const { table, open, target } = desks[name];
    const now = new Date(context.clock.now());
    await inTransaction(context.pool, async (sql) => {
      const before = await findRow(sql, name, call.site.id, call.body.id, true);
      const columns = what === 'CLOSED' ? { [open]: false } : { deleted_at: now };
      await update(sql, table, before.id, { ...columns, updated_at: now, written_by: (call.session as Session).member });
      await audit({ target: `${target}:${before.id}`, before: said(before), after: { what } }, sql);
    });
    return { data: { id: call.body.id } };
  };
}
