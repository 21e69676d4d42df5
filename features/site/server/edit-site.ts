// Draft, publish and undo of a site: every edition is kept, none overwrites one that its operator has not seen, and what moves much
// money waits for a second person.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { rateSources } from '../usual-values.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { type Audit, handleOperator } from '@maru/kit/server/operator-call.ts';
import { operatorDesk } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import {
  approvals,
  type ApprovedRequest,
  operatorNames,
  type Writer,
  type AskedRequest,
  type LiveValues,
} from '@maru/operator/contract.ts';
import type { PoolClient } from 'pg';
import { admissionChanges } from '../admission.ts';
import { isMoney, kindsOf, LOOK_RIGHT, MONEY_RIGHT } from '../change-kinds.ts';
import { changedFields, changesBetween, largeChanges } from '../config-changes.ts';
import {
  dropSiteDraft,
  getSiteEdition,
  getSiteEditing,
  publishSite,
  reviewSite,
  saveSiteDraft,
  type SiteEditing,
  undoSite,
} from '../edit-contract.ts';
import { draftOf, dropDraft, editionOf, expectEdition, refuseUnreadable, sound, standingOf, withChanges } from './editions.ts';
import { readSiteConfig } from '../config-contract.ts';
import { contradictionsOf } from '../contradictions.ts';
import { publishChange, refuseUnfit, stoodOf } from './publish-change.ts';

const EDITIONS_SHOWN = 50;
/** Kinds of requests: looks and texts alone, and whatever touches money. */
export const PUBLISH_KIND = 'site.publish';
const MONEY_KIND = 'site.publish-money';

export const siteEditRoutes = [
  handleOperator(getSiteEditing, (context, call) => editing(context, call, async () => {})),
  handleOperator(getSiteEdition, async (context, call) => {
    const config = await editionOf(context.pool, call.site.id, call.query.edition);
    if (config === undefined) throw new Refusal('NOT_FOUND');
    return { data: { edition: call.query.edition, config } };
  }),
  handleOperator(saveSiteDraft, (context, call, audit) =>
    editing(context, call, async (client, standing) => {
      const operator = operatorOf(call);
      const before = (await draftOf(client, call.site.id, operator))?.changes ?? {};
      const changes = { ...before, ...call.body.changes };
      const config = sound(context, standing, withChanges(standing, changes));
      await client.query(
        `INSERT INTO site_draft (site_id, operator_id, changes, saved_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (site_id, operator_id) DO UPDATE SET changes = excluded.changes, saved_at = excluded.saved_at`,
        [call.site.id, operator, JSON.stringify(changes), new Date(context.clock.now())],
      );
      await note(audit, client, call, withChanges(standing, before), config);
    }),
  ),
  handleOperator(dropSiteDraft, (context, call, audit) =>
    editing(context, call, async (client, standing) => {
      const draft = await draftOf(client, call.site.id, operatorOf(call));
      await dropDraft(client, call.site.id, operatorOf(call));
      await note(audit, client, call, withChanges(standing, draft?.changes ?? {}), standing);
    }),
  ),
  handleOperator(publishSite, (context, call, audit) =>
    editing(context, call, async (client, standing) => {
      const wanted = await readyOf(context, client, call, standing, await drafted(client, call, standing));
      return publish(context, call, audit, client, wanted);
    }),
  ),
  handleOperator(reviewSite, (context, call) =>
    editing(context, call, async (client, standing) => {
      const wanted = await readyOf(context, client, call, standing, await drafted(client, call, standing));
      return askSecond(context, call, client, wanted, '사이트 검토 요청');
    }),
  ),
  handleOperator(undoSite, (context, call, audit) =>
    editing(context, call, async (client, standing) => {
      const last = await expectEdition(client, call.site.id, call.body.edition);
      const before = await editionOf(client, call.site.id, last - 1);
      if (before === undefined) throw new Refusal('SITE_UNDO_NONE');
      // Members may hold positions and bets in what came since: a symbol leaves by delisting, a game by being switched off.
      const kept = { symbols: standing.symbols, ...withGames(before, standing) };
      const wanted = await readyOf(context, client, call, standing, { ...before, ...kept });
      return publish(context, call, audit, client, wanted);
    }),
  ),
];

/** The games before, and those since as they stand: places are ids. */
function withGames({ rounds }: SiteConfig, standing: SiteConfig): Partial<SiteConfig> {
  if (standing.rounds === undefined) return {};
  const options = rounds?.options ?? [];
  return { rounds: { ...rounds, options: [...options, ...standing.rounds.options.slice(options.length)] } };
}

const operatorOf = (call: Call): number => (call.session as Session).member;

type EditionCall = Call<unknown, { edition: number; reason?: string | undefined }>;

/** The site in the operator's own draft. */
async function drafted(client: PoolClient, call: EditionCall, standing: SiteConfig): Promise<unknown> {
  const draft = await draftOf(client, call.site.id, operatorOf(call));
  if (draft !== undefined) return withChanges(standing, draft.changes);
  await expectEdition(client, call.site.id, call.body.edition);
  throw new Refusal('SITE_DRAFT_NONE');
}

/** A whole configuration that may be published after the edition which its operator has seen. */
interface Ready {
  standing: SiteConfig;
  config: SiteConfig;
  /** The edition that it follows. */
  last: number;
}

async function readyOf(context: AppContext, client: PoolClient, call: EditionCall, standing: SiteConfig, wanted: unknown): Promise<Ready> {
  const last = await expectEdition(client, call.site.id, call.body.edition);
  const config = sound(context, standing, wanted);
  refuseUnreadable(config);
  await refuseUnfit(context, standing, config);
  return { standing, config, last };
}

/** One operator at a time: the site's row is held, and is what the change begins from. Answers the request of a second person, if one is asked. */
async function editing(
  context: AppContext,
  call: Call,
  change: (client: PoolClient, standing: SiteConfig) => Promise<number | void>,
): Promise<{ data: SiteEditing }> {
  const { requestId, data } = await inTransaction(context.pool, async (client) => {
    const asked = await change(client, await standingOf(client, call.site));
    return { requestId: asked, data: await editingOf(context, client, call) };
  });
  if (typeof requestId === 'number') throw new Refusal('APPROVAL_REQUIRED', { requestId });
  return { data };
}

async function note(audit: Audit, client: PoolClient, call: Call, before: unknown, after: unknown, reason?: string): Promise<void> {
  const fields = changedFields(before, after);
  await audit({ target: `site:${call.site.id}`, ...fields, ...(reason ? { reason } : {}) }, client);
}

async function publish(context: AppContext, call: EditionCall, audit: Audit, client: PoolClient, ready: Ready): Promise<number | void> {
  const { site, body } = call;
  const { standing, config } = ready;
  await refuseWithoutMoney(context, client, operatorOf(call), { standing, config });
  refuseWithoutReason(ready, body.reason);
  const large = await publishChange(context, client, { standing, config, operator: operatorOf(call) });
  if (large.length > 0) return askSecond(context, call, client, ready, '사이트 게시');
  await dropDraft(client, site.id, operatorOf(call));
  await note(audit, client, call, standing, config, body.reason);
  return undefined;
}

/** Nobody is kept out without a word why. */
function refuseWithoutReason({ standing, config }: Ready, reason = ''): void {
  const { narrower } = admissionChanges(standing, config);
  if (narrower.length > 0 && reason.length < 2) throw new Refusal('SITE_REASON', { fields: narrower.map(({ field }) => field).join(', ') });
}

/** Looks and texts are one right, whatever money depends on another. */
async function refuseWithoutMoney(
  { services }: AppContext,
  client: Writer,
  operator: number,
  { standing, config }: Pick<Ready, 'standing' | 'config'>,
): Promise<void> {
  if (!kindsOf(standing, config).includes('money')) return;
  if (await services.use(operatorDesk).holds(operator, standing.id, MONEY_RIGHT, client)) return;
  const fields = changesBetween(standing, config).filter(({ field }) => isMoney(field));
  throw new Refusal('SITE_MONEY_RIGHT', { fields: fields.map(({ field }) => field).join(', ') });
}

/** Number of the request that a second person decides. */
async function askSecond(context: AppContext, call: EditionCall, client: PoolClient, ready: Ready, reason: string): Promise<number> {
  const { clock, services } = context;
  const { site, body } = call;
  const { standing, config, last } = ready;
  const changes = changedFields(standing, config);
  const { day, month } = await stoodOf(context, client, standing);
  const large = largeChanges(standing, config, day, month).map(({ field }) => field);
  const fields = (large.length > 0 ? large : Object.keys(changes.after)).join(', ');
  return services.use(approvals).ask(call, client, {
    kind: kindsOf(standing, config).includes('money') ? MONEY_KIND : PUBLISH_KIND,
    site: site.id,
    target: `site:${site.id}`,
    summary: { ko: `${site.name.ko} 게시: ${fields}`, en: `Publish ${site.name.en}: ${fields}` },
    payload: { config, edition: last, askedAt: new Date(clock.now()).toISOString() },
    ...changes,
    reason: body.reason || reason,
  });
}

/** What a second person's yes publishes: as it was asked, if no other edition came between. */
export function registerPublishing(context: AppContext): void {
  const desk = context.services.use(approvals);
  desk.register({
    kind: PUBLISH_KIND,
    name: { ko: '사이트 꾸밈 게시', en: 'Publishing of a site’s looks' },
    right: LOOK_RIGHT,
    live,
    apply,
  });
  desk.register({
    kind: MONEY_KIND,
    name: { ko: '사이트 요율·한도·상품 게시', en: 'Publishing of a site’s rates, limits and products' },
    right: MONEY_RIGHT,
    live,
    apply,
  });
}

/** What the request makes of the site as it stands now; another edition that came between refuses it. */
async function wantedOf(server: AppContext, client: Writer, request: AskedRequest): Promise<{ standing: SiteConfig; config: SiteConfig }> {
  const site = server.sites.byId(request.site);
  if (site === undefined) throw new Refusal('SITE_UNKNOWN');
  const { config: wanted, edition } = request.payload as { config: unknown; edition: number };
  const standing = await standingOf(client, site);
  await expectEdition(client, request.site, edition);
  return { standing, config: sound(server, standing, wanted) };
}

async function live(server: AppContext, client: Writer, request: AskedRequest): Promise<LiveValues> {
  const { standing, config } = await wantedOf(server, client, request);
  return changedFields(standing, config);
}

async function apply(server: AppContext, client: Writer, request: ApprovedRequest): Promise<{ after: unknown }> {
  const { askedAt } = request.payload as { askedAt: string };
  const { standing, config } = await wantedOf(server, client, request);
  // A request from before the two were apart may touch money under the right of looks.
  await refuseWithoutMoney(server, client, request.decidedBy, { standing, config });
  await publishChange(server, client, { standing, config, operator: request.askedBy, agreedBy: request.decidedBy });
  // What its operator drafted since stays.
  await dropDraft(client, request.site, request.askedBy, askedAt);
  return { after: changedFields(standing, config).after };
}

async function editingOf(context: AppContext, client: PoolClient, call: Call): Promise<SiteEditing> {
  const { site } = call;
  const published = await standingOf(client, site);
  const draft = await draftOf(client, site.id, operatorOf(call));
  const { rows } = await client.query<{ edition: number; published_at: Date; published_by: number | null }>(
    'SELECT edition, published_at, published_by FROM site_edition WHERE site_id = $1 ORDER BY edition DESC LIMIT $2',
    [site.id, EDITIONS_SHOWN],
  );
  const names = await namesOf(context, client, rows);
  // A draft that the site has moved away from shows as what stands.
  const read = draft === undefined ? undefined : readSiteConfig(withChanges(published, draft.changes));
  return {
    published,
    edition: rows[0]?.edition ?? 0,
    contradictions: contradictionsOf(published),
    sources: rateSources.filter(() => context.config.demo),
    ...(await stoodOf(context, client, published)),
    draft:
      draft === undefined || read === undefined || 'fault' in read ? null : { config: read.config, savedAt: draft.savedAt.toISOString() },
    editions: rows.map((row) => ({
      edition: row.edition,
      at: row.published_at.toISOString(),
      byId: row.published_by,
      byName: names.get(row.published_by ?? 0)?.name ?? '',
    })),
  };
}

async function namesOf({ services }: AppContext, client: Writer, rows: readonly { published_by: number | null }[]) {
  const ids = [...new Set(rows.flatMap(({ published_by: id }) => (id === null ? [] : [id])))];
  return (ids.length === 0 ? undefined : await services.find(operatorNames)?.of(ids, client)) ?? new Map<number, { name: string }>();
}
