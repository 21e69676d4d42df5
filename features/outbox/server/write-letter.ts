// Writing a letter: the site's own words or the usual ones, filled in, as a row of the caller's transaction.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Letter, LetterMark, Writer } from '../contract.ts';
import { fill, marked, type Template, templates } from '../templates.ts';

export async function writeLetter(
  sql: Writer,
  site: SiteConfig,
  letter: Letter,
  now: number,
  markOf: LetterMark | undefined,
): Promise<void> {
  const { kind, name, language, to, expiresAt } = letter;
  const words = (await ownWords(sql, letter)) ?? templates[name][kind][language];
  const values = { ...letter.values, site: site.name[language] };
  const mark = letter.member === undefined ? undefined : await markOf?.(sql, site.id, letter.member);
  await sql.query(
    `INSERT INTO outbox_letter (site_id, kind, name, language, recipient, subject, body, created_at, due_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [
      site.id,
      kind,
      name,
      language,
      to,
      fill(words.subject, values),
      marked(fill(words.body, values), mark, kind, language),
      new Date(now),
      expiresAt === undefined ? undefined : new Date(expiresAt),
    ],
  );
}

async function ownWords(sql: Writer, { site, name, kind, language }: Letter): Promise<Template | undefined> {
  const { rows } = await sql.query(
    'SELECT subject, body FROM outbox_template WHERE site_id = $1 AND name = $2 AND kind = $3 AND language = $4',
    [site, name, kind, language],
  );
  return rows[0];
}
