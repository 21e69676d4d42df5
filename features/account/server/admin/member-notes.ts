// What operators wrote about a member and did to it: only ever added to.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import { addMemberNote, listMemberNotes, type MemberNote } from '../../admin-contract.ts';
import { memberAt } from './member-file.ts';

const PAGE = 20;

interface NoteRecord {
  id: number;
  act: string | null;
  text: string;
  operator_id: number;
  at: Date;
}

/** `act`: name of the call that something was done by. */
export async function writeNote(
  sql: Writer,
  note: { site: number; member: number; act: string | null; text: string; operator: number; at: Date },
): Promise<number> {
  const { rows } = await sql.query(
    'INSERT INTO account_note (site_id, member_id, act, text, operator_id, at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id',
    [note.site, note.member, note.act, note.text, note.operator, note.at],
  );
  return rows[0].id as number;
}

async function present(context: AppContext, rows: readonly NoteRecord[]): Promise<MemberNote[]> {
  const names = await context.services.use(operatorNames).of(rows.map((row) => row.operator_id));
  return rows.map((row) => ({
    id: row.id,
    kind: row.act === null ? 'NOTE' : 'ACT',
    act: row.act,
    text: row.text,
    author: names.get(row.operator_id)?.name ?? null,
    at: row.at.toISOString(),
  }));
}

export const listMemberNotesHandler = handleOperator(listMemberNotes, async (context, { site, query }) => {
  await memberAt(context, site.id, query.playerId);
  const { rows } = await context.pool.query<NoteRecord>(
    `SELECT id, act, text, operator_id, at FROM account_note WHERE site_id = $1 AND member_id = $2 AND ($3::bigint IS NULL OR id < $3)
     ORDER BY id DESC LIMIT $4`,
    [site.id, query.playerId, query.before ?? null, PAGE + 1],
  );
  const content = rows.slice(0, PAGE);
  return { data: { content: await present(context, content), next: rows.length > PAGE ? (content.at(-1)?.id ?? null) : null } };
});

export const addMemberNoteHandler = handleOperator(addMemberNote, async (context, { site, body, session }, audit) => {
  const { playerId: member, text } = body;
  await memberAt(context, site.id, member);
  const operator = (session as Session).member;
  const at = new Date(context.clock.now());
  const id = await inTransaction(context.pool, async (client) => {
    const made = await writeNote(client, { site: site.id, member, act: null, text, operator, at });
    await audit({ target: `member:${member}`, after: { note: text } }, client);
    return made;
  });
  return { data: (await present(context, [{ id, act: null, text, operator_id: operator, at }]))[0] };
});
