// One operator's brands side by side, each figure by the right that it wants there; a brand that cannot be read spoils no other.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, type Call, handle, type Session } from '@maru/kit/server/feature.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { handleOperator, memberLooks } from '@maru/kit/server/operator-call.ts';
import { deskPrices } from '../../admin-contract.ts';
import { readGroupExposure, readGroupMoney } from '../../contract.ts';
import { findNumber, getGroup, getGroupWaiting, type GroupBrand } from '../../group-contract.ts';
import { type Grants, grantsOf, rightsAt } from '../grants.ts';
import { holds } from '../rights.ts';
import type { DeskBoard } from '../waiting.ts';
import { brandHealth } from './brand-health.ts';

const LOOK = 'dashboard.read';
const FOUND = 20;

export function groupRoutes(board: () => DeskBoard): BoundRoute[] {
  return [
    handle(getGroup, async (context, call) => {
      const grants = await grantsOf(context.pool, (call.session as Session).member);
      const sites = context.sites.all().filter(({ id }) => holds(rightsAt(grants, id), LOOK));
      const brands = await Promise.all(sites.map((site) => brandOf(context, board(), grants, site, Number(call.query.days))));
      return { data: { brands, at: new Date(context.clock.now()).toISOString() } };
    }),
    handle(getGroupWaiting, async (context, call) => {
      const grants = await grantsOf(context.pool, (call.session as Session).member);
      const own = context.sites.all().filter(({ id }) => rightsAt(grants, id).length > 0);
      const counted = await Promise.all(
        own.map(async ({ id, code }) => {
          const queues = await board().ownQueues(id, rightsAt(grants, id));
          const since = queues.flatMap((queue) => queue.since ?? []).toSorted()[0] ?? null;
          return { code, count: queues.reduce((sum, { count }) => sum + count, 0), since, queues };
        }),
      );
      return { data: counted };
    }),
    handleOperator(findNumber, (context, call) => find(context, board(), call)),
  ];
}

async function brandOf(context: AppContext, board: DeskBoard, grants: Grants, site: SiteConfig, days: number): Promise<GroupBrand> {
  const rights = rightsAt(grants, site.id);
  let isFailing = false;
  const tried = async <T>(read: () => Promise<T> | undefined, otherwise: T): Promise<T> => {
    try {
      return (await read()) ?? otherwise;
    } catch (error) {
      isFailing = true;
      context.log.warn({ err: error, site: site.id }, 'a brand’s figures could not be read');
      return otherwise;
    }
  };
  const may = (right: string) => holds(rights, right);
  const [queues, money, exposure] = await Promise.all([
    tried(() => board.ownQueues(site.id, rights), []),
    tried(async () => (may('ledger.read') ? context.services.find(readGroupMoney)?.(site, days) : undefined), undefined),
    tried(async () => (may('futures.read') ? context.services.find(readGroupExposure)?.(site) : undefined), undefined),
  ]);
  const { id, code, name } = site;
  const health = healthOf(context, site, may('ledger.read') ? (money?.isProven ?? false) : null);
  const behind = lagOf(context, site)?.behind ?? 0;
  const isOpen = !context.sites.isClosed(id);
  return { id, code, name, isOpen, queues, money: money ?? null, exposure: exposure ?? null, behind, isFailing, health };
}

const lagOf = ({ projections }: AppContext, site: SiteConfig) => projections.lag().find((lag) => lag.site === site.id);

function healthOf(context: AppContext, site: SiteConfig, isProven: boolean | null): GroupBrand['health'] {
  const prices = context.services.find(deskPrices);
  const isReady = context.engine.status().find((status) => status.site === site.id)?.ready ?? false;
  const feeds = prices === undefined ? undefined : site.symbols.map((symbol) => prices.state(symbol) ?? 'away');
  return brandHealth({ isReady, feeds, lag: lagOf(context, site), isProven });
}

async function find(context: AppContext, board: DeskBoard, call: Call<{ number: string }>) {
  const { session, query } = call;
  const grants = await grantsOf(context.pool, (session as Session).member);
  const number = Number(query.number);
  if (!Number.isSafeInteger(number)) return { data: [] };
  const all = context.sites.all();
  const found = await Promise.all(
    board.finders().map(({ right, find: look }) => {
      const sites = all.filter(({ id }) => holds(rightsAt(grants, id), right)).map(({ id }) => id);
      return sites.length === 0 ? [] : look(sites, number);
    }),
  );
  const data = found
    .flat()
    .flatMap(({ site, ...row }) => {
      const code = context.sites.byId(site)?.code;
      return code === undefined ? [] : [{ ...row, site: code }];
    })
    .slice(0, FOUND);
  const members = [...new Set(data.flatMap(({ playerId }) => (playerId === null ? [] : [playerId])))];
  if (members.length > 0) await context.services.find(memberLooks)?.(call, members);
  return { data };
}
