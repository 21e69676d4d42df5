// The letter about a sign-up that waited: let in, or not; written with the operator's own transaction.
import type { AppContext } from '@maru/kit/server/context.ts';
import { letterBox, letterKinds, type Writer } from '@maru/outbox/contract.ts';

export async function writeDecision(
  context: AppContext,
  sql: Writer,
  site: number,
  member: number,
  decision: 'APPROVE' | 'REFUSE',
  reason: string,
): Promise<void> {
  const letters = context.services.find(letterBox);
  const config = context.sites.byId(site);
  const { rows } = await sql.query('SELECT username, name, email, phone FROM account_member WHERE site_id = $1 AND id = $2', [
    site,
    member,
  ]);
  const row = rows[0] as { username: string; name: string; email: string; phone: string } | undefined;
  if (letters === undefined || config === undefined || row === undefined) return;
  const { production, port } = context.config;
  const link = production ? `https://${config.hosts[0]}/login` : `http://${config.hosts[0]}:${port}/login`;
  for (const kind of letterKinds) {
    if (!letters.canCarry(site, kind)) continue;
    await letters.post(sql, {
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
  letters.hurry();
}
