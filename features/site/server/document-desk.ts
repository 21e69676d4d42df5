// The next version of a legal document: written by an operator, kept beside all before it, told to every open page.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import { type DocumentKind, documentKinds } from '../contract.ts';
import { type DocumentWords, getSiteDocument, listSiteDocuments, publishDocument } from '../document-contract.ts';
import { firstDocuments, isSample } from '../first-documents.ts';
import { consentService } from './consents.ts';
import { tellSite } from './site-info.ts';

const YEAR_MS = 365 * DAY_MS;
/** Between an operator's clock and ours. */
const SLACK_MS = 60_000;

interface VersionRow {
  kind: DocumentKind;
  version: number;
  effective_at: Date;
  needs_consent: boolean;
  published_by: number | null;
  published_at: Date;
  agreed: number;
}

export const documentDeskRoutes = [
  handleOperator(listSiteDocuments, async (context, call) => {
    const { rows } = await context.pool.query<VersionRow>(
      `SELECT d.kind, d.version, d.effective_at, d.needs_consent, d.published_by, d.published_at,
         (SELECT count(*)::int FROM site_agreement a WHERE a.site_id = d.site_id AND a.kind = d.kind AND a.version = d.version) AS agreed
       FROM site_document d WHERE d.site_id = $1 AND d.language = 'ko' ORDER BY d.version DESC`,
      [call.site.id],
    );
    return { data: await listed(context, rows) };
  }),
  handleOperator(getSiteDocument, async (context, call) => {
    const { kind, version } = call.query;
    // Before the first version there is the sample, as a draft.
    const words = version === 0 ? firstDocuments[kind] : await wordsOf(context, call.site.id, kind, version);
    if (words === undefined) throw new Refusal('NOT_FOUND');
    return { data: { kind, version, ...words } };
  }),
  handleOperator(publishDocument, async (context, call, audit) => {
    const { kind, follows, ko, en, needsConsent, reason } = call.body;
    const version = follows + 1;
    // Who trades for real money agrees to its operator's words, not to ours.
    if (!context.config.demo && isSample(kind, { ko, en }, call.site.languages)) throw new Refusal('DOCUMENT_SAMPLE', { field: 'body' });
    await inTransaction(context.pool, async (client) => {
      const last = await expectLast(client, call, context.clock.now());
      const common = [call.site.id, kind, version, new Date(call.body.effectiveAt), needsConsent, (call.session as Session).member];
      for (const [language, words] of Object.entries({ ko, en })) {
        await client.query(
          `INSERT INTO site_document (site_id, kind, version, effective_at, needs_consent, published_by, language, title, body, published_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [...common, language, words.title, words.body, new Date(context.clock.now())],
        );
      }
      const after = { version, effectiveAt: call.body.effectiveAt, needsConsent, titleKo: ko.title, titleEn: en.title };
      await audit({ target: `document:${kind}`, before: { version: last }, after, ...(reason ? { reason } : {}) }, client);
    });
    await context.services.use(consentService).read(call.site.id);
    tellSite(call.site, context);
    return { data: { kind, version } };
  }),
];

async function listed(context: AppContext, rows: readonly VersionRow[]) {
  const ids = [...new Set(rows.flatMap(({ published_by: id }) => (id === null ? [] : [id])))];
  const names = ids.length === 0 ? undefined : await context.services.find(operatorNames)?.of(ids);
  const now = context.clock.now();
  return documentKinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return {
      kind,
      inForce: own.find((row) => row.effective_at.getTime() <= now)?.version ?? 0,
      versions: own.map((row) => ({
        version: row.version,
        effectiveAt: row.effective_at.toISOString(),
        needsConsent: row.needs_consent,
        byName: names?.get(row.published_by ?? 0)?.name ?? '',
        publishedAt: row.published_at.toISOString(),
        agreed: row.agreed,
      })),
    };
  });
}

async function wordsOf(
  { pool }: AppContext,
  site: number,
  kind: DocumentKind,
  version: number,
): Promise<Record<'ko' | 'en', DocumentWords> | undefined> {
  const { rows } = await pool.query<{ language: 'ko' | 'en' } & DocumentWords>(
    'SELECT language, title, body FROM site_document WHERE site_id = $1 AND kind = $2 AND version = $3',
    [site, kind, version],
  );
  const of = (language: 'ko' | 'en') => {
    const row = rows.find((each) => each.language === language);
    return row && { title: row.title, body: row.body };
  };
  const [ko, en] = [of('ko'), of('en')];
  return ko && en && { ko, en };
}

/** One publishing after the other, in order of their dates: the version before is held meanwhile. */
async function expectLast(
  client: { query(sql: string, values: unknown[]): Promise<{ rows: { version: number; effective_at: Date }[] }> },
  { site, body }: Call<unknown, { kind: DocumentKind; follows: number; effectiveAt: string }>,
  now: number,
): Promise<number> {
  const { rows } = await client.query(
    'SELECT version, effective_at FROM site_document WHERE site_id = $1 AND kind = $2 ORDER BY version DESC LIMIT 2 FOR UPDATE',
    [site.id, body.kind],
  );
  const last = rows[0]?.version ?? 0;
  if (last !== body.follows) throw new Refusal('DOCUMENT_MOVED', { field: 'version', version: last });
  const at = Date.parse(body.effectiveAt);
  const earliest = Math.max(now - SLACK_MS, rows[0]?.effective_at.getTime() ?? 0);
  if (!(at >= earliest && at <= now + YEAR_MS)) throw new Refusal('DOCUMENT_DATE', { field: 'effectiveAt' });
  return last;
}
