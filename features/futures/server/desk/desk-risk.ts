// Exposure and near liquidations of one site for its operators, straight from the engine; asked at most every few seconds.
import type { DeskRiskView, NearPosition } from '@maru/engine/view-desk.ts';
import { mulDivFloor } from '@maru/engine/money/rounding.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberCards, memberDirectory } from '@maru/member/contract.ts';
import type { z } from 'zod/mini';
import { getDeskRisk, type NearLiquidation } from '../../desk-contract.ts';
import { amountText, fixedText } from '../decimal-text.ts';
import { symbolAt } from '../site-symbols.ts';

/** "5 % away" of the dashboard. */
const WITHIN_PPM = 50_000;
const SHOWN = 20;
/** The scan goes over every position of the site: many open dashboards ask once. */
const KEPT_MS = 3_000;

type Reply = z.output<typeof getDeskRisk.reply>;
const kept = new WeakMap<AppContext, Map<number, { at: number; reply: Promise<Reply> }>>();

export const getDeskRiskHandler = handleOperator(getDeskRisk, async (context, { site }) => {
  const ofSites = kept.get(context) ?? new Map<number, { at: number; reply: Promise<Reply> }>();
  kept.set(context, ofSites);
  const now = context.clock.now();
  const known = ofSites.get(site.id);
  if (known !== undefined && now - known.at < KEPT_MS) return { data: await known.reply };
  const reply = read(context, site);
  ofSites.set(site.id, { at: now, reply });
  reply.catch(() => ofSites.delete(site.id));
  return { data: await reply };
});

async function read(context: AppContext, site: SiteConfig): Promise<Reply> {
  const view = await context.engine.query<DeskRiskView>(site.id, 'deskRisk', WITHIN_PPM);
  const near = view.near.toSorted((a, b) => distancePpm(a) - distancePpm(b));
  return {
    openInterest: amountText(view.symbols.reduce((sum, { long }) => sum + long, 0)),
    symbols: view.symbols.map((s) => {
      const symbol = symbolAt(site, s.symbol);
      return {
        futuresOptionId: symbol.futuresOptionId,
        symbol: symbol.data.code,
        base: symbol.data.base,
        long: amountText(s.long),
        short: amountText(s.short),
        house: amountText(s.house),
        ...(s.counterpartyCapLots > 0 && { capUse: Math.min(100, mulDivFloor(Math.abs(s.counterpartyLots), 100, s.counterpartyCapLots)) }),
      };
    }),
    near: await named(context, site, near.slice(0, SHOWN)),
    nearCount: near.length,
    insurance: amountText(view.insurance),
    fees: amountText(view.fees),
    at: new Date(context.clock.now()).toISOString(),
  };
}

const distancePpm = ({ liquidationPrice, mark }: NearPosition) => mulDivFloor(Math.abs(liquidationPrice - mark), 1_000_000, mark);

async function named(context: AppContext, site: SiteConfig, near: readonly NearPosition[]): Promise<NearLiquidation[]> {
  const directory = context.services.use(memberDirectory);
  const members = near.map(({ account }) => directory.memberOf(site.id, account));
  const cards = await context.services.find(memberCards)?.(
    site.id,
    members.filter((member) => member !== undefined),
  );
  return near.map((position, i) => {
    const { data } = symbolAt(site, position.symbol);
    const member = members[i];
    return {
      futuresPositionId: position.positionId,
      playerId: member ?? null,
      username: (member !== undefined && cards?.get(member)?.username) || `#${member ?? position.account}`,
      symbol: data.code,
      base: data.base,
      tradeType: position.lots > 0 ? 'LONG' : 'SHORT',
      leverage: position.leverage,
      notional: amountText(position.notional),
      distance: fixedText(mulDivFloor(distancePpm(position), 1, 100), 2),
    };
  });
}
