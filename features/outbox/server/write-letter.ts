// Writing a letter: its words, filled in, as a row of the caller's transaction.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Letter, LetterMark, Writer } from '../contract.ts';
import { letterWords } from '../letter-words.ts';

export async function writeLetter(
  sql: Writer,
  site: SiteConfig,
  letter: Letter,
  now: number,
  markOf: LetterMark | undefined,
): Promise<void> {
  const { kind, name, language, to, expiresAt } = letter;
  const mark = letter.member === undefined ? undefined : await markOf?.(sql, site.id, letter.member);
  const { subject, body } = letterWords(site, { name, kind, language, values: letter.values, mark });
  await sql.query(
    `INSERT INTO outbox_letter (site_id, kind, name, language, recipient, subject, body, created_at, due_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [site.id, kind, name, language, to, subject, body, new Date(now), expiresAt === undefined ? undefined : new Date(expiresAt)],
  );
}
