// Legal documents for those who read and agree: the version in force, earlier ones, and what a member has yet to agree to.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { Writer } from '@maru/operator/contract.ts';
import {
  acceptTerms,
  type DocumentKind,
  documentKinds,
  type DocumentText,
  getTerm,
  type LegalDocuments,
  listPendingTerms,
} from '../contract.ts';
import { firstDocuments } from '../first-documents.ts';
import { optionalDocuments } from './consents.ts';

interface DocumentRow {
  kind: DocumentKind;
  version: number;
  title: string;
  body: string;
  effective_at: Date;
}

const shown = (row: DocumentRow): DocumentText => ({
  kind: row.kind,
  version: row.version,
  title: row.title,
  body: row.body,
  effectiveAt: row.effective_at.toISOString(),
});

export const documentRoutes = [
  handle(getTerm, async (context, call) => {
    const { kind, version } = call.query;
    const { rows } = await context.pool.query<DocumentRow>(
      `SELECT kind, version, title, body, effective_at FROM site_document
       WHERE site_id = $1 AND kind = $2 AND language = $3 ORDER BY version DESC`,
      [call.site.id, kind, languageFor(call.site, call.language)],
    );
    const now = context.clock.now();
    const inForce = rows.find((row) => row.effective_at.getTime() <= now);
    const wanted = version === undefined ? inForce : rows.find((row) => row.version === version);
    if (wanted === undefined || inForce === undefined) throw new Refusal('NOT_FOUND');
    const versions = rows.map((row) => ({ version: row.version, effectiveAt: row.effective_at.toISOString() }));
    return { data: { ...shown(wanted), inForce: inForce.version, versions } };
  }),
  handle(listPendingTerms, async (context, call) => {
    const { site, member } = call.session as Session;
    return { data: await pendingOf(context, site, member, languageFor(call.site, call.language)) };
  }),
  handle(acceptTerms, async (context, call) => {
    const { site, member } = call.session as Session;
    const atMs = context.clock.now();
    return inTransaction(context.pool, async (client) => {
      const inForce = await versionsInForce(client, site, atMs);
      // What somebody agrees to is what it was shown.
      if (!call.body.terms.every(({ kind, version }) => inForce.get(kind) === version)) throw new Refusal('DOCUMENT_MOVED');
      const kinds = call.body.terms.map(({ kind }) => kind);
      await agree(client, { site, member, kinds, atMs, ip: call.ip });
      return { data: { accepted: kinds.length } };
    });
  }),
];

/** A site of one language has its documents in that one. */
function languageFor({ languages }: SiteConfig, asked: 'ko' | 'en'): 'ko' | 'en' {
  return languages.includes(asked) ? asked : languages[0];
}

async function versionsInForce(sql: Writer, site: number, atMs: number): Promise<Map<DocumentKind, number>> {
  const { rows } = await sql.query(
    'SELECT kind, max(version) AS version FROM site_document WHERE site_id = $1 AND effective_at <= $2 GROUP BY kind',
    [site, new Date(atMs)],
  );
  return new Map(rows.map((row) => [row.kind as DocumentKind, row.version as number]));
}

/** In force, and a version that asks for consent came after the last one that the member agreed to. */
async function pendingOf({ pool, clock }: AppContext, site: number, member: number, language: 'ko' | 'en'): Promise<DocumentText[]> {
  const { rows } = await pool.query<DocumentRow>(
    `SELECT DISTINCT ON (d.kind) d.kind, d.version, d.title, d.body, d.effective_at FROM site_document d
     WHERE d.site_id = $1 AND d.language = $3 AND d.effective_at <= $4 AND d.kind <> ALL ($5) AND EXISTS (
       SELECT 1 FROM site_document n
       WHERE n.site_id = d.site_id AND n.kind = d.kind AND n.needs_consent AND n.effective_at <= $4 AND n.version > coalesce(
         (SELECT max(a.version) FROM site_agreement a WHERE a.site_id = $1 AND a.member_id = $2 AND a.kind = d.kind), 0))
     ORDER BY d.kind, d.version DESC`,
    [site, member, language, new Date(clock.now()), optionalDocuments],
  );
  return rows.sort((a, b) => documentKinds.indexOf(a.kind) - documentKinds.indexOf(b.kind)).map(shown);
}

/** The versions in force now, by their numbers: what was agreed to stays what it was. */
export const agree: LegalDocuments['agree'] = async (sql, { site, member, kinds, atMs, ip }) => {
  const inForce = await versionsInForce(sql as Writer, site, atMs);
  for (const kind of kinds) {
    const version = inForce.get(kind);
    if (version === undefined) continue;
    await sql.query(
      `INSERT INTO site_agreement (site_id, member_id, kind, version, agreed_at, ip) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
      [site, member, kind, version, new Date(atMs), ip],
    );
  }
};

/**
 * A site of a demo begins with the samples as version 1; a second time nothing happens. Elsewhere, and for a brand that was made in the
 * back office, they are drafts that its editor begins with: nothing is in force that nobody of the brand has published.
 */
export async function openDocuments(context: AppContext, site: SiteConfig): Promise<void> {
  if (context.config.production && !context.config.demo) return;
  const { rows: made } = await context.pool.query('SELECT 1 FROM site_site WHERE id = $1 AND created_by IS NOT NULL', [site.id]);
  if (made.length > 0) return;
  const at = new Date(context.clock.now());
  const documents = documentKinds.flatMap((kind) =>
    (['ko', 'en'] as const).map((language) => ({ kind, language, ...firstDocuments[kind][language] })),
  );
  await context.pool.query(
    `INSERT INTO site_document (site_id, kind, version, language, title, body, effective_at, needs_consent, published_at)
     SELECT $1, kind, 1, language, title, body, $6, false, $6 FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS d (kind, language, title, body)
     ON CONFLICT DO NOTHING`,
    [site.id, ...(['kind', 'language', 'title', 'body'] as const).map((key) => documents.map((each) => each[key])), at],
  );
}
