// The mail about a sign-up that waited: let in, or not; written with the operator's own transaction.
import type { AppContext } from '@maru/kit/server/context.ts';
import { outbox, outgoingKinds, type Writer } from '@maru/outbox/contract.ts';

export async function writeDecision(
  context: AppContext,
  sql: Writer,
  site: number,
  member: number,
  decision: 'APPROVE' | 'REFUSE',
  reason: string,
): Promise<void> {
  const mails = context.services.find(outbox);
  const config = context.sites.byId(site);
  const { rows } = await sql.query('SELECT username, name, email, phone FROM account_member WHERE site_id = $1 AND id = $2', [
    site,
    member,
  ]);
  const row = rows[0] as { username: string; name: string; email: string; phone: string } | undefined;
  if (mails === undefined || config === undefined || row === undefined) return;
  const { production, port } = context.config;
  const link = production ? `https://${config.hosts[0]}/login` : `http://${config.hosts[0]}:${port}/login`;
  for (const kind of outgoingKinds) {
    if (!mails.canCarry(site, kind)) continue;
    await mails.post(sql, {
      site,
      kind,
      name: decision === 'APPROVE' ? 'APPROVED' : 'NOT_APPROVED',
      // Nobody asks for it in a language: the site's first.
      language: config.languages[0] ?? 'ko',
      to: kind === 'MAIL' ? row.email : row.phone,
      member,
      values: { username: row.username, name: row.name, reason, link },
    });
  }
  mails.hurry();
}
