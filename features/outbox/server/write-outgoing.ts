// Writing a mail: its words, filled in, as a row of the caller's transaction.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { OutgoingMessage, MailMark, Writer } from '../contract.ts';
import { outgoingWords } from '../outgoing-words.ts';

export async function writeOutgoing(
  sql: Writer,
  site: SiteConfig,
  outgoing: OutgoingMessage,
  now: number,
  markOf: MailMark | undefined,
): Promise<void> {
  const { kind, name, language, to, expiresAt } = outgoing;
  const mark = outgoing.member === undefined ? undefined : await markOf?.(sql, site.id, outgoing.member);
  const { subject, body } = outgoingWords(site, { name, kind, language, values: outgoing.values, mark });
  await sql.query(
    `INSERT INTO outbox_message (site_id, kind, name, language, recipient, subject, body, created_at, due_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [site.id, kind, name, language, to, subject, body, new Date(now), expiresAt === undefined ? undefined : new Date(expiresAt)],
  );
}
