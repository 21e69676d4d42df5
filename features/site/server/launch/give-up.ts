// A brand that never opened is given up: asked by one, agreed to by another; its row and number stay, its code and hosts are free again.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { siteDesk, type SiteDeskFacts } from '@maru/operator/admin-contract.ts';
import { approvals, type ApprovedRequest, type AskedRequest, type Writer } from '@maru/operator/contract.ts';
import { brandHolds, giveUpBrand } from '../../launch-contract.ts';

const KIND = 'site.give-up';
/** Two that are given up at once see each other: the last brand stays. */
const TURN = `SELECT pg_advisory_xact_lock(hashtext('site.give-up'))`;
/** Of a brand being prepared, and of no use without it: secrets of its senders, unpublished changes, proofs of its hosts and figures. */
const TAKEN_AWAY = ['site_provider', 'site_draft', 'site_host_seen', 'site_confirmation'];

export const giveUpHandler = handleOperator(giveUpBrand, async (context, call) => {
  const { site, body } = call;
  if (body.code !== site.code) throw new Refusal('BRAND_CODE', { field: 'code' });
  const requestId = await inTransaction(context.pool, async (client) => {
    await refuseHeld(context, client, site);
    const facts = await context.services.use(siteDesk).look(client, site.id, 0);
    refuseUnderWay(facts);
    return context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: site.id,
      target: `brand:${site.code}`,
      summary: { ko: `${site.name.ko} (${site.code}) 접기`, en: `Give up ${site.name.en} (${site.code})` },
      payload: { code: site.code },
      ...shownOf(site, facts),
      reason: body.reason,
    });
  });
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

const shownOf = ({ hosts }: SiteConfig, { operators, requests }: SiteDeskFacts) => ({
  before: { givenUp: false, hosts: hosts.join(', '), operators: operators.join(', ') || null, requests },
  after: { givenUp: true, hosts: null, operators: null, requests: 0 },
});

function refuseUnderWay({ isUnderWay }: SiteDeskFacts): void {
  if (isUnderWay) throw new Refusal('BRAND_UNDER_WAY');
}

/** What somebody may still want of it: it was open, somebody or money is in it, or there would be no brand left. */
async function refuseHeld(context: AppContext, sql: Writer, site: SiteConfig): Promise<void> {
  const { rows } = await sql.query('SELECT opened_at IS NOT NULL AS opened FROM site_site WHERE id = $1 AND given_up_at IS NULL', [
    site.id,
  ]);
  if (rows.length === 0) throw new Refusal('SITE_UNKNOWN');
  if (rows[0].opened) throw new Refusal('BRAND_OPENED');
  const others = context.sites.all().flatMap(({ id }) => (id === site.id ? [] : [id]));
  const left = await sql.query('SELECT 1 FROM site_site WHERE id = ANY ($1) AND given_up_at IS NULL LIMIT 1', [others]);
  if (left.rows.length === 0) throw new Refusal('BRAND_LAST');
  for (const held of context.services.use(brandHolds)) {
    const code = await held(sql, site.id);
    if (code !== undefined) throw new Refusal(code);
  }
}

/** Rows are the engine's word only once they are all written. */
async function waitForRows({ engine, projections }: AppContext, site: number): Promise<void> {
  const status = engine.status().find((each) => each.site === site);
  if (status?.ready !== true || !(await projections.waitFor(site, status.seq))) throw new Refusal('UNAVAILABLE');
}

export function registerGivingUp(context: AppContext): void {
  context.services.use(approvals).register({
    kind: KIND,
    name: { ko: '브랜드 접기', en: 'Giving up a brand' },
    right: giveUpBrand.right as string,
    everywhere: giveUpBrand.everywhere,
    async live(server: AppContext, sql: Writer, request: AskedRequest) {
      const site = siteOf(server, request);
      await refuseHeld(server, sql, site);
      const facts = await server.services.use(siteDesk).look(sql, site.id, request.id);
      refuseUnderWay(facts);
      return shownOf(site, facts);
    },
    apply: (server: AppContext, client: Writer, request: ApprovedRequest) => giveUp(server, client, request),
    async after(server: AppContext, request: ApprovedRequest) {
      // At once for every call; its engine ends with the next look at the rows (follow-sites.ts).
      server.sites.remove(request.site);
      await server.services.use(siteDesk).cleared(request.site);
    },
  });
}

function siteOf({ sites }: AppContext, { site }: AskedRequest): SiteConfig {
  const found = sites.byId(site);
  if (found === undefined) throw new Refusal('SITE_UNKNOWN');
  return found;
}

async function giveUp(server: AppContext, client: Writer, request: ApprovedRequest) {
  const site = siteOf(server, request);
  const desk = server.services.use(siteDesk);
  await client.query(TURN);
  await desk.takeTurn(client);
  // Whoever publishes, opens or asks at it is done before, or waits and finds it gone.
  await client.query('SELECT 1 FROM site_site WHERE id = $1 FOR UPDATE', [site.id]);
  const facts = await desk.clear(client, site.id, request.id);
  refuseUnderWay(facts);
  await waitForRows(server, site.id);
  await refuseHeld(server, client, site);
  await client.query('UPDATE site_site SET given_up_at = $2, given_up_by = $3, given_up_reason = $4 WHERE id = $1', [
    site.id,
    new Date(server.clock.now()),
    request.decidedBy,
    request.reason,
  ]);
  for (const table of TAKEN_AWAY) await client.query(`DELETE FROM ${table} WHERE site_id = $1`, [site.id]);
  const { operators, requests } = facts;
  return { after: { givenUp: true, id: site.id, code: site.code, hosts: site.hosts, operators, requests } };
}
