// The launch list as operators see and confirm it, and the opening of a brand whose list is green: asked by one, agreed to by another.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { operatorDesk } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type ApprovedRequest, type Writer } from '@maru/operator/contract.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import { confirmLaunchItem, getLaunch, openBrand, proveHosts } from '../../launch-contract.ts';
import { standingOf } from '../editions.ts';
import type { LaunchList } from './launch-list.ts';
import { confirmedFields, hashOf } from './own-checks.ts';
import { lookAtHosts } from './prove-hosts.ts';

const KIND = 'site.open';
const RIGHT = openBrand.right as string;
export const launchList = serviceKey('site.launchList').of<LaunchList>();

export const launchRoutes = [
  handleOperator(getLaunch, async (context, { site }) => ({ data: await context.services.use(launchList).state(context.pool, site) })),
  handleOperator(confirmLaunchItem, (context, call, audit) =>
    inTransaction(context.pool, async (client) => {
      const { item, reason } = call.body;
      const standing = await standingOf(client, call.site);
      await client.query(
        `INSERT INTO site_confirmation (site_id, item, hash, confirmed_by, confirmed_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (site_id, item) DO UPDATE SET hash = excluded.hash, confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at`,
        [call.site.id, item, hashOf(item, standing), (call.session as Session).member, new Date(context.clock.now())],
      );
      const looked = Object.fromEntries(confirmedFields[item].map((field) => [field, standing[field] ?? null]));
      const data = await context.services.use(launchList).state(client, standing);
      await audit({ target: `launch:${item}`, after: looked, reason }, client);
      return { data };
    }),
  ),
  handleOperator(proveHosts, async (context, { site }, audit) => {
    await lookAtHosts(context, site, true);
    const data = await context.services.use(launchList).state(context.pool, site);
    const { isGreen, says } = data.checks.find(({ item }) => item === 'hosts') ?? { isGreen: true, says: null };
    await audit({ target: 'launch:hosts', after: { hosts: data.hosts.join(', '), leadsHere: isGreen, says: says?.en ?? null } });
    return { data };
  }),
  handleOperator(openBrand, async (context, call) => {
    await lookAtHosts(context, call.site, false);
    const requestId = await inTransaction(context.pool, async (client) => {
      const state = await refuseUnready(context, client, call.site);
      return context.services.use(approvals).ask(call, client, {
        kind: KIND,
        site: call.site.id,
        target: `site:${call.site.id}`,
        summary: { ko: `${state.name.ko} 열기: ${state.hosts.join(', ')}`, en: `Open ${state.name.en}: ${state.hosts.join(', ')}` },
        payload: { hosts: state.hosts },
        before: { open: false },
        after: { open: true, hosts: state.hosts },
        reason: call.body.reason,
      });
    });
    throw new Refusal('APPROVAL_REQUIRED', { requestId });
  }),
];

/** What the list says now, not what it said when somebody looked. */
async function refuseUnready(context: AppContext, client: Writer, site: SiteConfig) {
  const state = await context.services.use(launchList).state(client, await standingOf(client, site));
  if (state.openedAt !== null) throw new Refusal('LAUNCH_OPEN');
  const left = state.checks.filter(({ isGreen }) => !isGreen);
  if (left.length > 0) throw new Refusal('LAUNCH_NOT_READY', { count: left.length, items: left.map(({ item }) => item).join(', ') });
  return state;
}

export function registerOpening(context: AppContext): void {
  const list = context.services.use(launchList);
  list.register({
    item: 'people',
    group: 'PEOPLE',
    title: { ko: '두 사람 승인', en: 'Two persons' },
    page: '/staff',
    async look(site, sql) {
      const persons = await context.services.use(operatorDesk).deciders(site.id, { right: RIGHT }, sql);
      const isGreen = persons >= 2;
      return {
        isGreen,
        says: isGreen
          ? { ko: `서로 다른 ${persons}명이 승인할 수 있어요.`, en: `${persons} different persons may approve.` }
          : {
              ko: `승인할 수 있는 사람이 ${persons}명이에요. 두 명이 필요해요.`,
              en: `${persons} may approve; two different persons are needed.`,
            },
      };
    },
  });
  context.services.use(approvals).register({
    kind: KIND,
    name: { ko: '브랜드 열기', en: 'Opening a brand' },
    right: RIGHT,
    async apply(server: AppContext, client: Writer, request: ApprovedRequest) {
      const site = server.sites.byId(request.site);
      if (site === undefined) throw new Refusal('SITE_UNKNOWN');
      const { hosts } = await refuseUnready(server, client, site);
      const { rowCount } = await client.query(
        'UPDATE site_site SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL AND given_up_at IS NULL',
        [request.site, new Date(server.clock.now())],
      );
      if (rowCount === 0) throw new Refusal('LAUNCH_OPEN');
      return { after: { open: true, hosts } };
    },
  });
}
