// The most leverage that operators allow an account. The engine holds whoever has one to it, whatever way an order comes through; what is
// kept here in memory lowers a leverage chosen before, so that an order need not be refused for it.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { LEVERAGE_LIMIT_BITS, LEVERAGE_LIMIT_SHIFT } from '@maru/engine/wire/command-kind.ts';
import { EventKind } from '@maru/engine/wire/event.ts';
import { noteMemberAct } from '@maru/account/admin-contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import { type Audit, handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import { setLeverageLimit } from '../admin-contract.ts';
import { readEngine } from './engine-views.ts';
import { siteSymbols } from './site-symbols.ts';

/** By `site|account`; nearly nobody has one. */
type Limits = Map<string, number>;
export const limitsKey = serviceKey('futures.leverageLimits').of<Limits>();
const keyOf = (site: number, account: number) => `${site}|${account}`;
const turnOf = (site: number, account: number) => `leverage limit ${site} ${account}`;

export async function openLeverageLimits({ pool, services }: AppContext): Promise<void> {
  const { rows } = await pool.query<{ site_id: number; account: number; leverage: number }>('SELECT * FROM futures_leverage_limit');
  services.provide(limitsKey, new Map(rows.map((row) => [keyOf(row.site_id, row.account), row.leverage])));
}

/** A limit whose way to the engine was cut off by a crash goes there when the site opens; one that is taken away meanwhile does not. */
export async function bindLeverageLimits(context: AppContext, site: number): Promise<void> {
  const limits = context.services.use(limitsKey);
  for (const key of limits.keys()) {
    const [ofSite, account] = key.split('|').map(Number);
    if (ofSite !== site) continue;
    await context.shared.turn(turnOf(site, account), async () => {
      const limit = limits.get(key);
      if (limit !== undefined) await bind(context, site, account, limit);
    });
  }
}

async function bind(context: AppContext, site: number, account: number, limit: number): Promise<void> {
  const risk: { flags: number } | null = await readEngine.risk(context, site, account);
  if (risk === null) return;
  const flags = limit << LEVERAGE_LIMIT_SHIFT;
  if ((risk.flags & LEVERAGE_LIMIT_BITS) === flags) return;
  await context.engine.submit(site, encodeFields(account, -1, { kind: CommandKind.SetAccountFlags, flags, only: LEVERAGE_LIMIT_BITS }));
}

export const leverageLimitOf = ({ services }: Pick<AppContext, 'services'>, site: number, account: number): number | undefined =>
  services.find(limitsKey)?.get(keyOf(site, account));

/** Before an order that may open: lowers what stands above the limit; throws where a position holds it up. */
export async function holdToLimit(context: AppContext, site: number, account: number, symbol: number): Promise<void> {
  const limit = leverageLimitOf(context, site, account);
  if (limit !== undefined && (await lower(context, site, account, symbol, limit)) > limit) throw new Refusal('LEVERAGE_LIMITED', { limit });
}

export function refuseAboveLimit(context: AppContext, site: number, account: number, leverage: number): void {
  const limit = leverageLimitOf(context, site, account);
  if (limit !== undefined && leverage > limit) throw new Refusal('LEVERAGE_LIMITED', { limit, offered: leverage });
}

/** Answers the leverage that then stands. */
async function lower(context: AppContext, site: number, account: number, symbol: number, limit: number): Promise<number> {
  const settings = await readEngine.settings(context, site, account, symbol);
  if (settings === null || settings.leverage <= limit) return settings?.leverage ?? 0;
  const { events } = await context.engine.submit(site, encodeFields(account, symbol, { kind: CommandKind.SetLeverage, leverage: limit }));
  return events[0] === EventKind.CommandRejected ? settings.leverage : limit;
}

async function lowerAll(context: AppContext, site: SiteConfig, account: number, limit: number) {
  const kept: { futuresOptionId: number; leverage: number }[] = [];
  for (const { symbol } of siteSymbols(site)) {
    const leverage = await lower(context, site.id, account, symbol, limit);
    if (leverage > limit) kept.push({ futuresOptionId: symbol + 1, leverage });
  }
  return kept;
}

type LimitCall = Call<undefined, Out<typeof setLeverageLimit.body>>;

export const setLeverageLimitHandler = handleOperator(setLeverageLimit, async (context, call, audit) => {
  const { site, body } = call;
  const account = context.services.use(memberDirectory).accountOf(site.id, body.playerId);
  if (account === undefined) throw new Refusal('ACCOUNT_UNKNOWN', { field: 'playerId' });
  // Of two at once the row, the memory and the engine would each keep another's.
  return context.shared.turn(turnOf(site.id, account), () => setLimit(context, call, audit, account));
});

async function setLimit(
  context: AppContext,
  call: LimitCall,
  audit: Audit,
  account: number,
): Promise<Answer<Out<typeof setLeverageLimit.reply>>> {
  const { site, body } = call;
  const { playerId, leverage, reason } = body;
  await context.services.find(refuseLeaving)?.(context.pool, site.id, account, 'OPERATOR');
  const before = leverageLimitOf(context, site.id, account) ?? null;
  // Freed first, limited last: a crash between leaves a row, and the row is bound again.
  if (leverage === null) await bind(context, site.id, account, 0);
  await inTransaction(context.pool, async (client) => {
    await client.query('DELETE FROM futures_leverage_limit WHERE site_id = $1 AND account = $2', [site.id, account]);
    if (leverage !== null)
      await client.query(
        `INSERT INTO futures_leverage_limit (site_id, account, leverage) VALUES ($1, $2, $3)
         ON CONFLICT (site_id, account) DO UPDATE SET leverage = excluded.leverage`,
        [site.id, account, leverage],
      );
    await audit({ target: `member:${playerId}`, before: { leverageLimit: before }, after: { leverageLimit: leverage }, reason }, client);
  });
  const limits = context.services.use(limitsKey);
  if (leverage === null) limits.delete(keyOf(site.id, account));
  else limits.set(keyOf(site.id, account), leverage);
  if (leverage !== null) await bind(context, site.id, account, leverage);
  const kept = leverage === null ? [] : await lowerAll(context, site, account, leverage);
  await context.services.find(noteMemberAct)?.(call, playerId, setLeverageLimit.name, reason);
  return { data: { playerId, leverage, kept } };
}
